/// Finds what a macro of Strata writes in each of its roles.
public enum Expansion {
  /// What a macro writes; what is wrong with the source is a diagnostic of the result.
  public static func expand(_ request: ExpansionRequest) -> ExpansionResult {
    switch request {
    case .attached(let request): attached(request)
    case .freestanding(let request):
      switch request.macro.typeName {
      // @Model reads these where they stand in its class.
      case "UniqueConstraintsMacro", "IndexMacro": ExpansionResult(expandedSource: "")
      case "PredicateMacro": PredicateExpansion(request, type: "Predicate").result
      case "ExpressionMacro": PredicateExpansion(request, type: "Expression").result
      default: failure("this version knows no macro \(request.macro.name)", request.syntax, at: 0)
      }
    }
  }

  private static func attached(_ request: AttachedMacroRequest) -> ExpansionResult {
    do {
      switch (request.macro.typeName, request.role) {
      case ("PersistentModelMacro", .member):
        return try ModelMembers(model(request, isSubclass: request.inheritsModel)).result
      case ("PersistentModelMacro", .memberAttribute):
        return try memberAttribute(request)
      case ("PersistentModelMacro", .extension):
        // What is wrong with the class is said once, by the member role; a conformance that isn't
        // met would only say it again.
        guard (try? ModelMembers(model(request, isSubclass: false))) != nil else {
          return ExpansionResult(expandedSource: "")
        }
        return ModelConformances(request).result
      case ("PersistentModelActorMacro", .member):
        return ModelActorMembers(request).members
      case ("PersistentModelActorMacro", .extension):
        return ModelActorMembers(request).conformance
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
      let model = try? ModelClass(
        type, parent, language: request.language, isSubclass: false),
      let property = model.properties.first(where: { $0.name == name.text && !$0.isConstant })
    else { return ExpansionResult() }
    return ExpansionResult(
      expandedSource: "@StrataStack._PersistedProperty(\"\(property.index)\")")
  }

  private static func model(
    _ request: AttachedMacroRequest, isSubclass: Bool
  ) throws -> ModelClass {
    let node = request.declaration
    let type: TypeDeclaration
    do {
      type = try TypeDeclaration(scanning: node.source)
    } catch {
      throw Problem(error.message, node.position(at: error.offset))
    }
    return try ModelClass(
      type, node, language: request.language, isSubclass: isSubclass,
      isInGenericType: request.isInGenericType)
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

extension AttachedMacroRequest {
  /// The language that the client is written in; the newest where the compiler doesn't say.
  var language: SwiftLanguage { SwiftLanguage(mode: languageMode ?? 6) }

  /// Whether a type around the declaration is generic. An extension doesn't say whether its type is.
  var isInGenericType: Bool {
    lexicalContext.contains {
      (try? TypeDeclaration(scanning: $0.source))?.genericParameters != nil
    }
  }

  /// Whether the class is a model already by what it inherits: the compiler then wants no
  /// conformance of it.
  var inheritsModel: Bool {
    guard let type = try? TypeDeclaration(scanning: declaration.source),
      !type.inheritedTypes.isEmpty,
      !type.inheritedTypes.contains(where: { $0.text.hasSuffix("PersistentModel") })
    else { return false }
    return conformanceList == nil
  }
}
