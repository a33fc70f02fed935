internal import Foundation
internal import StrataPlatform

/// The identity, size and last change of a file, which differ after somebody has written it.
struct FileState: Equatable {
  private let device: UInt64
  private let number: UInt64
  let size: Int64
  private let changed: [Int]
  /// The first bytes, or none where they weren't asked for, nil where they can't be read.
  let header: Data?

  /// nil where there is no such file.
  ///
  /// - Parameters:
  ///   - path: The file, or a link to it.
  ///   - name: What the file is called in messages.
  ///   - headerSize: How many bytes from its beginning belong to its state.
  /// - Throws: ``StorageError/cannotOpen(path:reason:)`` for what is no file: nothing is waited for then.
  init?(_ path: String, of name: String, headerSize: Int = 0) throws(StorageError) {
    func failure(_ reason: String) -> StorageError {
      .cannotOpen(path: name, reason: path == name ? reason : "\(path): \(reason)")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      // A link is there although what it leads to isn't.
      guard code == ENOENT || code == ENOTDIR, lstat(path, &status) != 0 else {
        throw failure(
          code == ENOENT
            ? "it is a symbolic link that leads nowhere; put the file where it leads, or remove the link"
            : String(cString: strerror(code)))
      }
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw failure("it is a folder; give the path of a file")
    default: throw failure("it is no file but a device or a pipe")
    }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    let time = Platform.modificationTime(status)
    changed = [time.tv_sec, time.tv_nsec]
    guard headerSize > 0, size > 0 else {
      header = Data()
      return
    }
    // One that can't be read is told by whoever has to read it.
    let file = FileHandle(forReadingAtPath: path)
    defer { try? file?.close() }  // It was only read.
    header = try? file?.read(upToCount: headerSize)
  }
}
