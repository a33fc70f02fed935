extension Schema {
  /// Returns the schema without Swift types and default values, which may differ between runs and
  /// don't affect the store.
  ///
  /// - Throws: ``SchemaError``, but not for a schema that was checked before.
  package func structure() throws(SchemaError) -> Schema {
    let forms = entities.map { Entity.Form($0, properties: $0.ownProperties.map(\.structure)) }
    return try Schema(
      entities: Entity.entities(forms), version: version, modelTypes: nil, isRecorded: true)
  }
}

extension Schema.Property {
  var structure: Schema.Property {
    switch self {
    case .attribute(let attribute):
      .attribute(
        Schema.Attribute(
          name: attribute.name, originalName: attribute.originalName,
          options: attribute.options, valueType: Any.self, columns: attribute.columns,
          check: attribute.check, hashModifier: attribute.hashModifier
        ).shaped(attribute.shape))
    case .relationship(let one):
      .relationship(
        Schema.Relationship(
          name: one.name, originalName: one.originalName, destination: one.destination,
          inverseName: one.inverseName, inverseIsToOne: one.inverseIsToOne,
          inverseOrigin: one.inverseOrigin, isToOne: one.isToOne, isOptional: one.isOptional,
          deleteRule: one.deleteRule, columnName: one.columnName, options: one.options,
          minimumModelCount: one.minimumModelCount, maximumModelCount: one.maximumModelCount,
          hashModifier: one.hashModifier))
    }
  }
}
