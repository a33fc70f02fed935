import StrataCompilerMessages
import StrataSwiftParser

/// What `@Model` adds beside the class: the conformances that it doesn't have yet.
struct ModelConformances {
  private let request: AttachedMacroRequest

  init(_ request: AttachedMacroRequest) { self.request = request }

  // Observable is implied by PersistentModel; but a compiler of 6.3 looks it up in subclasses, and
  // fails where it is only implied. Its own name could be taken by a class of the client.
  // Where Identifiable is only implied, other files may not name the class's `ID`.
  private static let names = [
    "PersistentModel": "StrataModel.PersistentModel", "Observable": "StrataModel._Observable",
    "Identifiable": "Swift.Identifiable", "_ModelRoot": "StrataModel._ModelRoot",
  ]

  func result() throws(Problem) -> ExpansionResult {
    // What is wrong with the class is said once, by the member role; a type that can't be a model at
    // all isn't made one.
    let declaration: TypeDeclaration
    do {
      declaration = try TypeDeclaration(scanning: request.declaration.source)
    } catch {
      return ExpansionResult(expandedSource: "")
    }
    // A conformance that the class has already, from a superclass that is a model, isn't wanted.
    let wanted = try request.wantedConformances().compactMap { Self.names[$0] }
    guard declaration.kind == .class, declaration.genericParameters == nil, !wanted.isEmpty
    else { return ExpansionResult(expandedSource: "") }
    let name = request.extendedType.map { trimmed($0.source) } ?? declaration.name.written
    // The conformance holds everywhere, also where the class belongs to the main actor.
    return ExpansionResult(
      expandedSource: "nonisolated extension \(name): \(wanted.joined(separator: ", ")) {}")
  }

  private func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
