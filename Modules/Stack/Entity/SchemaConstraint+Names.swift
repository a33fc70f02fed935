import StrataSchema

extension SchemaConstraint {
  /// The names of the properties in each group; empty groups and unknown key paths are left out.
  func groups(in entity: ModelEntity) -> [[String]] {
    keyPathGroups.map { group in
      group.compactMap { keyPath in
        entity.property(at: keyPath)?.name
      }
    }.filter { !$0.isEmpty }
  }
}
