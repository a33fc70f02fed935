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
    // An actor that declares one of these itself keeps its own.
    let own = Set(declaration.members.flatMap(\.names))
    let properties = [
      ("modelExecutor", "any StrataStack.ModelExecutor"),
      ("modelContainer", "StrataStack.ModelContainer"),
    ].filter { !own.contains($0.0) }
    return ExpansionResult(
      expandedSource: properties.map { "\(access)nonisolated let \($0): \($1)\n\n" }.joined() + """
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

extension Member {
  /// The names of the variables that the member declares.
  fileprivate var names: [String] {
    guard case .variable(let declaration) = self else { return [] }
    return declaration.bindings.compactMap { $0.name?.text }
  }
}
