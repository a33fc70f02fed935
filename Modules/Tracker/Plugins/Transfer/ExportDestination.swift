import Foundation
import StrataApplication
import StrataPlatform
import StrataShell

/// The file that an export writes.
///
/// The content is written to a temporary file in the same folder, flushed to the disk, and then
/// renamed. A failure leaves the old file unchanged. Only its owner can read the file, as with the
/// store. A file that replaces another keeps that one's mode. A pipe or a device is written
/// directly.
struct ExportDestination {
  private let file: ArgumentValue
  private let path: String
  /// The path of the temporary file. Nil if the destination is written directly.
  private let part: String?
  private let replaces: Bool
  /// The descriptor to write to.
  let descriptor: Int32

  @MainActor init(
    _ file: ArgumentValue, _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    self.file = file
    let url = URL(fileURLWithPath: file.text).resolvingSymlinksInPath()
    path = url.path
    try environment.refuseStoreFile(file)
    replaces = invocation.flag("overwrite")
    var status = stat()
    let exists = lstat(path, &status) == 0
    guard exists || errno == ENOENT else { throw Self.failure(file, errno) }
    switch exists ? status.st_mode & S_IFMT : S_IFREG {
    case S_IFDIR: throw file.error("\(file.text) is a folder; name a file in it")
    case S_IFLNK:
      throw file.error("\(file.text) is a symbolic link that leads nowhere", hint: "remove it")
    case S_IFREG:
      guard !exists || replaces else { throw Self.alreadyThere(file) }
      // Renaming over a file ignores that file's own permissions, so they are checked here.
      guard !exists || access(path, W_OK) == 0 else { throw Self.failure(file, errno) }
      let part = url.deletingLastPathComponent()
        .appendingPathComponent(".export-\(UUID().uuidString).part").path
      descriptor = openFile(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.failure(file, errno) }
      self.part = part
      // The new file has the mode of the one that it replaces.
      if exists, fchmod(descriptor, status.st_mode & 0o7777) != 0 {
        let failure = Self.failure(file, errno)
        abandon()
        throw failure
      }
    default:
      part = nil
      descriptor = try Self.open(file, path, invocation)
    }
  }

  /// Opens a pipe or a device. Waits for a pipe's reader, until the command is cancelled.
  private static func open(
    _ file: ArgumentValue, _ path: String, _ invocation: Invocation
  ) throws -> Int32 {
    while true {
      let descriptor = openFile(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor >= 0 { return descriptor }
      guard errno == ENXIO else { throw failure(file, errno) }
      try invocation.checkCancellation()
      usleep(10_000)
    }
  }

  private static func failure(_ file: ArgumentValue, _ code: Int32) -> ShellError {
    file.error("can't write \(file.text): \(String(cString: strerror(code)))")
  }

  private static func alreadyThere(_ file: ArgumentValue) -> ShellError {
    file.error(
      "\(file.text) is there already", hint: "--overwrite replaces it; or give another name")
  }

  /// Moves the temporary file to its destination, or deletes it if that fails.
  func finish() throws {
    guard let part else { return try check(close(descriptor)) }
    let failure: Int32? = fsync(descriptor) == 0 ? nil : errno
    let isClosed = close(descriptor) == 0
    do {
      if let failure { throw Self.failure(file, failure) }
      guard isClosed else { throw Self.failure(file, errno) }
      if replaces {
        try check(rename(part, path))
      } else {
        try put(part)
      }
    } catch {
      unlink(part)
      throw error
    }
    // Flushes the folder, so that the name survives a crash. A failure is ignored, since not all
    // file systems support this and the file itself is complete.
    let folder = openFile(
      (path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      _ = fsync(folder)
      close(folder)
    }
  }

  /// Gives the file its name, unless another process has created a file there meanwhile.
  private func put(_ part: String) throws {
    if link(part, path) == 0 {
      unlink(part)
    } else if errno == EEXIST {
      throw Self.alreadyThere(file)
    } else {
      // The file system doesn't support links.
      guard access(path, F_OK) != 0 else { throw Self.alreadyThere(file) }
      try check(rename(part, path))
    }
  }

  private func check(_ result: Int32) throws {
    guard result == 0 else { throw Self.failure(file, errno) }
  }

  /// Closes the destination and deletes the temporary file.
  func abandon() {
    close(descriptor)
    if let part { unlink(part) }
  }
}

// A free function, since the method of the same name would hide the system's function.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }
