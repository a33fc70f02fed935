import StrataPlatform

/// A channel of two file descriptors.
public struct FileDescriptorChannel: ByteChannel {
  private let input: Int32
  private let output: Int32

  /// Creates a channel.
  ///
  /// The caller remains responsible for closing the descriptors.
  public init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Takes over the standard streams for the connection with the compiler.
  ///
  /// Afterwards standard output is redirected to standard error, so that a stray `print` can't
  /// corrupt a message, and a closed pipe causes an error instead of a signal.
  public static func takingOverStandardStreams() -> FileDescriptorChannel {
    let output = dup(1)
    _ = signal(SIGPIPE, SIG_IGN)
    guard output >= 0 else { return FileDescriptorChannel(input: 0, output: 1) }
    _ = dup2(2, 1)
    return FileDescriptorChannel(input: 0, output: output)
  }

  /// Reads the available bytes, and waits only if there are none.
  public mutating func read(upTo count: Int) throws(ChannelError) -> [UInt8] {
    guard count > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: min(count, 1 << 16))
    while true {
      // Safe: the pointer is used only in this call, which writes no more than the buffer's count.
      let received = buffer.withUnsafeMutableBytes { bytes in
        systemRead(input, bytes.baseAddress, bytes.count)
      }
      if received >= 0 {
        buffer.removeLast(buffer.count - received)
        return buffer
      }
      guard errno == EINTR else { throw .readFailed(errno) }
    }
  }

  /// Writes all bytes, in several calls if needed.
  public mutating func write(_ bytes: [UInt8]) throws(ChannelError) {
    var written = 0
    while written < bytes.count {
      // Safe: the pointer is used only in this call, which reads no more than the slice's count.
      let count = bytes[written...].withUnsafeBytes { bytes in
        systemWrite(output, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw .writeFailed(errno)
      }
    }
  }
}

// Within the type, `read` and `write` would be its own methods.
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
