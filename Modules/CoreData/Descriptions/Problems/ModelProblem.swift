/// Something in a model that doesn't fit together.
public struct ModelProblem: Sendable, Hashable {
  /// What is wrong.
  public var kind: Kind
  /// The entity that it is about; nil for the model as a whole.
  public var entityName: String?
  /// The property that it is about; nil for the entity as a whole.
  public var propertyName: String?

  /// Describes a problem.
  public init(_ kind: Kind, entity entityName: String? = nil, property propertyName: String? = nil)
  {
    self.kind = kind
    self.entityName = entityName
    self.propertyName = propertyName
  }

  /// How bad a problem is.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The model can be used, but perhaps isn't what was meant.
    case warning
    /// No store can be opened with the model.
    case error
  }

  /// What can be wrong. Names in parentheses are those that don't fit.
  public enum Kind: Sendable, Hashable {
    /// A name is empty.
    case emptyName
    /// Two entities have one name.
    case duplicateEntity
    /// Two entities have names that differ only in case (the other).
    case similarEntity(String)
    /// Two properties of an entity have one name.
    case duplicateProperty
    /// Two properties of an entity have names that differ only in case (the other).
    case similarProperty(String)
    /// An entity inherits from one that isn't there.
    case unknownSuperentity(String)
    /// An entity inherits from itself, over the entities that are named.
    case circularInheritance([String])
    /// An entity inherits over more entities than it may.
    case deepInheritance(maximum: Int)
    /// A property is inherited (from an entity) and declared again in the same way.
    case overridesInherited(from: String)
    /// A property is inherited (from an entity) and declared again as something else.
    case contradictsInherited(from: String)
    /// A value that is saved has no type that can be.
    case unsavableType(AttributeType)
    /// A default isn't of the attribute's type, or too large for it.
    case defaultOfOtherType
    /// A default is beyond the attribute's limits.
    case defaultBeyondLimits
    /// The least value is greater than the greatest.
    case limitsWithoutValue
    /// A composite isn't there.
    case unknownComposite(String)
    /// A composite value consists of nothing.
    case emptyComposite
    /// A relationship leads nowhere.
    case noDestination
    /// A relationship leads to an entity that isn't there.
    case unknownDestination(String)
    /// Nothing leads back.
    case noInverse
    /// The destination has no relationship of the inverse's name.
    case unknownInverse(String)
    /// The inverse has another inverse (its name), or none.
    case inverseNotMutual(String?)
    /// The inverse leads to another entity.
    case inverseOfOtherEntity(String)
    /// A relationship needs more objects than it may lead to.
    case countsWithoutNumber(minimum: Int, maximum: Int)
    /// A relationship to one object has an order.
    case orderOfOne
    /// A fetched property has no request.
    case noFetchRequest
    /// A request (its name) fetches an entity that isn't there, or none.
    case unknownFetchedEntity(String?, request: String)
    /// Two fetch request templates have one name.
    case duplicateFetchRequest(String)
    /// A uniqueness constraint names no property.
    case emptyConstraint
    /// A uniqueness constraint names a property that isn't there.
    case unknownUniqueProperty(String)
    /// A uniqueness constraint names a property of which a store knows no one value.
    case unsuitableUniqueProperty(String)
    /// An index (its name) is over nothing.
    case emptyIndex(String)
    /// An index (its name) names a property that isn't there.
    case unknownIndexedProperty(String, index: String)
    /// Two indexes of an entity have one name.
    case duplicateIndex(String)
    /// Two composites have one name.
    case duplicateComposite(String)
    /// Two configurations have one name.
    case duplicateConfiguration(String)
    /// A configuration names an entity that isn't there.
    case unknownMember(String, configuration: String)
  }

  /// How bad it is.
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
