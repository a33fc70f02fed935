import StrataObservation
import StrataStorage

extension ModelContainer {
  /// Deletes all objects of all stores, at once; no delete rule is asked. Contexts let go of their
  /// objects as they do of what others have deleted; what is new in them and not saved stays.
  ///
  /// Where there are several stores, each is emptied in a transaction of its own.
  ///
  /// - Throws: `StorageError` for a store that can't be written.
  public func erase() throws {
    for store in core.stores {
      if let number = try store.store.erase() { changes.publish(number) }
    }
  }

  /// Deletes all objects of all stores. SwiftData's older word, which can't say that it failed; prefer
  /// ``erase()``.
  public func deleteAllData() { try? erase() }
}
