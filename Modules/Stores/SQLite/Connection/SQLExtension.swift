internal import StrataCSQLite
public import Foundation
import StrataSchema

/// An extension of SQLite in a shared library, such as one that searches vectors or computes with places.
///
/// ```swift
/// configuration.extensions = [SQLExtension(at: URL(fileURLWithPath: "/usr/lib/sqlite-vec/vec0.so"))]
/// ```
///
/// A context's connections load it. Its functions, collations and virtual tables are there in your own SQL. Its code
/// runs in your program, so that only a library that you trust should be loaded.
public struct SQLExtension: Sendable, Hashable {
  /// The file.
  public let url: URL
  /// The name of the function that begins the extension, or nil for the one that SQLite derives from the file's name.
  public let entryPoint: String?

  /// Names an extension.
  public init(at url: URL, entryPoint: String? = nil) {
    self.url = url
    self.entryPoint = entryPoint
  }
}

/// A connection to a store's file that your program prepares before a context uses it
/// (`ModelConfiguration.prepare`).
public struct ConnectionPreparation {
  private let connection: Connection

  fileprivate init(_ connection: Connection) { self.connection = connection }

  /// A setting of one connection, which changes neither the file nor what statements return. See
  /// sqlite.org/pragma.html.
  public enum Setting: String, Sendable, CaseIterable {
    /// The number of rows of an index that ANALYZE looks at.
    case analysisLimit = "analysis_limit"
    /// The size of the page cache: pages, or KiB as a negative number.
    case cacheSize = "cache_size"
    /// The number of pages from which on the cache writes changes early. 0 for never.
    case cacheSpill = "cache_spill"
    /// 1 to check each page that is read.
    case cellSizeCheck = "cell_size_check"
    /// The number of bytes of the file that are mapped into memory.
    case memoryMapSize = "mmap_size"
    /// The place of temporary tables: 1 for files, 2 for memory.
    case temporaryStore = "temp_store"
    /// The number of threads that may help to sort.
    case threads
  }

  /// Sets a setting.
  ///
  /// - Throws: `StorageError`.
  public func set(_ setting: Setting, to value: Int) throws {
    try connection.forEachRow("PRAGMA \(SQL(setting.rawValue)) = \(SQL(String(value)))") { _ in }
  }

  /// Runs one statement that reads, such as `SELECT` with a function of an extension.
  ///
  /// - Throws: ``StorageError/refusedStatement(sql:reason:)`` for any other statement, ``StorageError``.
  public func run(_ sql: String) throws {
    let statement = SQL(sql)
    _ = try StatementCheck(connection).check(statement, mayWrite: false)
    try connection.forEachRow(statement) { _ in }
  }
}

extension Connection {
  /// Loads a program's extensions, and lets the program prepare the connection.
  func load(
    _ extensions: [SQLExtension], _ prepare: (@Sendable (ConnectionPreparation) throws -> Void)?
  ) throws {
    if let handle, !extensions.isEmpty {
      sqlite3_enable_load_extension(handle, 1)
      // Otherwise a statement could load others.
      defer { sqlite3_enable_load_extension(handle, 0) }
      for wanted in extensions {
        var message: UnsafeMutablePointer<CChar>?
        defer { sqlite3_free(message) }
        let code = sqlite3_load_extension(handle, wanted.url.path, wanted.entryPoint, &message)
        guard code == SQLITE_OK else {
          throw StorageError.extensionNotLoaded(
            path: wanted.url.path,
            reason: message.map { String(cString: $0) }
              ?? String(cString: sqlite3_errmsg(handle)))
        }
      }
    }
    try prepare?(ConnectionPreparation(self))
  }
}
