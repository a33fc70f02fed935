import StrataCompilerMessages
import StrataMacroExpansion

/// A declaration with `@Composite`, as the compiler sends it.
struct CompositeSource {
  private let text: String
  /// The position of `«` in the text, in UTF-8 bytes from its start.
  let mark: Int?
  /// The declarations around it, innermost first.
  var context: [String] = []
  /// The conformances that the compiler misses.
  var wanted = ["_CompositeValue"]

  init(_ marked: String) {
    let parts = marked.split(separator: "«", omittingEmptySubsequences: false)
    text = parts.joined()
    mark = parts.count == 2 ? parts[0].utf8.count : nil
  }

  /// The members that `@Composite` adds to the type.
  var members: ExpansionResult { expand(.member) }

  /// The extension that `@Composite` adds for the conformance.
  var conformance: String { expand(.extension).expandedSource ?? "" }

  private func expand(_ role: MacroRole) -> ExpansionResult {
    Expansion.expand(
      .attached(
        AttachedMacroRequest(
          macro: MacroReference(
            moduleName: "StrataMacros", typeName: "CompositeMacro", name: "Composite"),
          role: role, attribute: node("@Composite"), declaration: node(text),
          conformanceList: wanted.isEmpty
            ? nil : node("struct P: \(wanted.joined(separator: ", ")) {}"),
          lexicalContext: context.map { node($0) }, languageMode: 6)))
  }

  private func node(_ source: String) -> SyntaxNode {
    SyntaxNode(
      kind: "declaration", source: source,
      location: .init(
        fileID: "M/F.swift", fileName: "F.swift", offset: 0, line: 1, column: 1))
  }
}
