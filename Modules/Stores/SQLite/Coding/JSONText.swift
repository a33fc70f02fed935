/// A JSON document as the list of its values, in their order in the text.
///
/// It has only documents that leave no choice to a reader: the grammar of RFC 8259, no name twice in an
/// object, no half of a surrogate pair, at most 64 levels.
// A class, since all containers of a decoder share it, which may outlive the call that made them.
final class JSONText {
  enum Kind: UInt8 {
    case null, `false`, `true`, integer, number
    /// A string of ASCII alone, one with other characters, and one with escapes.
    case ascii, string, escaped
    case array, object
  }

  /// A value, or the name of a member, which precedes the member's value.
  struct Element {
    let kind: Kind
    /// The bytes that it takes, with the quotes of a string.
    let start: Int32
    var end: Int32 = 0
    /// The position behind it and all that is in it.
    var next: Int32 = 0
    /// How many values an array has, or members an object.
    var count: Int32 = 0
  }

  private let bytes: [UInt8]
  private let elements: [Element]
  /// The positions of members' values, by the position of an object with many members.
  private var members: [Int: [String: Int]] = [:]
  /// True if decoding threw an error, of which the type's own code may have made a value.
  var hasFailed = false

  /// Lists the values of a text, or returns nil if another reader must decide what it means.
  init?(_ text: String) {
    var text = text
    let elements = text.withUTF8 { bytes -> [Element]? in
      guard bytes.count < Int32.max else { return nil }
      var scanner = JSONScanner(bytes)
      return scanner.document()
    }
    guard let elements else { return nil }
    bytes = Array(text.utf8)
    self.elements = elements
    for position in elements.indices where elements[position].kind == .object {
      guard hasDistinctNames(position) else { return nil }
    }
  }

  subscript(position: Int) -> Element { elements[position] }

  /// The positions of the names of an object's members, each before that of its value.
  func names(in object: Int) -> Names {
    Names(elements: elements, position: object + 1, end: Int(elements[object].next))
  }

  struct Names: Sequence, IteratorProtocol {
    fileprivate let elements: [Element]
    fileprivate var position: Int
    fileprivate let end: Int

    mutating func next() -> Int? {
      guard position < end else { return nil }
      defer { position = Int(elements[position + 1].next) }
      return position
    }
  }

  /// Returns true if no two members of an object have one name.
  private func hasDistinctNames(_ object: Int) -> Bool {
    let count = elements[object].count
    if count < 2 { return true }
    let names = names(in: object)
    // Names of ASCII alone are equal if their bytes are, and comparing a few is faster than hashing them.
    if count <= 16, names.allSatisfy({ elements[$0].kind == .ascii }) {
      return names.allSatisfy { name in
        names.allSatisfy { $0 >= name || part(at: $0) != part(at: name) }
      }
    }
    var distinct: Set<String> = []
    return names.allSatisfy { distinct.insert(string(at: $0)).inserted }
  }

  /// The bytes of a value.
  func part(at position: Int) -> ArraySlice<UInt8> {
    bytes[Int(elements[position].start)..<Int(elements[position].end)]
  }

  /// The characters of a string.
  func string(at position: Int) -> String {
    let characters = part(at: position).dropFirst().dropLast()
    guard elements[position].kind == .escaped else {
      return String(decoding: characters, as: UTF8.self)
    }
    return String(decoding: unescaped(characters), as: UTF8.self)
  }

  /// The position of a member's value, or nil if the object has no member of the name.
  func member(_ name: String, of object: Int) -> Int? {
    // Looking through a few names is faster than hashing them.
    if elements[object].count > 16 {
      if let members = members[object] { return members[name] }
      var members: [String: Int] = [:]
      for name in names(in: object) { members[string(at: name)] = name + 1 }
      self.members[object] = members
      return members[name]
    }
    if let found = self.name(name, in: object) { return found + 1 }
    // Texts of other characters than ASCII's are equal in several spellings.
    let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
    return names(in: object).first {
      !(isPlain && elements[$0].kind == .ascii) && string(at: $0) == name
    }
    .map { $0 + 1 }
  }

  /// The name with these bytes in an object, or nil if there is none, or if it is spelled by escapes.
  private func name(_ name: String, in object: Int) -> Int? {
    var name = name
    return name.withUTF8 { name in
      for position in names(in: object) {
        let element = elements[position]
        let start = Int(element.start) + 1
        guard element.kind != .escaped, Int(element.end) - 1 - start == name.count else { continue }
        if name.indices.allSatisfy({ bytes[start + $0] == name[$0] }) { return position }
      }
      return nil
    }
  }

  /// An integer of at most 18 digits, or nil if the number has more or a fraction.
  func integer(at position: Int) -> Int64? {
    let element = elements[position]
    guard element.kind == .integer, element.end - element.start <= 18 else { return nil }
    var value: Int64 = 0
    var isNegative = false
    for byte in part(at: position) {
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else {
        value = value * 10 + Int64(byte & 15)
      }
    }
    return isNegative ? -value : value
  }

