import StrataSQLite

extension StoredJSON {
  /// Parses a text, or returns nil if it isn't JSON.
  static func read(_ text: String) -> StoredJSON? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = JSONReader(bytes: bytes)
      let value = reader.value(depth: 0)
      reader.skipSpace()
      return reader.isAtEnd ? value : nil
    }
  }
}

/// A parser that accepts what SQLite does, in one pass.
///
/// It returns nil for anything that isn't JSON.
private struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  mutating func value(depth: Int) -> StoredJSON? {
    skipSpace()
    // SQLite's limit of nesting.
    guard depth <= 1000, let byte = next else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "\""): return string().map { .text($0) }
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount where bytes[index + offset] != word.utf8Start[offset] {
      return false
    }
    index = end
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func array(_ depth: Int) -> StoredJSON? {
    index += 1
    var elements: [StoredJSON] = []
    if take(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      guard let element = value(depth: depth + 1) else { return nil }
      elements.append(element)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? .array(elements) : nil
  }

  private mutating func object(_ depth: Int) -> StoredJSON? {
    index += 1
    var members: [String: StoredJSON] = [:]
    if take(UInt8(ascii: "}")) { return .object([:]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\""), let key = string(), take(UInt8(ascii: ":")),
        let value = value(depth: depth + 1)
      else { return nil }
      members[key] = value
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? .object(members) : nil
  }

  private mutating func number() -> StoredJSON? {
    let start = index
    while let byte = next, "+-.eE0123456789".utf8.contains(byte) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if let integer = Int64(text) { return .integer(integer) }
    return Double(text).map { .real($0) }
  }

  private mutating func string() -> String? {
    index += 1
    let start = index
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { index += 1 }
    var text = String(decoding: bytes[start..<index], as: UTF8.self)
    while let byte = next {
      index += 1
      if byte == UInt8(ascii: "\"") { return text }
      guard byte == UInt8(ascii: "\\") else { return nil }
      guard let scalar = escaped() else { return nil }
      text.unicodeScalars.append(scalar)
      let start = index
      while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { index += 1 }
      text += String(decoding: bytes[start..<index], as: UTF8.self)
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal() else { return nil }
      guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{fffd}" }
      guard next == UInt8(ascii: "\\"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "u")
      else { return "\u{fffd}" }
      index += 2
      guard let low = hexadecimal() else { return nil }
      return UTF16.isTrailSurrogate(low)
        ? UTF16.decode(UTF16.EncodedScalar([unit, low])) : "\u{fffd}"
    default: return Unicode.Scalar(byte)
    }
  }

  private mutating func hexadecimal() -> UInt16? {
    guard index + 4 <= bytes.count else { return nil }
    defer { index += 4 }
    return UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
  }
}
