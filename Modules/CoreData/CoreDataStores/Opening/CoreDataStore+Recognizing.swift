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
    // Throws for anything but a file. Opening a pipe, for example, would block.
    _ = try FileImage(url.resolvingSymlinksInPath().path)
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }  // It was only read.
    let header = try handle.read(upToCount: 100) ?? Data()
    guard header.starts(with: Data("SQLite format 3\0".utf8)) else { return false }
    // Stores of this library have their own `application_id` in the header (at byte 68).
    guard header.count == 100, Array(header[68..<72]) != [0x53, 0x74, 0x72, 0x61] else {
      return false
    }
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
