/// What attributes and relationships have in common.
public protocol SchemaProperty: Sendable, Hashable, Codable {
  /// The property's name in the model class.
  var name: String { get }
  /// The name it had in an earlier version; the same as `name` when none is given.
  var originalName: String { get }
  /// The Swift type of the property; `Any` where only its name is known.
  var valueType: any Any.Type { get }
  /// Changed to tell versions apart that differ in nothing else.
  var hashModifier: String? { get }
  /// Whether no two objects may have the same value.
  var isUnique: Bool { get }
  /// Whether there may be no value.
  var isOptional: Bool { get }
  /// Whether the property is an attribute.
  var isAttribute: Bool { get }
}

extension SchemaProperty {
  /// Whether the property is a relationship.
  public var isRelationship: Bool { !isAttribute }
  /// Whether the property isn't kept; false, since a schema has only those that are.
  public var isTransient: Bool { false }
}
