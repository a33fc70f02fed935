public import Foundation
import StrataDescriptions
import StrataSchema
import StrataStorage

extension CoreDataStore {
  /// Writes all of the store into a new one of ours: objects with their keys, relationships with their
  /// orders, and the history with its authors.
  ///
  /// What can't be written, such as an object that lacks a value that it must have, is left out and told;
  /// all else is written, in one transaction. O(size of the store).
  ///
  /// - Parameter destination: A file that isn't there yet.
  /// - Throws: ``CoreDataStoreError``, `StorageError`. No file is left then.
  public func importAll(to destination: URL) throws -> CoreDataImport {
    let schema = try Schema(model)
    guard !FileManager.default.fileExists(atPath: destination.path) else {
      throw CoreDataStoreError.destinationExists(path: destination.path)
    }
    do {
      var run = StoreImport(self, try store(of: schema), try Store.open(schema, at: destination))
      return try run.run()
    } catch {
      for suffix in ["", "-wal", "-shm"] {
        // Why the import failed matters more than a file that is left of it.
        try? FileManager.default.removeItem(atPath: destination.path + suffix)
      }
      throw error
    }
  }
}
