internal import Foundation
public import StrataShell

/// A file that a command reads from its beginning to its end, a stretch at a time: a plain file, a pipe,
/// or standard input.
@MainActor
public final class InputFile {
  /// What it is called in messages.
  public let name: String
  /// How long it is; nil where only its end tells.
  public let byteCount: Int?
  /// How much of it was read.
  public private(set) var readCount = 0
  private let descriptor: Int32
  private let isOwned: Bool
  private static let stretch = 1 << 18

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: a usage error for what isn't there, is a folder or can't be read, and for standard input
  ///   where that is what lines are read from.
  public convenience init(_ file: ArgumentValue, for invocation: Invocation) throws(ShellError) {
    if file.text == "-" {
      let line = invocation.line
      guard line.isOfArguments || line.sourceName.map({ $0 != "<stdin>" }) ?? false else {
        throw file.error(
          "standard input has the lines of this shell already",
          hint: "give the command as the program's argument: -c '\(invocation.signature.name) - …'")
      }
      self.init(descriptor: 0, name: "<stdin>", isOwned: false)
      return
    }
    let descriptor = openFile(file.text)
    guard descriptor >= 0 else {
      throw file.error(
        errno == ENOENT
          ? "there is no file \(file.text)"
          : "can't read \(file.text): \(String(cString: strerror(errno)))")
    }
    self.init(descriptor: descriptor, name: file.text, isOwned: true)
    // From here on a read waits for its input.
    guard fcntl(descriptor, F_SETFL, 0) == 0 else {
      throw file.error("can't read \(file.text): \(String(cString: strerror(errno)))")
    }
    if isFolder { throw file.error("\(file.text) is a folder; name a file in it") }
  }

  /// Reads an open file, such as the end of a pipe.
  ///
  /// - Parameter isOwned: Whether it is closed when this object goes.
  public init(descriptor: Int32, name: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    byteCount = isFile ? Int(status.st_size) : nil
  }

  deinit { if isOwned { close(descriptor) } }

  private var isFolder: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Goes back to the beginning.
  ///
  /// - Throws: `ShellError` for what can be read only once.
  public func rewind() throws(ShellError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw ShellError(
        "\(name) can be read only once", hint: "put it into a file first")
    }
    readCount = 0
  }

  /// The next stretch; empty at the end. Waits where nothing is there yet, until the command is stopped.
  public func read(_ invocation: Invocation) throws(ShellError) -> [UInt8] {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while byteCount == nil, poll(&waiting, 1, 100) <= 0 { try invocation.checkCancellation() }
    try invocation.checkCancellation()
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.stretch) { buffer, count in
      repeat {
        let result = readFile(descriptor, buffer.baseAddress, Self.stretch)
        count = max(0, result)
        code = result < 0 ? errno : 0
      } while code == EINTR
    }
    guard code == 0 else {
      throw ShellError("can't read \(name): \(String(cString: strerror(code)))")
    }
    readCount += bytes.count
    return bytes
  }
}

// Methods of the same names hide the system's functions.
// A pipe is opened without waiting for somebody who writes into it, and then waited for in ``read``, which a
// person can stop.
private func openFile(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
private func readFile(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int)
  -> Int
{ read(descriptor, buffer, count) }
