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

    /// The full names of the columns that the property's table keeps for it.
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
  /// The attribute or the relationship, as what it is.
  public var underlying: any SchemaProperty {
    switch self {
    case .attribute(let attribute): attribute
    case .relationship(let relationship): relationship
    }
  }

  /// The name it had in an earlier version.
  public var originalName: String { underlying.originalName }
  /// The Swift type of the property.
  public var valueType: any Any.Type { underlying.valueType }
  /// Changed to tell versions apart that differ in nothing else.
  public var hashModifier: String? { underlying.hashModifier }
  /// Whether no two objects may have the same value.
  public var isUnique: Bool { underlying.isUnique }
  /// Whether there may be no value.
  public var isOptional: Bool { underlying.isOptional }
  /// Whether it is an attribute.
  public var isAttribute: Bool { underlying.isAttribute }
}
