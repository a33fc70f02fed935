public import Foundation
internal import StrataSQLite

extension Store {
  /// Opens a store of which no models are at hand, to be read: by what it says of itself.
  ///
  /// - Throws: `StorageError`: no file, no store of ours, or one that says nothing of its tables, as one
  ///   that was made before stores did.
  public static func openRecorded(at url: URL) throws -> Store {
    try checkPath(url.path, isReadOnly: true)
    let connection = try Connection.reading(url.path)
    defer { connection.close() }
    try checkFormat(connection)
    guard let schema = try SchemaRecord(connection, StoredTables(connection)).schema else {
      throw StorageError.cannotOpen(
        path: url.path,
        reason:
          "it doesn't say what its tables are; open it once with its models, by a program that may "
          + "write")
    }
    return try open(schema, at: url, isReadOnly: true)
  }
}
