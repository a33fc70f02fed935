package import Foundation
@_spi(Query) import StrataModel
package import StrataQuery
package import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Sets the properties with `@Attribute(.createdAt)` and `.updatedAt` of the objects that a save
  /// would write.
  ///
  /// O(number of unsaved changes), if any class has such a property.
  ///
  /// - Parameter time: The time of the save, the same for all objects and stores.
  /// - Throws: `ModelError` and `StorageError`, which can't happen for a property of a date.
  package func setTimestamps(at time: Date) throws {
    guard hasTimestamps else { return }
    saveTime = try StoredValue.encode(time)
    verifyArrays()
    try setTimestamps()
  }

  /// Sets the same properties of objects that have changed since, with the time of the running save.
  func setTimestamps() throws {
    guard hasTimestamps, !saveTime.isEmpty else { return }
    dropStaleInserts()
    for model in pending.inserted {
      let timestamps = entities[model._$state.entity].timestamps
      if let createdAt = timestamps.createdAt, try isUnset(createdAt, of: model) {
        try set(createdAt, of: model)
      }
      if let updatedAt = timestamps.updatedAt { try set(updatedAt, of: model) }
    }
    for model in pending.changed where !model._$state.flags.contains(.deleted) {
      let entity = entities[model._$state.entity]
      guard let updatedAt = entity.timestamps.updatedAt else { continue }
      var written = writtenProperties(of: model)
      written.formIntersection(entity.rowProperties)
      // The time of a save that failed is no change.
      written.subtract(PropertySet(updatedAt))
      if !written.isEmpty { try set(updatedAt, of: model) }
    }
  }

  private func set(_ property: PropertyIndex, of model: any PersistentModel) throws {
    let name = type(of: model)._$entity.properties[property].name
    guard try model.columnValues(forKey: name) != saveTime else { return }
    // While the object has the value from before.
    model._$recordChange(of: property)
    try model.setColumnValues(saveTime, forKey: name)
  }

  /// True if a property has the value that it has in a new object.
  private func isUnset(_ property: PropertyIndex, of model: any PersistentModel) throws -> Bool {
    let name = type(of: model)._$entity.properties[property].name
    let values = try model.columnValues(forKey: name)
    return try values == [.null] || values == StoredValue.encode(Date.distantPast)
  }
}

extension GraphEntity {
  /// The assignment of a time to the property with `@Attribute(.updatedAt)`, or nil if there is none.
  package func updateTime(_ time: Date) throws -> QueryAssignment? {
    try timestamps.updatedAt.flatMap { try assignment(of: StoredValue.encode(time), to: $0) }
  }

  /// The assignment of a value to an attribute with one column.
  package func assignment(
    of values: [ColumnValue], to property: PropertyIndex
  ) -> QueryAssignment? {
    guard let value = values.first,
      let column = table.columns.first(where: { $0.property == property })
    else { return nil }
    return QueryAssignment(
      entity.properties[property].name, column.description, .constant(value))
  }
}
