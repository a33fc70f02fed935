import Foundation
import StrataPlatform

/// A sink that writes to an open file descriptor, such as standard output.
@MainActor
public final class FileDescriptorOutput: OutputSink {
  private let descriptor: Int32
  private let name: String
  /// True if the file is a terminal.
  public let isTerminal: Bool

  /// Makes a sink for standard output.
  public static func standardOutput() -> FileDescriptorOutput {
    FileDescriptorOutput(descriptor: 1, name: "standard output")
  }

  /// Makes a sink for standard error.
  public static func standardError() -> FileDescriptorOutput {
    FileDescriptorOutput(descriptor: 2, name: "standard error")
  }

  /// Makes a sink for a descriptor, which must stay open while the sink exists. The sink doesn't
  /// close it.
  public init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isTerminal = isatty(descriptor) == 1
  }

  /// The terminal's present size. Nil if there is no terminal or the system doesn't know its size.
  public var size: TerminalSize? {
    var window = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0
    else { return nil }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Writes all bytes, and waits if the reader is slow.
  public func write(_ bytes: [UInt8]) throws(ShellError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      let code = errno
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch code {
      case EINTR: continue
      case EAGAIN:
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      case EPIPE: throw ShellError("nobody reads \(name) any more", kind: .outputClosed)
      default:
        throw ShellError("can't write to \(name): \(String(cString: strerror(code)))")
      }
    }
  }
}

// A free function, since the method of the same name would hide the system's function.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
