extension Schema {
  /// The schema without what stores don't depend on and what may differ from run to run: Swift types
  /// and default values.
  ///
  /// - Throws: ``SchemaError``, which a schema that was checked once doesn't.
  package func structure() throws(SchemaError) -> Schema {
    let forms = entities.map { Entity.Form($0, properties: $0.ownProperties.map(\.structure)) }
    return try Schema(entities: Entity.entities(forms), version: version)
  }

  /// The schema together with the entities of another one that it lacks, but for those of a third.
  ///
  /// - Throws: ``SchemaError`` where the two don't go together.
  package func joined(
    with other: Schema, except known: Schema? = nil
  ) throws(SchemaError) -> Schema {
    let missing = other.entities.filter {
      entitiesByName[$0.name] == nil && known?.entitiesByName[$0.name] == nil
    }
    guard !missing.isEmpty else { return self }
    let forms = (entities + missing).map { Entity.Form($0) }
    return try Schema(entities: Entity.entities(forms), version: version)
  }
}

extension Schema.Property {
  fileprivate var structure: Schema.Property {
    switch self {
    case .attribute(let attribute):
      .attribute(
        Schema.Attribute(
          name: attribute.name, originalName: attribute.originalName, options: attribute.options,
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
