import StrataCoreDataStores
import StrataModel
import StrataSchema
import StrataStack

extension ManagedObject {
  /// Replaces external data that couldn't be read by nil, as Core Data gives it, and reports the reason to the
  /// context's `errorHandler`: once for each time that the object is read from the store. The store is only
  /// read, so that nothing is lost by it.
  ///
  /// - Returns: Whether there was such data.
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
