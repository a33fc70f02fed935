/// A property of an entity.
public enum PropertyDescription: Sendable, Hashable {
  case attribute(AttributeDescription)
  case relationship(RelationshipDescription)
  case fetchedProperty(FetchedPropertyDescription)

  /// The property as what it is.
  public var underlying: any DescribedProperty {
    switch self {
    case .attribute(let attribute): attribute
    case .relationship(let relationship): relationship
    case .fetchedProperty(let property): property
    }
  }

  /// The property's name.
  public var name: String { underlying.name }
  /// Whether there may be no value.
  public var isOptional: Bool { underlying.isOptional }
  /// Whether the value is never saved.
  public var isTransient: Bool { underlying.isTransient }
  /// The name that the property had in an earlier version; nil where it is the same.
  public var renamingIdentifier: String? { underlying.renamingIdentifier }
}

/// What attributes, relationships and fetched properties have in common.
public protocol DescribedProperty: Sendable, Hashable {
  /// The property's name.
  var name: String { get set }
  /// Whether there may be no value.
  var isOptional: Bool { get set }
  /// Whether the value is never saved.
  var isTransient: Bool { get set }
  /// The name that the property had in an earlier version; nil where it is the same.
  var renamingIdentifier: String? { get set }
  /// Changed to tell versions apart that differ in nothing else.
  var versionHashModifier: String? { get set }
  /// What the developer noted, by key.
  var userInfo: [String: String] { get set }
  /// Whether an index was asked for, as models said it before there were fetch indexes.
  var isIndexed: Bool { get set }
  /// Whether a search index of another platform was to have the value.
  var isIndexedBySpotlight: Bool { get set }
  /// What the model editor keeps the renaming identifier as; see ``formerName``.
  var elementID: String? { get set }
  /// Whether the developer allows that the value is synchronized.
  var isSyncable: Bool { get set }
}
