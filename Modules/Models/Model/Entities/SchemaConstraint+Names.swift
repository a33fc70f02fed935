internal import StrataRuntime
internal import StrataSchema
internal import StrataSQLite

extension SchemaConstraint {
  /// Returns the names of the properties in each group, without empty groups.
  ///
  /// A part of a value of several columns has a name such as `dataContent.value1`.
  ///
  /// - Throws: ``SchemaError/invalidConstraint(entity:keyPath:)``.
  func groups(in entity: _ModelEntity) throws(SchemaError) -> [[String]] {
    var groups: [[String]] = []
    for keyPaths in keyPathGroups where !keyPaths.isEmpty {
      var names: [String] = []
      for keyPath in keyPaths {
        let property = entity.property(at: keyPath)
        guard property?.isEphemeral != true,
          let name = property?.name ?? Self.part(keyPath, of: entity)
        else {
          throw .invalidConstraint(
            entity: entity.name, keyPath: entity.words(for: keyPath))
        }
        names.append(name)
      }
      groups.append(names)
    }
    return groups
  }

  // A part of a value of several columns. The caller throws if there is none.
  private static func part(_ keyPath: AnyKeyPath, of entity: _ModelEntity) -> String? {
    guard let (property, columns) = entity.part(at: keyPath), columns.count == 1 else { return nil }
    return "\(property.name).\(columns[0].part)"
  }
}
