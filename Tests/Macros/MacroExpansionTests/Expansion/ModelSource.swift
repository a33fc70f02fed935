import StrataCompilerMessages
import StrataMacroExpansion

/// A declaration with `@Model`, as the compiler sends it.
struct ModelSource {
  let text: String
  /// Where `«` stood in the text: UTF-8 bytes from its start.
  let mark: Int?
  var language = 6
  /// The declarations around it, innermost first.
  var context: [String] = []
  /// The conformances that the compiler misses.
  var wanted = ["Observable", "PersistentModel", "Identifiable", "_ModelRoot"]

  init(_ marked: String, language: Int = 6) {
    let parts = marked.split(separator: "«", omittingEmptySubsequences: false)
    text = parts.joined()
    mark = parts.count == 2 ? parts[0].utf8.count : nil
    self.language = language
  }

  /// What `@Model` writes inside the class.
  var members: ExpansionResult { expand("PersistentModelMacro", .member, node(text)) }

  /// What `@Model` puts before a member: that which stands there for the nth time, counted from 0.
  func attribute(on member: String, _ occurrence: Int = 0) -> String? {
    memberAttribute(member, occurrence).expandedSource
  }

  func memberAttribute(_ member: String, _ occurrence: Int = 0) -> ExpansionResult {
    let starts = text.indices.filter { text[$0...].hasPrefix(member) }
    guard starts.indices.contains(occurrence) else { return ExpansionResult() }
    return expand(
      "PersistentModelMacro", .memberAttribute,
      node(member, at: text.utf8.distance(from: text.startIndex, to: starts[occurrence])),
      in: node(text))
  }

  /// What `@Model` writes beside the class.
  var conformances: String? {
    expand("PersistentModelMacro", .extension, node(text)).expandedSource
  }

  /// What `@ModelActor` writes.
  func actor(_ role: MacroRole) -> ExpansionResult {
    expand("PersistentModelActorMacro", role, node(text))
  }

  /// What another attribute on the declaration writes; the mark is where it stands.
  func attribute(_ name: String) -> ExpansionResult {
    Expansion.expand(
      .attached(
        AttachedMacroRequest(
          macro: MacroReference(
            moduleName: "StrataMacros", typeName: "\(name)PropertyMacro", name: name),
          role: .peer, attribute: node("@\(name)", at: mark ?? 0), declaration: node(text),
          lexicalContext: context.map { node($0) })))
  }

  /// What a freestanding macro of the source writes.
  func freestanding(_ name: String, _ type: String) -> ExpansionResult {
    Expansion.expand(
      .freestanding(
        FreestandingMacroRequest(
          macro: MacroReference(moduleName: "StrataMacros", typeName: type, name: name),
          syntax: node(text), lexicalContext: context.map { node($0) })))
  }

  /// What a persisted property is given in a role.
  static func property(_ role: MacroRole, _ text: String, language: Int = 6) -> ExpansionResult {
    let source = ModelSource("", language: language)
    return source.expand("PersistedPropertyMacro", role, source.node(text))
  }

  /// What a property of a class that conforms by hand is given in a role.
  static func writtenProperty(_ role: MacroRole, _ text: String) -> ExpansionResult {
    let source = ModelSource("")
    return source.expand("WrittenPropertyMacro", role, source.node(text))
  }

  private func expand(
    _ type: String, _ role: MacroRole, _ declaration: SyntaxNode, in parent: SyntaxNode? = nil
  ) -> ExpansionResult {
    Expansion.expand(
      .attached(
        AttachedMacroRequest(
          macro: MacroReference(moduleName: "StrataMacros", typeName: type, name: "Model"),
          role: role, attribute: node("@_PersistedProperty(\"4\")"),
          declaration: declaration, parentDeclaration: parent,
          conformanceList: wanted.isEmpty
            ? nil : node("struct P: \(wanted.joined(separator: ", ")) {}"),
          lexicalContext: context.map { node($0) }, languageMode: language)))
  }

  private func node(_ source: String, at offset: Int = 0) -> SyntaxNode {
    SyntaxNode(
      kind: "declaration", source: source,
      location: .init(
        fileID: "M/F.swift", fileName: "F.swift", offset: offset, line: 1, column: 1))
  }
}
