/// A short JSON text, parsed once into a flat list: what is plain JSON of the kind that is written here.
///
/// Whatever is rare or wrong (escapes, very long numbers, what isn't JSON at all) is given up, and left to
/// Foundation's decoder, which also has the words for it.
struct JSONTape {
  /// One value, or the key of one.
  struct Node {
    let kind: Kind
    /// Where it stands, without quotation marks.
    let start: Int32
    let end: Int32
    /// The index behind it and all that is inside it.
    var next: Int32
  }

  enum Kind: UInt8 {
    case object, array, key, string, number, truth, falsehood, null
  }

  let bytes: ContiguousArray<UInt8>
  private(set) var nodes: ContiguousArray<Node> = []
  private var position = 0

  /// nil for what is given up.
  init?(_ text: String) {
    bytes = ContiguousArray(text.utf8)
    guard bytes.count < 1 << 20 else { return nil }
    nodes.reserveCapacity(16)
    skipSpace()
    guard value(depth: 0) else { return nil }
    skipSpace()
    guard position == bytes.count else { return nil }
  }

  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func value(depth: Int) -> Bool {
    guard depth < 64 else { return false }
    switch current {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "\""): return string(.string)
    case UInt8(ascii: "t"): return word("true", .truth)
    case UInt8(ascii: "f"): return word("false", .falsehood)
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func append(_ kind: Kind, _ start: Int, _ end: Int) {
    nodes.append(
      Node(
        kind: kind, start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
        next: Int32(truncatingIfNeeded: nodes.count + 1)))
  }

  private mutating func object(_ depth: Int) -> Bool {
    let index = nodes.count
    append(.object, position, position)
    position += 1
    skipSpace()
    if current != UInt8(ascii: "}") {
      while true {
        guard current == UInt8(ascii: "\""), string(.key) else { return false }
        skipSpace()
        guard current == UInt8(ascii: ":") else { return false }
        position += 1
        skipSpace()
        guard value(depth: depth + 1) else { return false }
        skipSpace()
        if current == UInt8(ascii: ",") {
          position += 1
          skipSpace()
          continue
        }
        guard current == UInt8(ascii: "}") else { return false }
        break
      }
    }
    position += 1
    nodes[index].next = Int32(truncatingIfNeeded: nodes.count)
    return true
  }

  private mutating func array(_ depth: Int) -> Bool {
    let index = nodes.count
    append(.array, position, position)
    position += 1
    skipSpace()
    if current != UInt8(ascii: "]") {
      while true {
        guard value(depth: depth + 1) else { return false }
        skipSpace()
        if current == UInt8(ascii: ",") {
          position += 1
          skipSpace()
          continue
        }
        guard current == UInt8(ascii: "]") else { return false }
        break
      }
    }
    position += 1
    nodes[index].next = Int32(truncatingIfNeeded: nodes.count)
    return true
  }

  private mutating func string(_ kind: Kind) -> Bool {
    let start = position + 1
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") {
        append(kind, start, end)
        position = end + 1
        return true
      }
      guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return false }
      end += 1
    }
    return false
  }

  private mutating func word(_ word: StaticString, _ kind: Kind) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
    append(kind, position, position + count)
    position += count
    return true
  }

  // The grammar of numbers (RFC 8259, section 6).
  private mutating func number() -> Bool {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    let first = position
    guard digits() else { return false }
    if bytes[first] == UInt8(ascii: "0"), position - first > 1 { return false }
    if current == UInt8(ascii: ".") {
      position += 1
      guard digits() else { return false }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      guard digits() else { return false }
    }
    append(.number, start, position)
    return true
  }

  private mutating func digits() -> Bool {
    let start = position
    while position < bytes.count, bytes[position] &- 48 < 10 { position += 1 }
    return position > start
  }
}

extension JSONTape {
  /// The text of a key or a string.
  func text(of node: Node) -> String {
    String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
  }

  /// Whether a key or a string is a text.
  func says(_ node: Node, _ text: String) -> Bool {
    var text = text
    let count = Int(node.end - node.start)
    return text.withUTF8 { utf8 in
      guard utf8.count == count else { return false }
      for index in 0..<count where utf8[index] != bytes[Int(node.start) + index] { return false }
      return true
    }
  }

  /// A whole number of at most 18 digits; nil for any other.
  func integer(of node: Node) -> Int64? {
    var index = Int(node.start)
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    guard Int(node.end) - index <= 18 else { return nil }
    var value: Int64 = 0
    while index < Int(node.end) {
      let digit = bytes[index] &- 48
      guard digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
      index += 1
    }
    return isNegative ? -value : value
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// A number, rounded as Swift rounds; nil for one that is no `Double`.
  ///
  /// Up to 15 digits and a power of ten of as many are `Double`s themselves, and so is rounded once what
  /// they are divided by.
  func real(of node: Node) -> Double? {
    var index = Int(node.start)
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var value: Int64 = 0
    var count = 0
    var fraction = -1
    while index < Int(node.end) {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
        fraction = 0
      } else {
        let digit = byte &- 48
        guard digit < 10, count < 15 else { return Double(text(of: node)) }
        value = value * 10 + Int64(digit)
        count += 1
        if fraction >= 0 { fraction += 1 }
      }
      index += 1
    }
    let number = fraction > 0 ? Double(value) / Self.powers[fraction] : Double(value)
    return isNegative ? -number : number
  }
}
