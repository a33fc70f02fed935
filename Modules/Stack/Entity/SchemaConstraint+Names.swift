import StrataSchema

extension SchemaConstraint {
  /// The names of the properties in each group, `dataContent.value1` for a part of a value of several
  /// columns; empty groups are left out.
  ///
  /// - Throws: ``SchemaError/invalidConstraint(entity:keyPath:)``.
  func groups(in entity: ModelEntity) throws(SchemaError) -> [[String]] {
    var groups: [[String]] = []
    for keyPaths in keyPathGroups where !keyPaths.isEmpty {
      var names: [String] = []
      for keyPath in keyPaths {
        let property = entity.property(at: keyPath)
        guard property?.isEphemeral != true,
          let name = property?.name ?? Self.part(keyPath, of: entity)
        else {
          throw .invalidConstraint(
            entity: entity.name, keyPath: KeyPathWalk.words(for: keyPath, from: entity))
        }
        names.append(name)
      }
      groups.append(names)
    }
    return groups
  }

  private static func part(_ keyPath: AnyKeyPath, of entity: ModelEntity) -> String? {
    // Why a key path leads to no column is the constraint's error to say.
    var walk = KeyPathWalk(keyPath, from: entity)
    guard case .value(.column(let path, let column))? = try? walk?.end(of: QueryPath()),
      path.steps.isEmpty
    else { return nil }
    let part = column.description.part
    return part.isEmpty ? column.property : "\(column.property).\(part)"
  }
}
