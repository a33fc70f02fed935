internal import Foundation
internal import StrataPlatform

/// The state of a database file and its logs, for reading the file without locks.
///
/// A connection needs files beside the database, even to read. In a folder that can't be written there
/// are none, and SQLite can read the file only without locks (sqlite.org/uri.html, "immutable"). The
/// result is right as long as no other program writes the file. Comparing two images shows that.
package struct FileImage: Equatable, Sendable {
  /// The file's own path.
  package let path: String
  private let file: FileState
  /// The write-ahead log. Its first bytes change at each restart, even if its length and its time stay
  /// the same.
  private let log: FileState?
  /// The rollback journal: the former pages of an open transaction.
  private let journal: FileState?

  /// - Parameter path: The file's own path, as the target of a link.
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``, also if there is something else than a file.
  package init(_ path: String) throws(StorageError) {
    self.path = path
    guard let file = try FileState(path, of: path) else {
      throw .cannotOpen(path: path, reason: "there is no such file")
    }
    self.file = file
    log = try FileState(path + "-wal", of: path, headerSize: 32)
    journal = try FileState(path + "-journal", of: path, headerSize: 28)
  }

  /// True if the file contains all committed transactions and nothing else.
  package var isWhole: Bool { (log?.size ?? 0) == 0 && !hasHotJournal }

  /// True if a transaction may have stopped while it wrote the file. The journal of a complete one is
  /// empty, or has zeros in its header (sqlite.org/fileformat.html).
  package var hasHotJournal: Bool {
    guard let journal, journal.size > 0 else { return false }
    return journal.header?.first ?? 1 != 0
  }

  /// True if the file is too short for a database's header.
  ///
  /// SQLite takes a file of a single byte for an empty database.
  package var lacksHeader: Bool { file.size < 100 }

  /// True if the log's index is there, which connections share.
  package var hasLogIndex: Bool { access(path + "-shm", F_OK) == 0 }

  /// The name by which SQLite opens the file without locks.
  var uri: String { URL(fileURLWithPath: path).absoluteString + "?immutable=1" }

  /// True if the database itself is the same. Its logs may differ: a connection that holds the lock
  /// may have made them.
  package func hasSameFile(as other: FileImage) -> Bool { path == other.path && file == other.file }

  /// The file's current state.
  package func again() throws(StorageError) -> FileImage { try FileImage(path) }
}

extension Connection {
  /// Opens a database for reading, without locks if its folder can't be written.
  ///
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``, also if a log beside the file had to be read.
  package static func reading(_ path: String) throws(StorageError) -> Connection {
    let connection = try Connection(path: path, isReadOnly: true)
    do {
      _ = try connection.integer("PRAGMA schema_version")
      return connection
    } catch .cannotOpen, .readOnly {
      connection.close()
    }
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let image = try FileImage(file)
    guard image.isWhole else {
      let log = file + (image.hasHotJournal ? "-journal" : "-wal")
      throw .cannotOpen(
        path: path,
        reason:
          "its folder can't be written, and its log \(log) has changes that can't be read "
          + "without; open it where it can be written, or copy both files to a folder of your own")
    }
    return try Connection(path: path, isReadOnly: true, busyTimeout: 10, image: image)
  }

  /// Opens a database for reading, without locks and without files beside it.
  ///
  /// - Parameters:
  ///   - image: The expected state of the file, now and at each read.
  ///   - path: The file's path in messages, which is the original's for a copy.
  /// - Throws: ``StorageError/changedWhileRead(path:)``, ``StorageError/cannotOpen(path:reason:)``, also if
  ///   a log beside the file had to be read.
  package static func reading(
    _ image: FileImage, as path: String
  ) throws(StorageError) -> Connection {
    guard image.isWhole else {
      throw .cannotOpen(path: path, reason: "its log has changes that aren't in the file")
    }
    let connection = try Connection(path: path, isReadOnly: true, busyTimeout: 10, image: image)
    try connection.checkImage()
    return connection
  }

  /// Opens a database for reading as the file is, without its log, without locks and without files beside it.
  ///
  /// The result lacks the transactions of the log. While another program copies the log into the file, it may have parts
  /// of some.
  ///
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``.
  package static func readingWithoutLog(_ image: FileImage) throws(StorageError) -> Connection {
    try Connection(path: image.path, isReadOnly: true, busyTimeout: 10, image: image)
  }

  /// Checks that no program has changed the file since it was opened without locks.
  ///
  /// - Throws: ``StorageError/changedWhileRead(path:)``.
  package func checkImage() throws(StorageError) {
    guard let image else { return }
    do {
      if try image.again() == image { return }
    } catch .cannotOpen {
      // It is gone, or something else is in its place.
    }
    throw .changedWhileRead(path: path)
  }
}
