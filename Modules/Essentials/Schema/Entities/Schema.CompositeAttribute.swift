extension Schema {
  /// An attribute of several columns, as a list of its parts.
  public struct CompositeAttribute: Sendable, Hashable, Codable {
    /// The attribute as a whole.
    public let attribute: Attribute

    /// The property's name in the model class.
    public var name: String { attribute.name }

    /// The parts, in order of their columns, with the columns' types.
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
  /// The attribute as a list of its parts, or nil if it has a single column.
  public var composite: Schema.CompositeAttribute? {
    columns.count > 1 ? Schema.CompositeAttribute(attribute: self) : nil
  }
}
