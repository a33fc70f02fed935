/// An inconsistency in a model.
public struct ModelProblem: Sendable, Hashable {
  /// The kind of problem.
  public var kind: Kind
  /// The entity's name, or nil for a problem of the model as a whole.
  public var entityName: String?
  /// The property's name, or nil for a problem of the entity as a whole.
  public var propertyName: String?

  /// Creates a problem.
  public init(_ kind: Kind, entity entityName: String? = nil, property propertyName: String? = nil)
  {
    self.kind = kind
    self.entityName = entityName
    self.propertyName = propertyName
  }

  /// The severity of a problem.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The model can be used, but may not be as intended.
    case warning
    /// No store can be opened with the model.
    case error
  }

  /// The kind of a problem. Associated values are the names that don't fit.
  public enum Kind: Sendable, Hashable {
    /// A name is empty.
    case emptyName
    /// Two entities have the same name.
    case duplicateEntity
    /// Two entities have names that differ only in case (the other).
    case similarEntity(String)
    /// Two properties of an entity have the same name.
    case duplicateProperty
    /// Two properties of an entity have names that differ only in case (the other).
    case similarProperty(String)
    /// The superentity doesn't exist.
    case unknownSuperentity(String)
    /// An entity inherits from itself through the named entities.
    case circularInheritance([String])
    /// An entity has too many superentities.
    case deepInheritance(maximum: Int)
    /// A property is inherited (from an entity) and declared again in the same way.
    case overridesInherited(from: String)
    /// A property is inherited (from an entity) and declared again as something else.
    case contradictsInherited(from: String)
    /// The attribute is saved, but values of its type can't be.
    case unsavableType(AttributeType)
    /// The default isn't of the attribute's type, or is out of its range.
    case defaultOfOtherType
    /// The default is beyond the attribute's limits.
    case defaultBeyondLimits
    /// The minimum is greater than the maximum.
    case limitsWithoutValue
    /// The composite doesn't exist.
    case unknownComposite(String)
    /// The composite has no attributes.
    case emptyComposite
    /// The relationship has no destination.
    case noDestination
    /// The destination doesn't exist.
    case unknownDestination(String)
    /// The relationship has no inverse.
    case noInverse
    /// The destination has no relationship with the inverse's name.
    case unknownInverse(String)
    /// The inverse's own inverse is another relationship (its name), or missing.
    case inverseNotMutual(String?)
    /// The inverse's destination is another entity.
    case inverseOfOtherEntity(String)
    /// The minimum count is greater than the maximum count.
    case countsWithoutNumber(minimum: Int, maximum: Int)
    /// A to-one relationship is ordered.
    case orderOfOne
    /// The fetched property has no request.
    case noFetchRequest
    /// The request (its name) fetches an entity that doesn't exist, or names none.
    case unknownFetchedEntity(String?, request: String)
    /// Two fetch request templates have the same name.
    case duplicateFetchRequest(String)
    /// A uniqueness constraint has no properties.
    case emptyConstraint
    /// A uniqueness constraint names a property that doesn't exist.
    case unknownUniqueProperty(String)
    /// A uniqueness constraint names a property that isn't stored as a single value.
    case unsuitableUniqueProperty(String)
    /// The index has no elements.
    case emptyIndex(String)
    /// The index names a property that doesn't exist.
    case unknownIndexedProperty(String, index: String)
    /// Two indexes of an entity have the same name.
    case duplicateIndex(String)
    /// Two composites have the same name.
    case duplicateComposite(String)
    /// Two configurations have the same name.
    case duplicateConfiguration(String)
    /// A configuration names an entity that doesn't exist.
    case unknownMember(String, configuration: String)
  }

  /// The severity of the problem.
  public var severity: Severity {
    switch kind {
    case .similarEntity, .similarProperty, .overridesInherited, .defaultBeyondLimits, .noInverse,
      .orderOfOne, .emptyConstraint, .emptyIndex:
      .warning
    case .emptyName, .duplicateEntity, .duplicateProperty, .unknownSuperentity,
      .circularInheritance,
      .deepInheritance, .contradictsInherited, .unsavableType, .defaultOfOtherType,
      .limitsWithoutValue,
      .unknownComposite, .emptyComposite, .noDestination, .unknownDestination, .unknownInverse,
      .inverseNotMutual, .inverseOfOtherEntity, .countsWithoutNumber, .noFetchRequest,
      .unknownFetchedEntity, .duplicateFetchRequest, .unknownUniqueProperty,
      .unsuitableUniqueProperty, .unknownIndexedProperty, .duplicateIndex, .duplicateComposite,
      .duplicateConfiguration, .unknownMember:
      .error
    }
  }
}
