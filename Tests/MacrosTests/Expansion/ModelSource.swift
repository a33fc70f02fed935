import StrataMacroSyntax

/// A declaration with `@Model`, as the compiler sends it.
struct ModelSource {
  let text: String
  /// Where `«` stood in the text: UTF-8 bytes from its start.
  let mark: Int?
  var language = 6
  /// The declarations around it, innermost first.
  var context: [String] = []

  init(_ marked: String, language: Int = 6) {
    let parts = marked.split(separator: "«", omittingEmptySubsequences: false)
    text = parts.joined()
    mark = parts.count == 2 ? parts[0].utf8.count : nil
    self.language = language
  }

  /// What `@Model` writes inside the class.
  var members: ExpansionResult { expand("PersistentModelMacro", .member, text) }

  /// What `@Model` puts before a member.
  func attribute(on member: String) -> String? {
    expand("PersistentModelMacro", .memberAttribute, member, in: text).expandedSource
  }

  /// What `@Model` writes beside the class.
  func conformances(wanted: Bool) -> String? {
    expand("PersistentModelMacro", .extension, text, wanted: wanted).expandedSource
  }

  /// What a persisted property is given in a role.
  static func property(_ role: MacroRole, _ text: String, language: Int = 6) -> ExpansionResult {
    ModelSource("", language: language).expand("PersistedPropertyMacro", role, text)
  }

  private func expand(
    _ type: String, _ role: MacroRole, _ declaration: String, in parent: String? = nil,
    wanted: Bool = true
  ) -> ExpansionResult {
    Expansion.expand(
      .attached(
        AttachedMacroRequest(
          macro: MacroReference(moduleName: "StrataMacros", typeName: type, name: "Model"),
          role: role, attribute: node("@_PersistedProperty(\"4\")"),
          declaration: node(declaration), parentDeclaration: parent.map(node),
          conformanceList: wanted ? node("struct P: PersistentModel, Identifiable {}") : nil,
          lexicalContext: context.map(node), languageMode: language)))
  }

  private func node(_ source: String) -> SyntaxNode {
    SyntaxNode(
      kind: "declaration", source: source,
      location: .init(fileID: "M/F.swift", fileName: "F.swift", offset: 0, line: 1, column: 1))
  }
}
