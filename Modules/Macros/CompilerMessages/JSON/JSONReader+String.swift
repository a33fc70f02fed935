extension JSONReader {
  /// Parses a string whose opening quote is at the cursor.
  mutating func readString() throws(JSONError) -> String {
    let start = offset
    offset += 1
    var text: [UInt8] = []
    var runStart = offset
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        text.append(contentsOf: bytes[runStart..<offset])
        offset += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONError(reason: .invalidUTF8, offset: start)
        }
        return string
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[runStart..<offset])
        offset += 1
        text.append(contentsOf: try readEscape())
        runStart = offset
      case 0..<0x20:
        throw unexpected()
      default:
        offset += 1
      }
    }
    throw unexpected()
  }

  /// Parses an escape sequence after its backslash, and returns its UTF-8.
  private mutating func readEscape() throws(JSONError) -> [UInt8] {
    guard let byte = current else { throw unexpected() }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"): return Array(String(try readUnicodeEscape()).utf8)
    default: throw failure(.invalidEscape)
    }
  }

  private mutating func readUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let first = try readCodeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), current == UInt8(ascii: "\\") else {
      throw failure(.invalidEscape)
    }
    offset += 1
    guard current == UInt8(ascii: "u") else { throw failure(.invalidEscape) }
    offset += 1
    let second = try readCodeUnit()
    guard UTF16.isTrailSurrogate(second) else { throw failure(.invalidEscape) }
    let value = 0x10000 + ((UInt32(first) & 0x3FF) << 10) + (UInt32(second) & 0x3FF)
    guard let scalar = Unicode.Scalar(value) else { throw failure(.invalidEscape) }
    return scalar
  }

  private mutating func readCodeUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current else { throw unexpected() }
      guard let digit = hexadecimalDigit(byte) else {
        throw failure(.invalidEscape)
      }
      unit = unit << 4 | digit
      offset += 1
    }
    return unit
  }

  private func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
