/// Finds the elements of an XML document one after the other, in bounded memory, and goes on behind
/// what is broken.
///
/// It knows no more of XML than flat elements need: tags with attributes. Texts between tags, comments
/// and the document type are passed over. A parser that keeps to the standard would give up at the first
/// error, and exports of health data have them, even in their document type.
struct ElementScanner {
  /// A tag beyond this size, in bytes, has lost its end.
  private static let longestTag = 1 << 20

  /// A place in the document, from 1.
  struct Place: Hashable, CustomStringConvertible {
    var line = 1
    var column = 1

    var description: String { "\(line):\(column)" }
  }

  enum Event {
    /// A tag that opens an element, perhaps closing it as well.
    case element(Element)
    /// A tag that closes an element.
    case end(String)
    /// What is no tag.
    case broken(Place, String)
  }

  private let read: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var position = 0
  private var hasEnded = false
  /// Where the next byte stands.
  private(set) var place = Place()

  /// - Parameter read: Gives the next stretch of bytes; none at the end.
  init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

  /// The next tag that matters; nil at the end.
  mutating func next() throws -> Event? {
    while try find(UInt8(ascii: "<")) {
      let kind = try peek(1)
      if kind == UInt8(ascii: "!") {
        guard try skipDeclaration() else {
          return .broken(place, "a comment or declaration has no end")
        }
      } else if kind == UInt8(ascii: "?") {
        guard try skip(to: "?>") else { return .broken(place, "“<?” has no “?>”") }
      } else {
        return try tag()
      }
    }
    return nil
  }

  // MARK: Bytes

  /// Reads on; false at the end.
  private mutating func fill() throws -> Bool {
    guard !hasEnded else { return false }
    let more = try read()
    guard !more.isEmpty else {
      hasEnded = true
      return false
    }
    if position > 0 {
      buffer.removeSubrange(..<position)
      position = 0
    }
    buffer += more
    return true
  }

  private mutating func peek(_ offset: Int) throws -> UInt8? {
    while position + offset >= buffer.count { guard try fill() else { return nil } }
    return buffer[position + offset]
  }

  private mutating func advance(to end: Int) {
    var (line, column) = (place.line, place.column)
    buffer.withUnsafeBufferPointer { bytes in
      for index in position..<end {
        let byte = bytes[index]
        if byte == 0x0A {
          line += 1
          column = 1
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
    }
    place = Place(line: line, column: column)
    position = end
  }

  /// Goes on to a byte; false where the document ends before it.
  private mutating func find(_ wanted: UInt8) throws -> Bool {
    while true {
      if let index = buffer[position...].firstIndex(of: wanted) {
        advance(to: index)
        return true
      }
      advance(to: buffer.count)
      guard try fill() else { return false }
    }
  }

  private mutating func skip(to end: StaticString) throws -> Bool {
    let bytes = end.withUTF8Buffer { Array($0) }
    while try find(bytes[0]) {
      var isFound = true
      for (offset, byte) in bytes.enumerated() where try peek(offset) != byte { isFound = false }
      advance(to: isFound ? position + bytes.count : position + 1)
      if isFound { return true }
    }
    return false
  }

  private mutating func skipDeclaration() throws -> Bool {
    if try peek(2) == UInt8(ascii: "-") { return try skip(to: "-->") }
    if try peek(2) == UInt8(ascii: "[") { return try skip(to: "]]>") }
    // A document type with declarations inside ends with them.
    var offset = 2
    while let byte = try peek(offset), byte != UInt8(ascii: ">") {
      if byte == UInt8(ascii: "[") { return try skip(to: "]>") }
      offset += 1
    }
    return try skip(to: ">")
  }

  // MARK: Tags

  private enum TagEnd {
    case end, brokenOff, more
  }

  private mutating func tag() throws -> Event {
    let start = place
    var offset = 1
    var quote: UInt8 = 0
    while true {
      switch Self.find(in: buffer, from: position, &offset, &quote) {
      case .end:
        let bytes = buffer[position + 1..<position + offset]
        advance(to: position + offset + 1)
        return Element.event(bytes, at: start)
      case .more where offset <= Self.longestTag:
        if try fill() { continue }
        advance(to: buffer.count)
        return .broken(start, "the file ends inside of a tag")
      default:
        advance(to: position + offset)
        return .broken(start, "a tag has no end; is a quote or “>” missing?")
      }
    }
  }

  /// Goes on to the end of a tag. A “<” may stand neither in a tag nor in a value: the next tag begins
  /// there.
  private static func find(
    in buffer: [UInt8], from position: Int, _ offset: inout Int, _ quote: inout UInt8
  ) -> TagEnd {
    buffer.withUnsafeBufferPointer { bytes in
      var index = position + offset
      defer { offset = index - position }
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "<") { return .brokenOff }
        if quote != 0 {
          if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          return .end
        }
        index += 1
      }
      return .more
    }
  }
}
