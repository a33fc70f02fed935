public import Foundation
import StrataDescriptions
import StrataSchema
import StrataStorage

extension CoreDataStore {
  /// Writes all of the store into a new one of ours: objects with their keys, relationships with their
  /// orders, and the history with its authors.
  ///
  /// What can't be written, such as an object that lacks a value that it must have, is left out and told;
  /// all else is written, in one transaction, to a file of another name in the same folder, which gets its
  /// own when it is whole. O(size of the store).
  ///
  /// - Parameters:
  ///   - destination: A file that isn't there yet.
  ///   - progress: Is told every 1,000 rows how many are done; may throw to stop.
  /// - Throws: ``CoreDataStoreError``, `StorageError`, what `progress` throws. No file is left then.
  public func importAll(
    to destination: URL, progress: (_ rowCount: Int) throws -> Void = { _ in }
  ) throws -> CoreDataImport {
    let schema = try Schema(model)
    let source = try store(of: schema, checksValues: true)
    return try ImportPlace(destination).fill { part in
      // The store is closed when this returns.
      try withoutActuallyEscaping(progress) { progress in
        var run = try StoreImport(
          self, source, try Store.open(schema, at: part), progress: progress)
        return try run.run()
      }
    }
  }
}
