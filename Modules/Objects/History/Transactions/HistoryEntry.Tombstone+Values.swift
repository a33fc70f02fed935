public import StrataModel
internal import StrataSQLite
internal import StrataSchema
public import StrataStorage

extension HistoryEntry.Tombstone {
  /// The value that a property had when its object was deleted, or nil if it wasn't preserved.
  ///
  /// A renamed property is found by its `originalName`.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)`` for a key path to anything but an
  ///   attribute. `StorageError.invalidValue` if the preserved value doesn't fit the property's
  ///   type any more.
  public subscript<Model: PersistentModel, Value>(
    keyPath: KeyPath<Model, Value>
  ) -> Value? {
    get throws {
      let entity = Model._$entity
      guard let property = entity.property(at: keyPath),
        case .attribute(_, let columns, _, _) = property.kind
      else {
        throw ModelError.unknownProperty(
          entity: entity.name, property: entity.words(for: keyPath))
      }
      let former = property.options.originalName.flatMap { self[property: $0] }
      guard let kept = self[property: property.name] ?? former else { return nil }
      let values = columns.map { column in
        kept.first { $0.part == column.part }?.value ?? .null
      }
      return try property.value(of: values, as: Value.self, table: entity.name)
    }
  }
}
