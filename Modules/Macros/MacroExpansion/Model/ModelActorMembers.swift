import StrataCompilerMessages
import StrataSwiftParser

/// The members that `@ModelActor` generates for an actor: its container, its executor, and an
/// initializer.
struct ModelActorMembers {
  private let declaration: TypeDeclaration

  init(_ request: AttachedMacroRequest) throws(Problem) {
    let node = request.declaration
    declaration = try reading(node) { source throws(ScanError) in
      try TypeDeclaration(scanning: source)
    }
    guard declaration.kind == .actor else {
      throw Problem(
        "'@ModelActor' cannot be applied to \(declaration.kind.rawValue) type "
          + "'\(declaration.name.text)'", node.position(at: declaration.keywordOffset))
    }
  }

  var members: ExpansionResult {
    let access = declaration.accessForWitnesses
    // Properties that the actor declares itself aren't generated.
    let own = Set(declaration.members.flatMap(\.variableNames))
    let properties = [
      ("modelExecutor", "any StrataContexts.ModelExecutor"),
      ("modelContainer", "StrataContexts.ModelContainer"),
    ].filter { !own.contains($0.0) }
    return ExpansionResult(
      expandedSource: properties.map { "\(access)nonisolated let \($0): \($1)\n\n" }.joined() + """
        \(access)init(modelContainer: StrataContexts.ModelContainer) {
          self.modelExecutor = StrataContexts.DefaultSerialModelExecutor(
            modelContext: StrataContexts.ModelContext(modelContainer))
          self.modelContainer = modelContainer
        }
        """)
  }

  /// Returns the conformance, or nothing if the declaration has an error, which the member role
  /// reports.
  static func conformance(_ request: AttachedMacroRequest) -> ExpansionResult {
    let declaration: TypeDeclaration
    do {
      declaration = try ModelActorMembers(request).declaration
    } catch {
      return ExpansionResult(expandedSource: "")
    }
    let name = request.extendedType.map { $0.source } ?? declaration.name.written
    return ExpansionResult(expandedSource: "extension \(name): StrataContexts.ModelActor {}")
  }
}

extension TypeDeclaration {
  /// The access level that members need to implement a public protocol, followed by a space.
  var accessForWitnesses: String {
    switch accessLevel {
    case "public", "open": "public "
    case "package": "package "
    default: ""
    }
  }
}

extension Member {
  /// The names of the variables that the member declares, including those in each clause of an
  /// `#if`.
  fileprivate var variableNames: [String] {
    switch self {
    case .variable(let declaration): declaration.bindings.compactMap { $0.name?.text }
    case .conditional(let members):
      members.clauses.flatMap { $0.members.flatMap(\.variableNames) }
    default: []
    }
  }
}
