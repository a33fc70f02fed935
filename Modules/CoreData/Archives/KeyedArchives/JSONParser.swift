internal import Foundation

/// Parses JSON, RFC 8259, byte by byte.
struct JSONParser {
  private let bytes: [UInt8]
  private let limits: ArchiveLimits
  private var position = 0
  private var left: Int

  init(_ bytes: [UInt8], limits: ArchiveLimits) {
    self.bytes = bytes
    self.limits = limits
    left = limits.values
  }

  mutating func document() throws(ArchiveError) -> ArchivedValue {
    let value = try value(depth: 1)
    skipSpace()
    guard position == bytes.count else { throw unexpected }
    return value
  }

  private mutating func value(depth: Int) throws(ArchiveError) -> ArchivedValue {
    left -= 1
    guard left >= 0 else { throw .tooLarge(what: "number of values", limit: limits.values) }
    guard depth <= limits.depth else { throw .tooLarge(what: "nesting", limit: limits.depth) }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return .dictionary(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try elements(depth: depth))
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func elements(depth: Int) throws(ArchiveError) -> [ArchivedValue] {
    position += 1
    var values: [ArchivedValue] = []
    if take("]") { return values }
    repeat { values.append(try value(depth: depth + 1)) } while take(",")
    guard take("]") else { throw unexpected }
    return values
  }

  private mutating func members(depth: Int) throws(ArchiveError) -> [ArchivedValue.Entry] {
    position += 1
    var values: [ArchivedValue.Entry] = []
    if take("}") { return values }
    repeat {
      skipSpace()
      let key = try text()
      guard take(":") else { throw unexpected }
      values.append(.init(key: .string(key), value: try value(depth: depth + 1)))
    } while take(",")
    guard take("}") else { throw unexpected }
    return values
  }

  private mutating func word(
    _ word: String, _ value: ArchivedValue
  ) throws(ArchiveError) -> ArchivedValue {
    guard bytes[position...].starts(with: word.utf8) else { throw unexpected }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(ArchiveError) -> ArchivedValue {
    let end = bytes[position...].firstIndex { !Self.isPartOfNumber($0) } ?? bytes.count
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard let first = digits.utf8.first, (0x30...0x39).contains(first), text.utf8.last != 0x2E
    else { throw unexpected }
    position = end
    if let number = Int64(text) { return .integer(number) }
    if let number = UInt64(text) { return .unsignedInteger(number) }
    guard let number = Double(text), number.isFinite else { throw unexpected }
    return .double(number)
  }

  private mutating func text() throws(ArchiveError) -> String {
    guard next == UInt8(ascii: "\"") else { throw unexpected }
    position += 1
    var units: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw unexpected }
      position += 1
      if byte == UInt8(ascii: "\\") {
        units.append(contentsOf: String(try escaped()).utf8)
      } else {
        units.append(byte)
      }
    }
    guard next != nil else { throw unexpected }
    position += 1
    return String(decoding: units, as: UTF8.self)
  }

  private mutating func escaped() throws(ArchiveError) -> Unicode.Scalar {
    guard let byte = next else { throw unexpected }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw unexpected
    }
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // A high surrogate. The low one has to follow.
    guard (0xD800..<0xDC00).contains(unit), next == UInt8(ascii: "\\") else { return "\u{FFFD}" }
    position += 1
    guard next == UInt8(ascii: "u") else { throw unexpected }
    position += 1
    let other = try hexadecimal()
    guard (0xDC00..<0xE000).contains(other) else { return "\u{FFFD}" }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (other - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(ArchiveError) -> UInt32 {
    guard bytes.count - position >= 4,
      bytes[position..<position + 4].allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let number = UInt32(
        String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw unexpected }
    position += 4
    return number
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private var unexpected: ArchiveError {
    .corrupt(reason: "the JSON is none", offset: position)
  }
}
