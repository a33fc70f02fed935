internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Data in a file of its own, as a value names it.
struct ExternalData {
  private let file: String

  /// - Parameter name: The file's name, which ends in a NUL.
  /// - Throws: What says why it is none.
  init(_ name: Data, in folder: URL) throws {
    let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    // The name is from the store: anything but a UUID could lead out of the folder.
    guard UUID(uuidString: text) != nil else { throw Failure(name: text, reason: "is no UUID") }
    file = folder.appendingPathComponent(text).path
  }

  /// The content. A link, which could lead anywhere, and what isn't a file are refused.
  ///
  /// - Parameter limit: How many bytes SQLite takes.
  func read(upTo limit: Int) throws -> Data {
    // What is a pipe isn't waited for.
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

  /// Removes the file, or the link that is in its place; nothing where its folder is a link.
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
