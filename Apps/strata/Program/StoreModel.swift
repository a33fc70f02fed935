import Foundation
import StrataArchives
import StrataModelFiles
import StrataSQLite
import StrataSchema

/// The model that a store of Core Data keeps.
enum StoreModel {
  private static let magic = Data("SQLite format 3\0".utf8)

  /// Whether there is a database.
  static func isStore(_ url: URL) -> Bool {
    // A file that can't be read is told of by whoever reads it as a model.
    guard let handle = try? FileHandle(forReadingFrom: url) else { return false }
    // It was only read.
    defer { try? handle.close() }
    return (try? handle.read(upToCount: magic.count)) == magic
  }

  /// Reads a store's model; nothing is left beside the store.
  static func read(_ url: URL, path: String) throws -> ArchivedModel {
    guard try hasLog(url, path: path) else { return try readInPlace(url, path: path) }
    // Who reads a store with a log makes files beside it, which stay there.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-\(UUID().uuidString)", isDirectory: true)
    // It is a temporary folder, so what can't be removed does no harm.
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appendingPathComponent("store")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: url, to: copy)
      if FileManager.default.fileExists(atPath: url.path + "-wal") {
        try FileManager.default.copyItem(atPath: url.path + "-wal", toPath: copy.path + "-wal")
      }
    } catch {
      throw ModelFileError.unreadable(path: path, reason: error.localizedDescription)
    }
    return try readInPlace(copy, path: path)
  }

  /// Whether changes go to a log first, by the database's header: https://sqlite.org/fileformat.html
  private static func hasLog(_ url: URL, path: String) throws -> Bool {
    do {
      let handle = try FileHandle(forReadingFrom: url)
      // As above.
      defer { try? handle.close() }
      let header = try handle.read(upToCount: 20) ?? Data()
      return header.count == 20 && header[header.startIndex + 18] == 2
    } catch {
      throw ModelFileError.unreadable(path: path, reason: error.localizedDescription)
    }
  }

  private static func readInPlace(_ url: URL, path: String) throws -> ArchivedModel {
    do {
      let connection = try Connection(path: url.path, isReadOnly: true)
      let tables = try connection.integer(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('Z_METADATA', 'Z_MODELCACHE')")
      guard tables == 2 else {
        throw ModelFileError.notAModel(
          path: path,
          reason: tables == 1
            ? "the store is of 2014 or older, and has no model within; give its .xcdatamodeld"
            : "the database is no store of Core Data")
      }
      guard case .blob(let data) = try connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE") else {
        throw ModelFileError.notAModel(path: path, reason: "the store has no model within")
      }
      return try ArchivedModel(modelCache: data)
    } catch let error as StorageError {
      throw ModelFileError.unreadable(path: path, reason: "\(error)")
    } catch let error as ArchiveError {
      throw ModelFileError.notAModel(path: path, reason: "\(error)")
    }
  }
}
