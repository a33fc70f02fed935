import StrataSQLite

/// The format in which a server sends the values of rows.
enum ResultFormat: CInt {
  /// As the server writes them in a text.
  case text = 0
  /// In the server's binary form, which differs from type to type.
  case binary = 1
}

extension ServerType {
  /// True if the binary form of the type's values can be read here.
  ///
  /// A statement with another type gets all of its rows as texts. Which other types there are is up to the server.
  static func hasBinaryForm(_ type: CUnsignedInt) -> Bool {
    switch type {
    case boolean, int2, int4, int8, float4, float8, numeric, bytes, uuid, text, varchar, bpchar,
      name,
      json, unknown:
      true
    default: false
    }
  }
}

/// A value in a row that a server sends as texts.
enum ServerValue {
  /// The text itself.
  case same
  /// The binary form that the server would have sent.
  case other([UInt8])

  /// Reads the text of a value.
  ///
  /// - Returns: Nil for a text that no value of the type has.
  init?(_ text: UnsafeRawBufferPointer, of type: CUnsignedInt) {
    func bytes(_ number: some FixedWidthInteger) -> ServerValue {
      .other(withUnsafeBytes(of: number.bigEndian) { Array($0) })
    }
    let string = String(decoding: text, as: UTF8.self)
    switch type {
    case ServerType.boolean: self = .other([string == "t" ? 1 : 0])
    case ServerType.int2, ServerType.int4, ServerType.int8, ServerType.oid:
      guard let number = Int64(string) else { return nil }
      self = bytes(number)
    case ServerType.float8:
      guard let number = Double(string) else { return nil }
      self = bytes(number.bitPattern)
    case ServerType.float4:
      guard let number = Float(string) else { return nil }
      self = bytes(Double(number).bitPattern)
    case ServerType.bytes:
      guard string.hasPrefix("\\x"), let data = Self.bytes(ofDigits: string.dropFirst(2)) else {
        return nil
      }
      self = .other(data)
    case ServerType.uuid:
      guard let data = Self.bytes(ofDigits: string.filter { $0 != "-" }), data.count == 16 else {
        return nil
      }
      self = .other(data)
    default: self = .same
    }
  }

  private static func bytes(ofDigits digits: some StringProtocol) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
