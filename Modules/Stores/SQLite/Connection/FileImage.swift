internal import Foundation

/// A database file at one moment, with its logs, to be read as one that nobody changes.
///
/// A connection needs files beside the database, even to read. Where the folder can't be written,
/// there are none, and the file can only be read without locks (sqlite.org/uri.html, "immutable").
/// That is right as long as nobody who may write there does so, which the image tells.
package struct FileImage: Equatable, Sendable {
  /// The file's own path.
  package let path: String
  private let file: FileState
  /// The write-ahead log. Its first bytes change whenever it begins anew, also where its length and the
  /// time, which passes in ticks, stay the same.
  private let log: FileState?
  /// The journal of a transaction that hasn't ended: the pages that it has replaced.
  private let journal: FileState?

  /// - Parameter path: The file's own path; a link's target.
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``, also where what is there is no file.
  package init(_ path: String) throws(StorageError) {
    self.path = path
    guard let file = try FileState(path, of: path) else {
      throw .cannotOpen(path: path, reason: "there is no such file")
    }
    self.file = file
    log = try FileState(path + "-wal", of: path, headerSize: 32)
    journal = try FileState(path + "-journal", of: path, headerSize: 28)
  }

  /// True if the file itself has all that was saved, and nothing else.
  package var isWhole: Bool { (log?.size ?? 0) == 0 && !hasHotJournal }

  /// True if a transaction may have been cut off while it wrote the file. A journal that has ended
  /// is empty, or has zeros in its header (sqlite.org/fileformat.html).
  package var hasHotJournal: Bool {
    guard let journal, journal.size > 0 else { return false }
    return journal.header?.first ?? 1 != 0
  }

  /// The name by which SQLite opens the file without locks.
  var uri: String { URL(fileURLWithPath: path).absoluteString + "?immutable=1" }

  /// True if the database itself is the same. Its logs may differ: a connection that holds the lock
  /// may have made them.
  package func hasSameFile(as other: FileImage) -> Bool { path == other.path && file == other.file }

  /// The file's state now.
  package func again() throws(StorageError) -> FileImage { try FileImage(path) }
}

extension Connection {
  /// Opens a database to read it; without locks where its folder can't be written.
  ///
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``, also where a log beside the file would have
  ///   to be read.
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

  /// Opens a database to read it without locks and without files beside it.
  ///
  /// - Parameters:
  ///   - image: The file as it has to be, now and whenever it was read.
  ///   - path: What the file is called in messages: that which it is a copy of.
  /// - Throws: ``StorageError/changedWhileRead(path:)``, ``StorageError/cannotOpen(path:reason:)``, also
  ///   where a log beside the file would have to be read.
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

  /// Makes sure that what was read without locks is what was there all the while.
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
