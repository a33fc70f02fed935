public import StrataSchema

/// The description of a property that refers to other objects.
public struct RelationshipDescription: DescribedProperty {
  /// The property's name.
  public var name: String
  /// The name of the destination entity. Nil is a problem of the model.
  public var destinationEntityName: String?
  /// The name of the inverse relationship, or nil for none.
  public var inverseName: String?
  /// The minimum number of objects. An optional relationship may also be empty.
  public var minCount: Int
  /// The maximum number of objects: 1 for a to-one relationship, 0 for no limit.
  public var maxCount: Int
  /// True if the objects are ordered.
  public var isOrdered: Bool
  /// The effect of deleting the owner on the related objects.
  public var deleteRule: Schema.Relationship.DeleteRule
  /// True if the relationship may be nil or empty.
  public var isOptional: Bool
  /// True if the value is never saved.
  public var isTransient = false
  /// The property's name in an earlier version of the model, or nil if it is unchanged.
  public var renamingIdentifier: String?
  /// A text that changes the version hash, for versions that differ in nothing else.
  public var versionHashModifier: String?
  /// Values of your own, by key.
  public var userInfo: [String: String] = [:]
  /// True if the property has an index. Models used this before there were fetch indexes.
  public var isIndexed = false
  /// True if Spotlight should index the value, on Apple's platforms.
  public var isIndexedBySpotlight = false
  /// The model editor's identifier for the property. See `formerName`.
  public var elementID: String?
  /// True if the value may be synchronized.
  public var isSyncable = true
  var origin = Origin.none

  /// Creates a description. Set other properties afterwards.
  ///
  /// - Parameter maxCount: 1 for a to-one relationship, 0 for no limit.
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

  /// True for a to-many relationship.
  public var isToMany: Bool { maxCount != 1 }
}
