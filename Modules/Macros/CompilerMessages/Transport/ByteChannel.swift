/// A connection that reads and writes bytes.
public protocol ByteChannel {
  /// Waits for bytes and returns at most `count` of them, or none at the end of the input.
  mutating func read(upTo count: Int) throws(ChannelError) -> [UInt8]

  /// Writes all of the bytes.
  mutating func write(_ bytes: [UInt8]) throws(ChannelError)
}

/// The error of a failed connection.
public enum ChannelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Reading failed with this `errno`.
  case readFailed(Int32)
  /// Writing failed with this `errno`.
  case writeFailed(Int32)
  /// The input ended within a message.
  case truncatedMessage(received: Int, expected: UInt64)
  /// A message's stated length is more than ``MessageStream/maximumLength``.
  case oversizedMessage(UInt64)

  /// A sentence about the error.
  public var description: String {
    switch self {
    case .readFailed(let code): "can't read from the compiler (errno \(code))"
    case .writeFailed(let code): "can't write to the compiler (errno \(code))"
    case .truncatedMessage(let received, let expected):
      "the compiler's message ends after \(received) of \(expected) bytes"
    case .oversizedMessage(let length):
      "the compiler announces a message of \(length) bytes, more than can be right"
    }
  }
}
