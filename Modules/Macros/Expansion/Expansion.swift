import StrataMacroSyntax

/// Finds what a macro of Strata writes in each of its roles.
enum Expansion {
  static func expand(_ request: ExpansionRequest) -> ExpansionResult {
    switch request {
    case .attached(let request): attached(request)
    case .freestanding(let request):
      failure("this version knows no macro \(request.macro.name)", request.syntax, at: 0)
    }
  }

  private static func attached(_ request: AttachedMacroRequest) -> ExpansionResult {
    do {
      switch (request.macro.typeName, request.role) {
      case ("PersistentModelMacro", .member):
        return try ModelMembers(scan(request.declaration), request.declaration).result
      case ("PersistentModelMacro", .memberAttribute):
        return try memberAttribute(request)
      case ("PersistentModelMacro", .extension):
        return ModelConformances(request).result
      case ("PersistedPropertyMacro", .accessor):
        return try PropertyAccessors(request).result
      case ("PersistedPropertyMacro", .peer):
        return try PropertyStorage(request).result
      default:
        // Attributes that other macros read expand to nothing themselves.
        return ExpansionResult(expandedSource: request.role == .peer ? "" : nil)
      }
    } catch let problem as Problem {
      return ExpansionResult(
        diagnostics: [Diagnostic(problem.message, at: problem.position, fixIts: problem.fixIts)])
    } catch {
      return failure("\(error)", request.declaration, at: 0)
    }
  }

  private static func memberAttribute(_ request: AttachedMacroRequest) throws -> ExpansionResult {
    guard let parent = request.parentDeclaration,
      case .variable(let variable)? = try? Member(scanning: request.declaration.source),
      let name = variable.bindings.first?.name
    else { return ExpansionResult() }
    // What is wrong with the class is said once, by the member role.
    guard let type = try? TypeDeclaration(scanning: parent.source),
      let properties = try? ModelProperty.all(of: type, in: parent),
      let property = properties.first(where: { $0.name == name.text && !$0.isLet })
    else { return ExpansionResult() }
    return ExpansionResult(expandedSource: "@StrataStack._PersistedProperty(\(property.index))")
  }

  static func scan(_ node: SyntaxNode) throws -> TypeDeclaration {
    do {
      return try TypeDeclaration(scanning: node.source)
    } catch {
      throw Problem(error.message, node.position(at: error.offset))
    }
  }

  private static func failure(
    _ message: String, _ node: SyntaxNode, at offset: Int
  ) -> ExpansionResult {
    ExpansionResult(diagnostics: [Diagnostic(message, at: node.position(at: offset))])
  }
}

/// Something in the source that can't work, at its place.
struct Problem: Error {
  let message: String
  let position: Diagnostic.Position
  let fixIts: [Diagnostic.FixIt]

  init(_ message: String, _ position: Diagnostic.Position, fixIts: [Diagnostic.FixIt] = []) {
    self.message = message
    self.position = position
    self.fixIts = fixIts
  }
}
