import Foundation
import StrataApplication
import StrataShell

/// The file that an export writes.
///
/// It is written beside its place and moved there when it is whole and on the disk, so that a failure
/// leaves what was there before. Its owner alone can read it, as the store; a file that it replaces passes
/// its mode on. What is no plain file, such as a pipe or a device, is written in place.
struct ExportDestination {
  private let file: ArgumentValue
  private let path: String
  /// Where it is written first; nil when that is its place.
  private let part: String?
  private let replaces: Bool
  /// Where to write.
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
      // Moving a file into the place of another doesn't ask whether that one may be written.
      guard !exists || access(path, W_OK) == 0 else { throw Self.failure(file, errno) }
      let part = url.deletingLastPathComponent()
        .appendingPathComponent(".export-\(UUID().uuidString).part").path
      descriptor = openFile(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.failure(file, errno) }
      self.part = part
      // Whoever could read the file that is replaced can read the new one, and nobody else.
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

  /// Opens a pipe or a device. A pipe is waited for until somebody reads it or the command is stopped.
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

  /// Puts what was written into its place. Where that fails, no trace of it is left.
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
    // So that the name is there after a crash, too. Not all file systems can; the file is whole.
    let folder = openFile(
      (path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      _ = fsync(folder)
      close(folder)
    }
  }

  /// Gives the file its name, unless somebody has taken it meanwhile.
  private func put(_ part: String) throws {
    if link(part, path) == 0 {
      unlink(part)
    } else if errno == EEXIST {
      throw Self.alreadyThere(file)
    } else {
      // A file system without links.
      guard access(path, F_OK) != 0 else { throw Self.alreadyThere(file) }
      try check(rename(part, path))
    }
  }

  private func check(_ result: Int32) throws {
    guard result == 0 else { throw Self.failure(file, errno) }
  }

  /// Leaves no trace of what was written.
  func abandon() {
    close(descriptor)
    if let part { unlink(part) }
  }
}

// The method of the same name hides the system's function.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }
