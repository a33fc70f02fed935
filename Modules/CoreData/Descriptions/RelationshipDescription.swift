public import StrataSchema

/// A property that leads to another object, or to several.
public struct RelationshipDescription: DescribedProperty {
  /// The property's name.
  public var name: String
  /// The entity that it leads to; nil where nothing is said, which is a problem of the model.
  public var destinationEntityName: String?
  /// The destination's relationship that leads back; nil for none.
  public var inverseName: String?
  /// How many objects it must lead to at least, unless it may lead nowhere.
  public var minCount: Int
  /// How many objects it may lead to at most: 1 for a to-one relationship, 0 for no limit.
  public var maxCount: Int
  /// Whether the objects that it leads to have an order.
  public var isOrdered: Bool
  /// What happens to the objects it leads to when its owner is deleted.
  public var deleteRule: Schema.Relationship.DeleteRule
  /// Whether there may be no value.
  public var isOptional: Bool
  /// Whether the value is never saved.
  public var isTransient = false
  /// The name that the property had in an earlier version; nil where it is the same.
  public var renamingIdentifier: String?
  /// Changed to tell versions apart that differ in nothing else.
  public var versionHashModifier: String?
  /// What the developer noted, by key.
  public var userInfo: [String: String] = [:]
  /// Whether an index was asked for, as models said it before there were fetch indexes.
  public var isIndexed = false
  /// Whether a search index of another platform was to have the value.
  public var isIndexedBySpotlight = false
  /// What the model editor tells elements apart by; nothing else reads it.
  public var elementID: String?
  /// Whether the developer allows that the value is synchronized.
  public var isSyncable = true
  var origin = Origin.none

  /// Describes a relationship; what isn't given here can be set afterwards.
  ///
  /// - Parameter maxCount: 1 for a to-one relationship, 0 for any number of objects.
  public init(
    name: String, destination: String?, inverse: String? = nil, minCount: Int = 0,
    maxCount: Int = 0, isOrdered: Bool = false,
    deleteRule: Schema.Relationship.DeleteRule = .nullify, isOptional: Bool = true
  ) {
    self.name = name
    destinationEntityName = destination
    inverseName = inverse
    self.minCount = minCount
    self.maxCount = maxCount
    self.isOrdered = isOrdered
    self.deleteRule = deleteRule
    self.isOptional = isOptional
  }

  /// Whether it may lead to several objects.
  public var isToMany: Bool { maxCount != 1 }
}
