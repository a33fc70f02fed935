import StrataCompilerMessages
import StrataMacroExpansion

/// A use of `#Predicate`, as the compiler sends it.
struct PredicateSource {
  let text: String
  /// The position of `«` in the text, in UTF-8 bytes from its start.
  let mark: Int?

  init(_ marked: String) {
    let parts = marked.split(separator: "«", omittingEmptySubsequences: false)
    text = parts.joined()
    mark = parts.count == 2 ? parts[0].utf8.count : nil
  }

  /// The macro's expansion.
  var result: ExpansionResult {
    Expansion.expand(
      .freestanding(
        FreestandingMacroRequest(
          macro: MacroReference(
            moduleName: "StrataMacros", typeName: "PredicateMacro", name: "Predicate"),
          role: .expression,
          syntax: SyntaxNode(
            kind: "expression", source: text,
            location: .init(
              fileID: "M/F.swift", fileName: "F.swift", offset: 0, line: 1, column: 1)))))
  }

  /// The expansion of a closure's inside about `$0`, without what is the same in all of them.
  static func body(_ body: String) -> String {
    let source = PredicateSource("#Predicate<Item> { \(body) }").result.expandedSource ?? "nothing"
    return source.replacing("PredicateExpressions.", with: "")
      .replacing("Foundation.Predicate<Item>", with: "").replacing("build_", with: "")
      .split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
      .joined(separator: " ").replacing("( ", with: "(")
  }
}
