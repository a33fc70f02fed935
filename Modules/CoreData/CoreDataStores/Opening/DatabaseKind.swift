package import Foundation
import StrataSQLite
import StrataStorage

/// The kind of a database file, which SQLite reads together with its log.
///
/// The bytes of the file alone don't say it: until the first checkpoint everything in a new store is in its log.
package enum DatabaseKind: Sendable {
  /// A store of this library.
  case strata
  /// A database of another program, such as a store of Core Data.
  case other

  /// Recognizes a file. Returns nil if it isn't a database.
  ///
  /// It writes nothing, neither to the file nor beside it, and may be used where this process has the file open.
  ///
  /// - Throws: `StorageError` if the file can't be read.
  package init?(of url: URL) throws {
    // Throws for anything but a file. Opening a pipe, for example, would block.
    let image = try FileImage(url.resolvingSymlinksInPath().path)
    guard !image.lacksHeader else { return nil }
    do {
      self = try Self.recognized(image) ?? Self.read(with: url, image)
    } catch StorageError.notADatabase {
      return nil
    }
  }

  /// Asks the file without its log. Returns nil if the log can say otherwise.
  private static func recognized(_ image: FileImage) throws -> DatabaseKind? {
    let connection = try Connection.readingWithoutLog(image)
    defer { connection.close() }
    if image.isWhole { return try Self(connection) }
    do {
      // A store that was checkpointed once stays one. The copy for the log of another program's is made once, when
      // that is opened.
      if try Self(connection) == .strata { return .strata }
      let isEmpty = try connection.integer("SELECT 1 FROM sqlite_schema LIMIT 1") == nil
      return isEmpty ? nil : .other
    } catch StorageError.corrupt {
      // A checkpoint may be writing these pages.
      return nil
    }
  }

  private static func read(with url: URL, _ image: FileImage) throws -> DatabaseKind {
    // The index is there if a program has the file open or was killed. A connection then makes no file, and closing
    // it gives up no lock of this process, as closing a copied file would (fcntl(2)).
    if image.hasLogIndex {
      do {
        let connection = try Connection(path: image.path, isReadOnly: true)
        defer { connection.close() }
        return try Self(connection)
      } catch StorageError.cannotOpen, StorageError.readOnly {
        // The folder can't be written. A copy can.
      }
    }
    let connection = try StoreSnapshot(of: url).connect()
    defer { connection.close() }
    return try Self(connection)
  }

  private init(_ connection: Connection) throws {
    self = try Store.isMarked(connection) ? .strata : .other
  }
}
