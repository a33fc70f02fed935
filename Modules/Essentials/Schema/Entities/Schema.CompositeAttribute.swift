extension Schema {
  /// An attribute that is kept in several columns, taken apart.
  public struct CompositeAttribute: Sendable, Hashable, Codable {
    /// The whole.
    public let attribute: Attribute

    /// The property's name in the model class.
    public var name: String { attribute.name }

    /// The parts, in order of their columns; of the types that the columns hold.
    public var properties: [Attribute] {
      attribute.columns.map { column in
        Attribute(
          name: column.part,
          valueType: column.storageClass.valueType(isOptional: column.isOptional),
          columns: [
            ColumnDescription(
              "", column.storageClass, isOptional: column.isOptional, meaning: column.meaning)
          ])
      }
    }
  }
}

extension Schema.Attribute {
  /// The attribute taken apart; nil for one of a single column.
  public var composite: Schema.CompositeAttribute? {
    columns.count > 1 ? Schema.CompositeAttribute(attribute: self) : nil
  }
}
