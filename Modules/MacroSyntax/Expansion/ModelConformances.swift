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
    // A conformance that the class has already, from a superclass that is a model, isn't wanted.
    guard let wanted = request.conformanceList else { return ExpansionResult(expandedSource: "") }
    // The second is implied by the first; but a compiler of 6.3 looks it up in subclasses, and fails
    // where it is only implied. Its own name could be taken by a class of the client.
    // Where `Identifiable` is only implied, other files may not name the class's `ID`.
    let identifiable = wanted.source.contains("Identifiable") ? ", Swift.Identifiable" : ""
    // The conformance holds everywhere, also where the class belongs to the main actor.
    return ExpansionResult(
      expandedSource: "nonisolated extension \(name): "
        + "StrataStack.PersistentModel, StrataStack._Observable\(identifiable) {}")
  }

  private func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
