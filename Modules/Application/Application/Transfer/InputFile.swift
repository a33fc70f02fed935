internal import Foundation
internal import StrataPlatform
public import StrataShell

/// A file that a command reads once, chunk by chunk: a plain file, a pipe, or standard input.
@MainActor
public final class InputFile {
  /// The file's name for messages.
  public let name: String
  /// The file's length in bytes. Nil for a pipe.
  public let byteCount: Int?
  /// The number of bytes that were read.
  public private(set) var readCount = 0
  private let descriptor: Int32
  private let isOwned: Bool
  private static let stretch = 1 << 18

  /// Opens a file. `-` is standard input.
  ///
  /// - Throws: A usage error for a file that doesn't exist, is a folder or can't be read, and for
  ///   standard input if the shell reads its lines from there.
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
    // Clears O_NONBLOCK, so that a read waits for its input.
    guard fcntl(descriptor, F_SETFL, 0) == 0 else {
      throw file.error("can't read \(file.text): \(String(cString: strerror(errno)))")
    }
    if isFolder { throw file.error("\(file.text) is a folder; name a file in it") }
  }

  /// Reads an open descriptor, such as the end of a pipe.
  ///
  /// - Parameter isOwned: True if the object closes the descriptor when it is released.
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

  /// Seeks to the beginning.
  ///
  /// - Throws: `ShellError` for a pipe, which can be read only once.
  public func rewind() throws(ShellError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw ShellError(
        "\(name) can be read only once", hint: "put it into a file first")
    }
    readCount = 0
  }

  /// Reads the next chunk. Returns an empty array at the end.
  ///
  /// On a pipe it waits for input, until the command is cancelled.
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

// Free functions, since the methods of the same names would hide the system's functions. O_NONBLOCK
// keeps `open` from waiting for a pipe's writer. ``read`` waits instead, where a person can cancel.
private func openFile(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
private func readFile(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int)
  -> Int
{ read(descriptor, buffer, count) }
