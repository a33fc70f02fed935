/// A stream of messages over a channel.
///
/// Each message is its length in 8 bytes, in little-endian order, and then its bytes.
public struct MessageStream<Channel: ByteChannel> {
  /// The underlying channel.
  public private(set) var channel: Channel

  /// Creates a stream over a channel.
  public init(channel: Channel) {
    self.channel = channel
  }

  /// The maximum length of a message.
  ///
  /// A greater one means that the stream is corrupt.
  public static var maximumLength: UInt64 { 1 << 32 }

  /// Receives the next message.
  ///
  /// - Returns: `nil` if the compiler has closed the connection, either by ending the input between
  ///   two messages or by a length of zero.
  /// - Throws: ``ChannelError``.
  public mutating func receive() throws(ChannelError) -> [UInt8]? {
    let header = try readFully(8)
    if header.isEmpty { return nil }
    guard header.count == 8 else { throw .truncatedMessage(received: header.count, expected: 8) }
    let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if length == 0 { return nil }
    guard length <= Self.maximumLength, let count = Int(exactly: length) else {
      throw .oversizedMessage(length)
    }
    let body = try readFully(count)
    guard body.count == count else {
      throw .truncatedMessage(received: body.count, expected: length)
    }
    return body
  }

  /// Sends a message.
  ///
  /// - Throws: ``ChannelError/writeFailed(_:)``.
  public mutating func send(_ message: [UInt8]) throws(ChannelError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(message.count + 8)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: UInt64(message.count) >> UInt64(shift)))
    }
    bytes.append(contentsOf: message)
    try channel.write(bytes)
  }

  /// Reads a number of bytes, or fewer if the input ends.
  ///
  /// Memory grows with the bytes received, not with the stated length.
  private mutating func readFully(_ count: Int) throws(ChannelError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let part = try channel.read(upTo: count - bytes.count)
      if part.isEmpty { break }
      bytes.append(contentsOf: part)
    }
    return bytes
  }
}
