/// Messages over a channel: each is its length in 8 bytes, the lowest first, and then its bytes.
public struct MessageStream<Channel: ByteChannel> {
  /// The channel underneath.
  public private(set) var channel: Channel

  /// Makes a stream over a channel.
  public init(channel: Channel) {
    self.channel = channel
  }

  /// A message that announces more bytes than this is taken for a broken conversation.
  public static var maximumLength: UInt64 { 1 << 32 }

  /// The next message, or `nil` when the compiler has closed the conversation: by ending the input
  /// between two messages, or with a length of zero.
  ///
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

  /// Reads until it has that many bytes or the input ends. Memory grows with what arrives, not
  /// with what was announced.
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
