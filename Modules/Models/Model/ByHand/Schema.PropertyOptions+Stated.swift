import StrataSchema

extension Schema.PropertyOptions {
  /// Reads the options from a `Schema.Attribute` or a `Schema.Relationship` that a class's
  /// `schemaMetadata` has.
  init(stated metadata: (any SchemaProperty)?) {
    self.init()
    self.metadata = metadata
    switch metadata {
    case let attribute as Schema.Attribute:
      options = attribute.options
      originalName = attribute.originalName.isEmpty ? nil : attribute.originalName
      hashModifier = attribute.hashModifier
    case let relationship as Schema.Relationship:
      options = relationship.options.contains(.unique) ? [.unique] : []
      originalName = relationship.originalName.isEmpty ? nil : relationship.originalName
      deleteRule = relationship.deleteRule
      inverse = relationship.inverseKeyPath
      minimumCount = relationship.minimumModelCount ?? 0
      maximumCount = relationship.maximumModelCount ?? 0
      hashModifier = relationship.hashModifier
    default: break
    }
  }
}
