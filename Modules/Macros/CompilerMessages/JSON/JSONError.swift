/// The error for bytes that aren't a JSON document.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Reason: Equatable, Sendable {
    /// The document ends in the middle of a value.
    case unexpectedEnd
    /// A byte that isn't allowed at its position.
    case unexpectedByte(UInt8)
    /// A number that JSON's grammar doesn't allow, or that is beyond the range of `Double`.
    case invalidNumber
    /// An unknown escape sequence, or half of a surrogate pair.
    case invalidEscape
    /// A string that isn't UTF-8.
    case invalidUTF8
    /// A key that occurs twice in an object.
    case duplicateKey(String)
    /// Arrays and objects nested more deeply than ``JSONValue/maximumDepth``.
    case tooDeep
  }

  /// The kind of error.
  public let reason: Reason
  /// The position in bytes from the start of the document.
  public let offset: Int

  /// Creates an error.
  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// A sentence with the reason and the position.
  public var description: String {
    "invalid JSON at byte \(offset): \(reason.description)"
  }
}

extension JSONError.Reason: CustomStringConvertible {
  /// A description of the reason.
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
