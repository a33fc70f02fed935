public import Foundation
import StrataDescriptions
import StrataSchema
import StrataStorage

extension CoreDataStore {
  /// Imports the whole store into a new one: objects with their keys, relationships with their
  /// orders, and the history.
  ///
  ///     let report = try CoreDataStore(url: old).importAll(to: new)
  ///     print(report.problemCount, "problems")
  ///
  /// Content that can't be imported, such as an object without a required value, is left out and
  /// reported. The import writes a temporary file in the destination's folder in one transaction,
  /// and renames it when it is complete. O(size of the store).
  ///
  /// - Parameters:
  ///   - destination: The new file, which mustn't exist.
  ///   - progress: Called every 1,000 rows with the number of rows done. Throw to cancel.
  /// - Throws: ``CoreDataStoreError``, `StorageError`, or errors of `progress`. No file is left
  ///   behind then.
  public func importAll(
    to destination: URL, progress: (_ rowCount: Int) throws -> Void = { _ in }
  ) throws -> CoreDataImport {
    let schema = try Schema(model)
    let source = try store(of: schema, checksValues: true)
    return try ImportPlace(destination).fill { part in
      // Doesn't escape: the import ends before this closure returns.
      try withoutActuallyEscaping(progress) { progress in
        var run = try StoreImport(
          self, source, try Store.open(schema, at: part), progress: progress)
        return try run.run()
      }
    }
  }
}
