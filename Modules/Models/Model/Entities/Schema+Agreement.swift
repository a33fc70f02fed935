import StrataSchema

extension Schema {
  /// Checks that the schema describes the classes as they are now, since rows are read and written
  /// by position.
  ///
  /// Default values may differ, since some are evaluated at each use.
  ///
  /// - Throws: ``ModelError/schemaDiffersFromModels(entity:)`` or a `SchemaError`.
  package func checkAgreement(with models: [any PersistentModel.Type]) throws {
    let own = Schema(models, version: version)
    if let problem = own.problem { throw problem }
    let names = Set(entitiesByName.keys).union(own.entitiesByName.keys)
    for name in names.sorted() {
      guard let entity = entitiesByName[name], let other = own.entitiesByName[name],
        entity.superentityName == other.superentityName,
        entity.properties.elementsEqual(other.properties, by: Self.areAlike)
      else { throw ModelError.schemaDiffersFromModels(entity: name) }
    }
  }

  private static func areAlike(_ lhs: Property, _ rhs: Property) -> Bool {
    switch (lhs, rhs) {
    case (.attribute(let lhs), .attribute(let rhs)):
      lhs.name == rhs.name && lhs.columns == rhs.columns && lhs.check == rhs.check
    case (.relationship(let lhs), .relationship(let rhs)): lhs == rhs
    default: false
    }
  }
}
