import StrataContexts
import StrataCoreDataStores
import StrataModel
import StrataSchema

extension ManagedObject {
  /// Replaces external data that can't be read with nil, as Core Data does, and reports the reason
  /// to the context's `errorHandler`.
  ///
  /// It reports once each time the object is read. The store isn't written, so the data isn't lost.
  ///
  /// - Returns: True if the property had such data.
  func dropUnreadableData(of property: PropertyPlace, from start: Int) -> Bool {
    var isFound = false
    for (offset, column) in property.columnDescriptions.enumerated() {
      guard let data = UnreadableExternalData(values[start + offset], in: column) else { continue }
      isFound = true
      values[start + offset] = .null
      modelContext?.report(
        ManagedObjectError.unreadableValue(
          entity: managedEntity.name, key: property.name,
          reason: "in \(persistentModelID), \(data)"))
    }
    return isFound
  }
}
