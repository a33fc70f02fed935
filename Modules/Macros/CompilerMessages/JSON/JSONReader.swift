extension JSONValue {
  /// The maximum nesting of arrays and objects.
  public static let maximumDepth = 64

  /// Parses one document, strictly by RFC 8259: only white space may follow it.
  ///
  /// - Complexity: O(n) in the number of bytes.
  /// - Throws: ``JSONError`` with the position of the first error.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes: bytes)
    self = try reader.readDocument()
  }
}

struct JSONReader {
  let bytes: [UInt8]
  var offset = 0
  private var depth = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The byte at the cursor, or `nil` at the end.
  var current: UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  func failure(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason: reason, offset: offset)
  }

  /// Returns the error for an unexpected byte or end at the cursor.
  func unexpected() -> JSONError {
    failure(current.map { .unexpectedByte($0) } ?? .unexpectedEnd)
  }

  mutating func readDocument() throws(JSONError) -> JSONValue {
    let value = try readValue()
    skipWhitespace()
    guard offset == bytes.count else { throw unexpected() }
    return value
  }

  private mutating func skipWhitespace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  private mutating func readValue() throws(JSONError) -> JSONValue {
    skipWhitespace()
    switch current {
    case UInt8(ascii: "{"):
      return try nested { reader throws(JSONError) in try reader.readObject() }
    case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.readArray() }
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", as: .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", as: .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", as: .null)
    default: return try readNumber()
    }
  }

  private mutating func nested(
    _ read: (inout JSONReader) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < JSONValue.maximumDepth else { throw failure(.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    offset += 1
    return try read(&self)
  }

  private mutating func readWord(
    _ word: String, as value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for byte in word.utf8 {
      guard current == byte else { throw unexpected() }
      offset += 1
    }
    return value
  }

  private mutating func readArray() throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    skipWhitespace()
    if current == UInt8(ascii: "]") {
      offset += 1
      return .array(elements)
    }
    while true {
      elements.append(try readValue())
      if try readSeparator(orEnd: UInt8(ascii: "]")) { return .array(elements) }
    }
  }

  private mutating func readObject() throws(JSONError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    skipWhitespace()
    if current == UInt8(ascii: "}") {
      offset += 1
      return .object(members)
    }
    while true {
      skipWhitespace()
      let keyOffset = offset
      guard current == UInt8(ascii: "\"") else { throw unexpected() }
      let key = try readString()
      skipWhitespace()
      guard current == UInt8(ascii: ":") else { throw unexpected() }
      offset += 1
      let value = try readValue()
      guard members.updateValue(value, forKey: key) == nil else {
        throw JSONError(reason: .duplicateKey(key), offset: keyOffset)
      }
      if try readSeparator(orEnd: UInt8(ascii: "}")) { return .object(members) }
    }
  }

  /// Consumes a comma or the closing bracket, and returns true for the bracket.
  private mutating func readSeparator(orEnd end: UInt8) throws(JSONError) -> Bool {
    skipWhitespace()
    guard let byte = current, byte == end || byte == UInt8(ascii: ",") else { throw unexpected() }
    offset += 1
    return byte == end
  }
}
