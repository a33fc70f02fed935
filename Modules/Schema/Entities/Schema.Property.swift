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
