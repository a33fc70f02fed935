/// The description of an entity's property.
public enum PropertyDescription: Sendable, Hashable {
  case attribute(AttributeDescription)
  case relationship(RelationshipDescription)
  case fetchedProperty(FetchedPropertyDescription)

  /// The associated description.
  public var underlying: any DescribedProperty {
    switch self {
    case .attribute(let attribute): attribute
    case .relationship(let relationship): relationship
    case .fetchedProperty(let property): property
    }
  }

  /// The property's name.
  public var name: String { underlying.name }
  /// True if the value may be nil.
  public var isOptional: Bool { underlying.isOptional }
  /// True if the value is never saved.
  public var isTransient: Bool { underlying.isTransient }
  /// The property's name in an earlier version of the model, or nil if it is unchanged.
  public var renamingIdentifier: String? { underlying.renamingIdentifier }
}

/// The common members of descriptions of attributes, relationships and fetched properties.
public protocol DescribedProperty: Sendable, Hashable {
  /// The property's name.
  var name: String { get set }
  /// True if the value may be nil.
  var isOptional: Bool { get set }
  /// True if the value is never saved.
  var isTransient: Bool { get set }
  /// The property's name in an earlier version of the model, or nil if it is unchanged.
  var renamingIdentifier: String? { get set }
  /// A text that changes the version hash, for versions that differ in nothing else.
  var versionHashModifier: String? { get set }
  /// Values of your own, by key.
  var userInfo: [String: String] { get set }
  /// True if the property has an index. Models used this before there were fetch indexes.
  var isIndexed: Bool { get set }
  /// True if Spotlight should index the value, on Apple's platforms.
  var isIndexedBySpotlight: Bool { get set }
  /// The model editor's renaming identifier. See ``formerName``.
  var elementID: String? { get set }
  /// True if the value may be synchronized.
  var isSyncable: Bool { get set }
}

// The model editor writes its renaming identifier as `elementID`, as successive versions of models
// show.

extension DescribedProperty {
  /// The property's name in an earlier version of the model, or nil if it is unchanged.
  public var formerName: String? { name.former(renamingIdentifier, elementID) }
}

extension PropertyDescription {
  /// The property's name in an earlier version of the model, or nil if it is unchanged.
  public var formerName: String? { underlying.formerName }
}

extension EntityDescription {
  /// The entity's name in an earlier version of the model, or nil if it is unchanged.
  public var formerName: String? { name.former(renamingIdentifier, elementID) }
}

extension String {
  fileprivate func former(_ names: String?...) -> String? {
    let name = names.lazy.compactMap(\.self).first { !$0.isEmpty }
    return name == self ? nil : name
  }
}
