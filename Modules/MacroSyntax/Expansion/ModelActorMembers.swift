/// What `@ModelActor` adds to an actor: its container, its executor, and an initializer.
struct ModelActorMembers {
  private let request: AttachedMacroRequest

  init(_ request: AttachedMacroRequest) { self.request = request }

  private var declaration: TypeDeclaration? {
    try? TypeDeclaration(scanning: request.declaration.source)
  }

  var members: ExpansionResult {
    guard let declaration else {
      return ExpansionResult(
        diagnostics: [
          Diagnostic("this actor can't be read", at: request.declaration.position(at: 0))
        ])
    }
    guard declaration.kind == .actor else {
      return ExpansionResult(
        diagnostics: [
          Diagnostic(
            "'@ModelActor' cannot be applied to \(declaration.kind.rawValue) type "
              + "'\(declaration.name.text)'",
            at: request.declaration.position(at: declaration.keywordOffset))
        ])
    }
    let access = ["public", "open"].contains(declaration.accessLevel) ? "public " : ""
    return ExpansionResult(
      expandedSource: """
        \(access)nonisolated let modelExecutor: any StrataStack.ModelExecutor

        \(access)nonisolated let modelContainer: StrataStack.ModelContainer

        \(access)init(modelContainer: StrataStack.ModelContainer) {
          self.modelExecutor = StrataStack.DefaultSerialModelExecutor(
            modelContext: StrataStack.ModelContext(modelContainer))
          self.modelContainer = modelContainer
        }
        """)
  }

  var conformance: ExpansionResult {
    guard let declaration, declaration.kind == .actor else {
      return ExpansionResult(expandedSource: "")
    }
    let name = request.extendedType.map { $0.source } ?? declaration.name.written
    return ExpansionResult(expandedSource: "extension \(name): StrataStack.ModelActor {}")
  }
}
