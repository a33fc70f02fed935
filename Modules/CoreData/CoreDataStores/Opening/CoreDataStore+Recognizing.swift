public import Foundation
import StrataSQLite

extension CoreDataStore {
  /// Returns true if a file is a store of Core Data or SwiftData, and false for one that isn't a
  /// database.
  ///
  /// It writes nothing, neither to the file nor beside it.
  ///
  /// - Throws: `StorageError` if the file can't be read.
  public static func isStore(at url: URL) throws -> Bool {
    guard try DatabaseKind(of: url) == .other else { return false }
    let snapshot = try StoreSnapshot(of: url)
    let connection = try snapshot.connect()
    defer { connection.close() }
    let count = try connection.integer(
      """
      SELECT count(*) FROM sqlite_schema WHERE type = 'table' \
      AND upper(name) IN ('Z_METADATA', 'Z_PRIMARYKEY')
      """)
    return count == 2
  }
}
