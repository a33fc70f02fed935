extension Schema {
  /// An attribute or a relationship.
  public enum Property: Sendable {
    case attribute(Attribute)
    case relationship(Relationship)

    /// The property's name in the model class.
    public var name: String {
      switch self {
      case .attribute(let attribute): attribute.name
      case .relationship(let relationship): relationship.name
      }
    }

    /// The full names of the property's columns in its entity's table.
    public var columnNames: [String] {
      switch self {
      case .attribute(let attribute): attribute.columns.map { $0.name(of: attribute.name) }
      case .relationship(let relationship):
        relationship.isToOne ? [relationship.columnName] : []
      }
    }
  }
}

extension Schema.Property: SchemaProperty {
  /// The attribute or the relationship, with its own type.
  public var underlying: any SchemaProperty {
    switch self {
    case .attribute(let attribute): attribute
    case .relationship(let relationship): relationship
    }
  }

  /// The name in an earlier version.
  public var originalName: String { underlying.originalName }
  /// The Swift type of the property.
  public var valueType: any Any.Type { underlying.valueType }
  /// A text that you change to distinguish versions without other differences.
  public var hashModifier: String? { underlying.hashModifier }
  /// True if no two objects may have the same value.
  public var isUnique: Bool { underlying.isUnique }
  /// True if there may be no value.
  public var isOptional: Bool { underlying.isOptional }
  /// True for an attribute.
  public var isAttribute: Bool { underlying.isAttribute }
}

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