  /// The nearest number of floating point, or nil if another reader must decide.
  ///
  /// A significand below 2⁵³ and a power of ten up to 10²² are exact, so that one multiplication or division
  /// rounds once (W. D. Clinger, "How to read floating point numbers accurately", 1990).
  func double(at position: Int) -> Double? {
    guard elements[position].kind == .integer || elements[position].kind == .number else {
      return nil
    }
    let part = part(at: position)
    var significand: UInt64 = 0
    var digits = 0
    var scale = 0
    var isFraction = false
    var isNegative = false
    scan: for byte in part {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if significand > 0 || byte != UInt8(ascii: "0") { digits += 1 }
        guard digits <= 18 else { break scan }
        significand = significand * 10 + UInt64(byte & 15)
        if isFraction { scale += 1 }
      default:
        digits = .max
        break scan
      }
    }
    if digits <= 18, significand <= 1 << 53, scale < Self.powers.count {
      let value = Double(significand) / Self.powers[scale]
      return isNegative ? -value : value
    }
    guard let value = Double(String(decoding: part, as: UTF8.self)), value.isNormal else {
      return nil
    }
    return value
  }

  private static let powers: [Double] = (0...22).map { power in
    (0..<power).reduce(1) { value, _ in value * 10 }
  }

  private func unescaped(_ characters: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(characters.count)
    var index = characters.startIndex
    while index < characters.endIndex {
      let byte = characters[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let escape = characters[index]
      index += 1
      switch escape {
      case UInt8(ascii: "b"): result.append(8)
      case UInt8(ascii: "f"): result.append(12)
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "t"): result.append(9)
      case UInt8(ascii: "u"):
        var units = [unit(characters[index..<(index + 4)])]
        index += 4
        if UTF16.isLeadSurrogate(units[0]) {
          units.append(unit(characters[(index + 2)..<(index + 6)]))
          index += 6
        }
        result += String(decoding: units, as: UTF16.self).utf8
      default: result.append(escape)
      }
    }
    return result
  }

  private func unit(_ digits: ArraySlice<UInt8>) -> UInt16 {
    digits.reduce(0) { $0 << 4 | UInt16(JSONScanner.hexadecimal($1) ?? 0) }
  }
}

/// Lists the values of a JSON text.
private struct JSONScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var elements: [JSONText.Element] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    elements.reserveCapacity(bytes.count / 6 + 2)
  }

  /// All values of the text, or nil if it is no document of the kind that ``JSONText`` has.
  mutating func document() -> [JSONText.Element]? {
    guard value(level: 0) else { return nil }
    skipSpace()
    return position == bytes.count ? elements : nil
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func skip(_ wanted: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: wanted) else { return false }
    position += 1
    return true
  }

  private mutating func value(level: Int) -> Bool {
    skipSpace()
    switch byte {
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "{"): return level < 64 && container(.object, until: "}", level)
    case UInt8(ascii: "["): return level < 64 && container(.array, until: "]", level)
    case UInt8(ascii: "n"): return word("null", .null)
    case UInt8(ascii: "t"): return word("true", .true)
    case UInt8(ascii: "f"): return word("false", .false)
    default: return number()
    }
  }

  private mutating func container(
    _ kind: JSONText.Kind, until end: Unicode.Scalar, _ level: Int
  ) -> Bool {
    let index = elements.count
    elements.append(JSONText.Element(kind: kind, start: Int32(position)))
    position += 1
    skipSpace()
    var count: Int32 = 0
    if !skip(end) {
      repeat {
        if kind == .object {
          skipSpace()
          guard byte == UInt8(ascii: "\""), string() else { return false }
          skipSpace()
          guard skip(":") else { return false }
        }
        guard value(level: level + 1) else { return false }
        count += 1
        skipSpace()
      } while skip(",")
      guard skip(end) else { return false }
    }
    elements[index].end = Int32(position)
    elements[index].next = Int32(elements.count)
    elements[index].count = count
    return true
  }

  private mutating func append(_ kind: JSONText.Kind, from start: Int) -> Bool {
    elements.append(
      JSONText.Element(
        kind: kind, start: Int32(start), end: Int32(position), next: Int32(elements.count + 1)))
    return true
  }

  private mutating func word(_ word: StaticString, _ kind: JSONText.Kind) -> Bool {
    let start = position
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes.count - position >= letters.count,
      bytes[position..<(position + letters.count)].elementsEqual(letters)
    else { return false }
    position += letters.count
    return append(kind, from: start)
  }

  private mutating func string() -> Bool {
    let start = position
    var kind = JSONText.Kind.ascii
    position += 1
    while let byte {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return append(kind, from: start)
      case UInt8(ascii: "\\"):
        kind = .escaped
        guard escape() else { return false }
      case 0..<0x20: return false
      case 0x80...: if kind == .ascii { kind = .string }
      default: break
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let byte else { return false }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return true
    case UInt8(ascii: "u"):
      guard let unit = unit() else { return false }
      if UTF16.isTrailSurrogate(unit) { return false }
      guard UTF16.isLeadSurrogate(unit) else { return true }
      guard skip("\\"), skip("u"), let second = self.unit() else { return false }
      return UTF16.isTrailSurrogate(second)
    default: return false
    }
  }

  private mutating func unit() -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Self.hexadecimal(byte) else { return nil }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte & 15
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      (byte & 15) + 9
    default: nil
    }
  }

  private mutating func number() -> Bool {
    let start = position
    var kind = JSONText.Kind.integer
    _ = skip("-")
    if !skip("0"), !digits() { return false }
    if skip(".") {
      kind = .number
      guard digits() else { return false }
    }
    if skip("e") || skip("E") {
      kind = .number
      if !skip("+") { _ = skip("-") }
      guard digits() else { return false }
    }
    return append(kind, from: start)
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    return position > start
  }
}
