/// The common requirements of attributes and relationships.
public protocol SchemaProperty: Sendable, Hashable, Codable {
  /// The property's name in the model class.
  var name: String { get }
  /// The name in an earlier version, or `name` if none is given.
  var originalName: String { get }
  /// The Swift type of the property, or `Any` if only its name is known.
  var valueType: any Any.Type { get }
  /// A text that you change to distinguish versions without other differences.
  var hashModifier: String? { get }
  /// True if no two objects may have the same value.
  var isUnique: Bool { get }
  /// True if there may be no value.
  var isOptional: Bool { get }
  /// True if the property is an attribute.
  var isAttribute: Bool { get }
}

extension SchemaProperty {
  /// True if the property is a relationship.
  public var isRelationship: Bool { !isAttribute }
  /// False, since a schema has only persisted properties.
  public var isTransient: Bool { false }
}
