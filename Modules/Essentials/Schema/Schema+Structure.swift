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

  /// Returns the schema with the entities of another one that it lacks, except those of a third.
  ///
  /// - Throws: ``SchemaError`` if the two are incompatible.
  package func joined(
    with other: Schema, except known: Schema? = nil
  ) throws(SchemaError) -> Schema {
    let missing = other.entities.filter {
      entitiesByName[$0.name] == nil && known?.entitiesByName[$0.name] == nil
    }
    guard !missing.isEmpty else { return self }
    let forms = (entities + missing).map { Entity.Form($0) }
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
          // Saves set these values. The store has a column like any other.
          options: attribute.options.filter { !Schema.Attribute.Option.timestamps.contains($0) },
          valueType: Any.self, columns: attribute.columns, check: attribute.check,
          hashModifier: attribute.hashModifier
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
