import StrataMacroSyntax

/// What `@Model` adds beside the class: the conformances that it doesn't have yet.
struct ModelConformances {
  private let request: AttachedMacroRequest

  init(_ request: AttachedMacroRequest) { self.request = request }

  var result: ExpansionResult {
    // A type that can't be a model was diagnosed by the member role.
    guard let declaration = try? TypeDeclaration(scanning: request.declaration.source),
      declaration.kind == .class, declaration.genericParameters == nil
    else { return ExpansionResult(expandedSource: "") }
    let name = request.extendedType.map { trimmed($0.source) } ?? declaration.name.written
    let wanted = wantedConformances
    let protocols = [
      ("PersistentModel", "StrataStack.PersistentModel"), ("Observable", "Observation.Observable"),
    ].filter { pair in wanted?.contains { $0.hasSuffix(pair.0) } ?? true }
    return ExpansionResult(
      expandedSource: protocols.map { "extension \(name): \($0.1) {}" }.joined(separator: "\n"))
  }

  // The list of conformances that the compiler still wants, nil when it doesn't say.
  private var wantedConformances: [String]? {
    guard let node = request.conformanceList,
      let placeholder = try? TypeDeclaration(scanning: node.source)
    else { return nil }
    return placeholder.inheritedTypes.map(\.text)
  }

  private func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
