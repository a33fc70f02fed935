internal import Foundation
internal import StrataPlatform
package import StrataSchema

/// A value's external file.
struct ExternalData {
  private let file: String

  /// Finds the file that a value names.
  ///
  /// - Parameter name: The file's name, terminated by a NUL.
  /// - Throws: An error that describes an invalid name.
  init(_ name: Data, in folder: URL) throws {
    let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    // The name comes from the store: anything but a UUID could lead out of the folder.
    guard UUID(uuidString: text) != nil else { throw Failure(name: text, reason: "is no UUID") }
    file = folder.appendingPathComponent(text).path
  }

  /// Reads the file. Refuses symbolic links, which could lead anywhere, and anything that isn't a
  /// regular file.
  ///
  /// - Parameter limit: The greatest number of bytes that SQLite accepts.
  func read(upTo limit: Int) throws -> Data {
    // Nonblocking, since opening a pipe would otherwise wait.
    let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw failure("isn't there; copy the folder with the store")
      case ELOOP: throw failure("is a symbolic link; put the file in its place")
      case let code: throw failure("can't be read: \(String(cString: strerror(code)))")
      }
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure("is no file")
    }
    guard status.st_size <= limit else {
      throw failure("has \(status.st_size) bytes, more than a value may have (\(limit))")
    }
    return try handle.read(upToCount: limit) ?? Data()
  }

  /// Deletes the file, or a link in its place. Refuses if the folder itself is a link.
  func remove() throws {
    let folder = (file as NSString).deletingLastPathComponent
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw failure("isn't in a folder of its own")
    }
    try FileManager.default.removeItem(atPath: file)
  }

  private func failure(_ reason: String) -> Failure { Failure(name: file, reason: reason) }

  private struct Failure: Error, CustomStringConvertible {
    let name: String
    let reason: String
    var description: String { "the file of external data \(name) \(reason)" }
  }
}

/// The reason why an attribute's external file can't be read.
///
/// If a store is opened with `describesUnreadableData`, the column contains this text in place of
/// the bytes. One missing file then doesn't make all objects of an entity unreadable.
package struct UnreadableExternalData: Error, CustomStringConvertible {
  package let description: String

  /// Returns nil if the value is data or null.
  package init?(_ value: ColumnValue, in column: ColumnDescription) {
    guard column.storageClass == .blob, case .text(let reason) = value else { return nil }
    description = reason
  }
}
