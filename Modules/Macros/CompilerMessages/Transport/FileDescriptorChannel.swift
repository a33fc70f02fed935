#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The channel over two file descriptors.
public struct FileDescriptorChannel: ByteChannel {
  private let input: Int32
  private let output: Int32

  /// Makes a channel; closing the descriptors stays the caller's business.
  public init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Takes the standard streams over for talking with the compiler.
  ///
  /// From here on standard output is standard error, so that a stray `print` can't break the
  /// conversation, and a closed pipe is an error rather than a signal.
  public static func takingOverStandardStreams() -> FileDescriptorChannel {
    let output = dup(1)
    _ = signal(SIGPIPE, SIG_IGN)
    guard output >= 0 else { return FileDescriptorChannel(input: 0, output: 1) }
    _ = dup2(2, 1)
    return FileDescriptorChannel(input: 0, output: output)
  }

  /// Reads what is there, and waits only if nothing is.
  public mutating func read(upTo count: Int) throws(ChannelError) -> [UInt8] {
    guard count > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: min(count, 1 << 16))
    while true {
      // The pointer lives only for this call, which writes no more than the buffer's count.
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

  /// Writes everything, in as many goes as it takes.
  public mutating func write(_ bytes: [UInt8]) throws(ChannelError) {
    var written = 0
    while written < bytes.count {
      // The pointer lives only for this call, which reads no more than the slice's count.
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

// Inside the type the names `read` and `write` mean its own methods.
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
