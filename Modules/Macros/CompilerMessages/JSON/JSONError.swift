/// Why some bytes are no JSON document.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// The document ends in the middle of a value.
    case unexpectedEnd
    /// A byte that can't stand where it does.
    case unexpectedByte(UInt8)
    /// A number that JSON's grammar doesn't allow, or that no `Double` can hold.
    case invalidNumber
    /// A backslash with something unknown behind it, or half of a surrogate pair.
    case invalidEscape
    /// Bytes in a string that aren't UTF-8.
    case invalidUTF8
    /// A key that its object has already.
    case duplicateKey(String)
    /// Arrays and objects inside each other beyond ``JSONValue/maximumDepth``.
    case tooDeep
  }

  /// What is wrong.
  public let reason: Reason
  /// Where, counted in bytes from the start of the document.
  public let offset: Int

  /// Makes an error.
  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// A sentence with the reason and the place.
  public var description: String {
    "invalid JSON at byte \(offset): \(reason.description)"
  }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .unexpectedEnd: "the document ends too early"
    case .unexpectedByte(let byte): "unexpected byte 0x\(String(byte, radix: 16))"
    case .invalidNumber: "not a number that JSON allows"
    case .invalidEscape: "invalid escape sequence in a string"
    case .invalidUTF8: "a string isn't UTF-8"
    case .duplicateKey(let key): "the object has the key “\(key)” twice"
    case .tooDeep: "more than \(JSONValue.maximumDepth) levels of nesting"
    }
  }
}
