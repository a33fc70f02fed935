internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A database file at one moment, to be read as one that nobody changes.
///
/// A connection needs files beside the database, even to read. Where the folder can't be written,
/// there are none, and the file can only be read without locks (sqlite.org/uri.html, "immutable").
/// That is right as long as nobody who may write there does so, which the image tells.
package struct FileImage: Equatable {
  private let path: String
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  private let changed: [Int]
  private let logSize: Int64

  /// - Parameter path: The file's own path; a link's target.
  package init(_ path: String) throws(StorageError) {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    changed = [time.tv_sec, time.tv_nsec]
    var log = stat()
    logSize = stat(path + "-wal", &log) == 0 ? Int64(log.st_size) : 0
  }

  /// Whether all that was saved is in the file itself.
  package var isWhole: Bool { logSize == 0 }

  /// The name by which SQLite opens the file without locks.
  var uri: String { URL(fileURLWithPath: path).absoluteString + "?immutable=1" }

  /// What the file is now.
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
      throw .cannotOpen(
        path: path,
        reason:
          "its folder can't be written, and its log \(file)-wal has changes that can't be read "
          + "without; open it where it can be written, or copy both files to a folder of your own")
    }
    return try Connection(path: path, isReadOnly: true, busyTimeout: 10, image: image)
  }

  /// Opens a database to read it without locks and without files beside it.
  ///
  /// - Parameter path: What the file is called in messages: that which it is a copy of.
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``, also where a log beside the file would have
  ///   to be read.
  package static func readingImage(
    _ file: String, as path: String
  ) throws(StorageError) -> Connection {
    let image = try FileImage(file)
    guard image.isWhole else {
      throw .cannotOpen(path: path, reason: "its log has changes that aren't in the file")
    }
    return try Connection(path: path, isReadOnly: true, busyTimeout: 10, image: image)
  }

  /// Makes sure that what was read without locks is what was there all the while.
  package func checkImage() throws(StorageError) {
    guard let image else { return }
    guard try image.again() == image else { throw .changedWhileRead(path: path) }
  }
}
