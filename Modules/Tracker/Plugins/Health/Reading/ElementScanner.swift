/// A scanner that finds the elements of an XML document in bounded memory, and recovers from
/// errors.
///
/// It knows only tags with attributes, as flat elements need. It skips text between tags, comments
/// and the document type. A standard parser would stop at the first error, and health exports have
/// errors, even in their document type.
struct ElementScanner {
  /// The maximal size of a tag in bytes. A longer one has lost its end.
  private static let longestTag = 1 << 20

  /// A position in the document, from 1.
  struct Place: Hashable, CustomStringConvertible {
    var line = 1
    var column = 1

    var description: String { "\(line):\(column)" }
  }

  enum Event {
    /// A tag that opens an element, and may close it too.
    case element(Element)
    /// A tag that closes an element.
    case end(String)
    /// A syntax error.
    case broken(Place, String)
  }

  private let read: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var position = 0
  private var hasEnded = false
  /// The position of the next byte.
  private(set) var place = Place()

  /// Makes a scanner.
  ///
  /// - Parameter read: A function that returns the next chunk of bytes, which is empty at the end.
  init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

  /// Returns the next tag, or nil at the end.
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

  /// Reads more bytes. Returns false at the end.
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

  /// Moves to the next occurrence of a byte. Returns false if there is none.
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
    // An internal subset of the document type ends in `]>`.
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

  /// Moves to the end of a tag.
  ///
  /// A “<” is invalid in tags and values. It begins the next tag, so the scanner can recover there.
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
