import Foundation
import StrataApplication
import StrataPlatform
import StrataShell

/// A file for a picture or a page, which is replaced atomically.
///
/// The content is written to a temporary file in the same folder, flushed to the disk, and then
/// renamed. A reader sees the old file or the new one, and a failure leaves the old one unchanged.
/// Only its owner can read the file, as with the store. A file that replaces another keeps that
/// one's mode.
struct PictureFile {
  /// The file's name on the line.
  var name: String { file.text }
  private let file: ArgumentValue
  private let url: URL

  /// Checks that the file may be written.
  ///
  /// - Parameter replaces: True if an existing file may be replaced.
  @MainActor init(
    _ file: ArgumentValue, _ environment: ApplicationEnvironment, replaces: Bool
  ) throws(ShellError) {
    self.file = file
    url = URL(fileURLWithPath: file.text).resolvingSymlinksInPath()
    try environment.refuseStoreFile(file)
    var status = stat()
    guard lstat(url.path, &status) == 0 else {
      if errno == ENOENT { return }
      throw failure(errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw file.error("\(file.text) is a folder; name a file in it")
    case S_IFREG:
      guard replaces else {
        throw file.error(
          "\(file.text) is there already", hint: "--overwrite replaces it; or give another name")
      }
      // Renaming over a file ignores that file's own permissions, so they are checked here.
      guard access(url.path, W_OK) == 0 else { throw failure(errno) }
    default: throw file.error("\(file.text) is no plain file", hint: "give another name")
    }
  }

  /// Writes the file.
  func write(_ text: String) throws(ShellError) {
    let part = url.deletingLastPathComponent()
      .appendingPathComponent(".picture-\(UUID().uuidString).part").path
    var status = stat()
    let mode = lstat(url.path, &status) == 0 ? status.st_mode & 0o7777 : nil
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(errno) }
    var code = Self.write(Array(text.utf8), to: descriptor)
    if code == 0, let mode, fchmod(descriptor, mode) != 0 { code = errno }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(part, url.path) != 0 { code = errno }
    guard code == 0 else {
      unlink(part)
      throw failure(code)
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  private func failure(_ code: Int32) -> ShellError {
    file.error("can't write \(file.text): \(String(cString: strerror(code)))")
  }
}

// A free function, since the method of the same name would hide the system's function.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
