/// A way for bytes in and a way for bytes out.
public protocol ByteChannel {
  /// Waits for bytes and returns some of them, at most `count`; none at the end of the input.
  mutating func read(upTo count: Int) throws(ChannelError) -> [UInt8]

  /// Writes all of the bytes.
  mutating func write(_ bytes: [UInt8]) throws(ChannelError)
}

/// Why messages can't be exchanged any longer.
public enum ChannelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system refused to read, with this `errno`.
  case readFailed(Int32)
  /// The system refused to write, with this `errno`.
  case writeFailed(Int32)
  /// The input ended in the middle of a message.
  case truncatedMessage(received: Int, expected: UInt64)
  /// A message claims to be longer than ``MessageStream/maximumLength``.
  case oversizedMessage(UInt64)

  /// What happened.
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
