public import StrataCompilerMessages

/// The expansion of the library's macros in each of their roles.
public enum Expansion {
  /// Expands a macro.
  ///
  /// Errors in the source are diagnostics of the result.
  public static func expand(_ request: ExpansionRequest) -> ExpansionResult {
    do {
      return switch request {
      case .attached(let request): try attached(request)
      case .freestanding(let request): try freestanding(request)
      }
    } catch {
      return ExpansionResult(diagnostics: [error.diagnostic])
    }
  }

  private static func freestanding(
    _ request: FreestandingMacroRequest
  ) throws(Problem) -> ExpansionResult {
    switch request.macro.typeName {
    case "UniqueConstraintsMacro", "IndexMacro", "SearchMacro":
      // These declarations expand to nothing. @Model reads them in its class.
      try ModelSurroundings(request).checkConstraint()
      return ExpansionResult(expandedSource: "")
    case "PredicateMacro": return try PredicateExpansion(request, type: "Predicate").result()
    case "ExpressionMacro": return try PredicateExpansion(request, type: "Expression").result()
    default: throw .unknownMacro(request.macro, request.syntax)
    }
  }

  private static func attached(
    _ request: AttachedMacroRequest
  ) throws(Problem) -> ExpansionResult {
    switch (request.macro.typeName, request.role) {
    case ("PersistentModelMacro", .member):
      return ModelMembers(try ModelClass(request)).result
    case ("PersistentModelMacro", .memberAttribute):
      return try ModelMemberAttribute(request).result
    case ("PersistentModelMacro", .extension):
      return try ModelConformances(request).result()
    case ("SnapshotMacro", .member):
      return try SnapshotMembers(request).result
    case ("CompositeMacro", .member):
      return CompositeMembers(try CompositeType(request)).result
    case ("CompositeMacro", .extension):
      return try CompositeConformance.result(request)
    case ("PersistentModelActorMacro", .member):
      return try ModelActorMembers(request).members
    case ("PersistentModelActorMacro", .extension):
      return ModelActorMembers.conformance(request)
    case ("PersistedPropertyMacro", .accessor):
      return try PropertyAccessors(request).result
    case ("PersistedPropertyMacro", .peer):
      return try PropertyStorage(request).result
    case ("WrittenPropertyMacro", .accessor):
      return try WrittenPropertyExpansion(request).accessors
    case ("WrittenPropertyMacro", .peer):
      return WrittenPropertyExpansion.storedProperty(request)
    case ("AttributePropertyMacro", .peer), ("RelationshipPropertyMacro", .peer):
      // These attributes expand to nothing. @Model reads them too.
      try ModelSurroundings(request).checkAttribute(on: request)
      return ExpansionResult(expandedSource: "")
    case ("ManagedPropertyMacro", .accessor):
      return try ManagedAccessors(request).result
    case ("ManagedPropertyMacro", .peer):
      return try ManagedAccessors(request).keyPathName
    case ("TransientPropertyMacro", .peer):
      return ExpansionResult(expandedSource: "")
    default: throw .unknownMacro(request.macro, request.attribute)
    }
  }
}
