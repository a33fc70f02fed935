import StrataCompilerMessages
import StrataMacroExpansion

/// A declaration with `@Model`, as the compiler sends it.
struct ModelSource {
  let text: String
  /// The position of `«` in the text, in UTF-8 bytes from its start.
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

  /// The members that `@Model` adds to the class.
  var members: ExpansionResult { expand("PersistentModelMacro", .member, node(text)) }

  /// The attributes that `@Model` adds to the nth occurrence of a member, counted from 0.
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

  /// The extensions that `@Model` adds for conformances.
  var conformances: String? {
    expand("PersistentModelMacro", .extension, node(text)).expandedSource
  }

  /// The expansion of `@ModelActor`.
  func actor(_ role: MacroRole) -> ExpansionResult {
    expand("PersistentModelActorMacro", role, node(text))
  }

  /// The members that an attribute `@Snapshot(…)` adds to the class.
  func snapshot(_ attribute: String) -> ExpansionResult {
    Expansion.expand(
      .attached(
        AttachedMacroRequest(
          macro: MacroReference(
            moduleName: "StrataMacros", typeName: "SnapshotMacro", name: "Snapshot"),
          role: .member, attribute: node(attribute), declaration: node(text),
          conformanceList: wanted.isEmpty ? nil : node("struct P: _ModelRoot {}"),
          lexicalContext: context.map { node($0) }, languageMode: language)))
  }

  /// The expansion of another attribute on the declaration, at the position of the mark.
  func attribute(_ name: String) -> ExpansionResult {
    Expansion.expand(
      .attached(
        AttachedMacroRequest(
          macro: MacroReference(
            moduleName: "StrataMacros", typeName: "\(name)PropertyMacro", name: name),
          role: .peer, attribute: node("@\(name)", at: mark ?? 0), declaration: node(text),
          lexicalContext: context.map { node($0) })))
  }

  /// The expansion of a freestanding macro of the source.
  func freestanding(_ name: String, _ type: String) -> ExpansionResult {
    Expansion.expand(
      .freestanding(
        FreestandingMacroRequest(
          macro: MacroReference(moduleName: "StrataMacros", typeName: type, name: name),
          syntax: node(text), lexicalContext: context.map { node($0) })))
  }

  /// The expansion of a persisted property in a role.
  static func property(_ role: MacroRole, _ text: String, language: Int = 6) -> ExpansionResult {
    let source = ModelSource("", language: language)
    return source.expand("PersistedPropertyMacro", role, source.node(text))
  }

  /// The expansion, in a role, of a property of a class with an explicit conformance.
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
