import StrataObservation
import StrataStorage

extension ModelContainer {
  /// Deletes all objects of all stores at once, without applying delete rules.
  ///
  /// Contexts merge this like other deletions. Their new, unsaved objects remain. If there are
  /// several stores, each is erased in a transaction of its own.
  ///
  /// - Throws: `StorageError` if a store can't be written.
  public func erase() throws {
    for store in core.stores {
      if let number = try store.store.erase() { changes.publish(number) }
    }
  }

  /// Deletes all objects of all stores and ignores errors.
  ///
  /// This is SwiftData's older method. Prefer ``erase()``, which throws.
  public func deleteAllData() { try? erase() }
}
