import StrataCompilerMessages
import StrataSwiftParser

/// The extension that `@Model` generates, with the conformances that the class lacks.
struct ModelConformances {
  private let request: AttachedMacroRequest

  init(_ request: AttachedMacroRequest) { self.request = request }

  // PersistentModel implies Observable, but a compiler of 6.3 looks it up in subclasses and doesn't
  // find an implied one. The plain name could be a class of the client. If Identifiable were only
  // implied, other files might not be able to name the class's `ID`.
  private static let names = [
    "PersistentModel": "StrataModel.PersistentModel", "Observable": "StrataModel._Observable",
    "Identifiable": "Swift.Identifiable", "_ModelRoot": "StrataModel._ModelRoot",
  ]

  func result() throws(Problem) -> ExpansionResult {
    // The member role reports the class's errors. A type that can't be a model doesn't get the
    // conformance.
    let declaration: TypeDeclaration
    do {
      declaration = try TypeDeclaration(scanning: request.declaration.source)
    } catch {
      return ExpansionResult(expandedSource: "")
    }
    // Conformances that the class inherits from a model aren't missing.
    let wanted = try request.wantedConformances().compactMap { Self.names[$0] }
    guard declaration.kind == .class, declaration.genericParameters == nil, !wanted.isEmpty
    else { return ExpansionResult(expandedSource: "") }
    let name = request.extendedType.map { trimmed($0.source) } ?? declaration.name.written
    // `nonisolated`, so that the conformance holds everywhere, even if the class belongs to the
    // main actor.
    return ExpansionResult(
      expandedSource: "nonisolated extension \(name): \(wanted.joined(separator: ", ")) {}")
  }

  private func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
