internal import Foundation

/// Reads a binary property list, the format of CoreFoundation's open source (CFBinaryPList.c).
///
/// A table has the offset of each numbered value. A value that is used several times is read once
/// but counted each time.
struct BinaryPropertyList {
  static let magic = Array("bplist00".utf8)
  private static let trailerSize = 32

  private let bytes: [UInt8]
  private let limits: ArchiveLimits
  private let offsetSize: Int
  private let referenceSize: Int
  private let table: Int
  private let top: Int
  /// The state of each value, by number.
  private var entries: [Entry]
  /// The number of bytes that the remaining values can have if they don't overlap.
  private var bytesLeft: Int

  private enum Entry {
    case unread
    case reading
    case read(Part)
  }

  /// A value, the number of values that it contains including itself, and their depth.
  ///
  /// A long text counts as several values, since it may be used often, for example as a
  /// dictionary's key.
  private struct Part {
    var value: PropertyListValue
    var count = 1
    var height = 1
  }

  init(_ bytes: [UInt8], limits: ArchiveLimits) throws(ArchiveError) {
    self.bytes = bytes
    self.limits = limits
    guard bytes.starts(with: Self.magic) else {
      throw .corrupt(reason: "no binary property list begins here", offset: 0)
    }
    let trailer = bytes.count - Self.trailerSize
    guard trailer > Self.magic.count else {
      throw .corrupt(reason: "the property list ends early", offset: bytes.count)
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.number(in: bytes[...], at: trailer + 8, size: 8),
      let top = Self.number(in: bytes[...], at: trailer + 16, size: 8),
      let table = Self.number(in: bytes[...], at: trailer + 24, size: 8),
      table > Self.magic.count, table < trailer, count <= (trailer - table) / offsetSize,
      top < count
    else { throw .corrupt(reason: "the property list's trailer is none", offset: trailer) }
    guard count <= limits.values else {
      throw .tooLarge(what: "number of values", limit: limits.values)
    }
    self.top = top
    self.table = table
    entries = [Entry](repeating: .unread, count: count)
    bytesLeft = table - Self.magic.count
  }

  /// Reads the root value.
  mutating func root() throws(ArchiveError) -> PropertyListValue {
    try part(top, depth: 1).value
  }

  private mutating func part(_ number: Int, depth: Int) throws(ArchiveError) -> Part {
    switch entries[number] {
    case .read(let part): return part
    case .reading: throw .corrupt(reason: "value \(number) contains itself", offset: nil)
    case .unread: break
    }
    guard depth <= limits.depth else { throw .tooLarge(what: "nesting", limit: limits.depth) }
    guard
      let offset = Self.number(in: bytes[...], at: table + number * offsetSize, size: offsetSize),
      offset >= Self.magic.count, offset < table
    else {
      throw .corrupt(
        reason: "value \(number) is out of bounds", offset: table + number * offsetSize)
    }
    entries[number] = .reading
    let part = try read(at: offset, depth: depth)
    guard part.height <= limits.depth else {
      throw .tooLarge(what: "nesting", limit: limits.depth)
    }
    entries[number] = .read(part)
    return part
  }

  private mutating func read(at offset: Int, depth: Int) throws(ArchiveError) -> Part {
    let marker = bytes[offset]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0: return Part(value: try simple(low, at: offset))
    case 0x1: return Part(value: try integer(power: low, at: offset))
    case 0x2: return Part(value: .real(try real(power: low, at: offset)))
    case 0x3:
      guard low == 3 else { throw unknown(offset) }
      return Part(
        value: .date(Date(timeIntervalSinceReferenceDate: try real(power: 3, at: offset))))
    case 0x4:
      let range = try content(of: 1, low, at: offset)
      return Part(value: .data(Data(bytes[range])))
    case 0x5:
      let range = try content(of: 1, low, at: offset)
      guard bytes[range].allSatisfy({ $0 < 0x80 }) else {
        throw .corrupt(reason: "a text of ASCII has other bytes", offset: offset)
      }
      let text = String(decoding: bytes[range], as: UTF8.self)
      return Part(value: .string(text), count: 1 + range.count / 64)
    case 0x6:
      let range = try content(of: 2, low, at: offset)
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).lazy.map {
        [bytes] in UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      let text = String(decoding: Array(units), as: UTF16.self)
      return Part(value: .string(text), count: 1 + range.count / 64)
    case 0x8:
      guard low < 8, let number = Self.number(in: bytes[..<table], at: offset + 1, size: low + 1)
      else { throw outOfBounds(offset) }
      try spend(low + 2, at: offset)
      return Part(value: .uid(number))
    case 0xA: return try list(low, at: offset, depth: depth) { .array($0) }
    case 0xB, 0xC: return try list(low, at: offset, depth: depth) { .set($0) }
    case 0xD: return try dictionary(low, at: offset, depth: depth)
    default: throw unknown(offset)
    }
  }
}

extension BinaryPropertyList {
  private mutating func simple(
    _ low: Int, at offset: Int
  ) throws(ArchiveError) -> PropertyListValue {
    try spend(1, at: offset)
    switch low {
    case 0x0: return .null
    case 0x8: return .boolean(false)
    case 0x9: return .boolean(true)
    default: throw unknown(offset)
    }
  }

  private mutating func integer(
    power: Int, at offset: Int
  ) throws(ArchiveError) -> PropertyListValue {
    guard power <= 4 else { throw unknown(offset) }
    let size = 1 << power
    guard size < table - offset else { throw outOfBounds(offset) }
    try spend(size + 1, at: offset)
    var (high, low): (UInt64, UInt64) = (0, 0)
    for byte in bytes[offset + 1...offset + size] {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(byte)
    }
    // Numbers of up to four bytes are unsigned. Those that don't fit in eight have sixteen.
    let number = Int64(bitPattern: low)
    if size < 16 || high == 0 && number >= 0 || high == .max && number < 0 {
      return .integer(number)
    }
    guard high == 0 else { throw .corrupt(reason: "a number is too large", offset: offset) }
    return .unsignedInteger(low)
  }

  private mutating func real(power: Int, at offset: Int) throws(ArchiveError) -> Double {
    guard power == 2 || power == 3 else { throw unknown(offset) }
    let size = 1 << power
    guard size < table - offset else { throw outOfBounds(offset) }
    try spend(size + 1, at: offset)
    let pattern = bytes[offset + 1...offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return power == 2
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
      : Double(bitPattern: pattern)
  }

  private mutating func list(
    _ low: Int, at offset: Int, depth: Int, _ make: ([PropertyListValue]) -> PropertyListValue
  ) throws(ArchiveError) -> Part {
    let range = try content(of: referenceSize, low, at: offset)
    var values: [PropertyListValue] = []
    values.reserveCapacity(range.count / referenceSize)
    var whole = Part(value: .null)
    for place in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
      let part = try referenced(at: place, depth: depth)
      try add(part, to: &whole)
      values.append(part.value)
    }
    whole.value = make(values)
    return whole
  }

  private mutating func dictionary(
    _ low: Int, at offset: Int, depth: Int
  ) throws(ArchiveError) -> Part {
    let range = try content(of: 2 * referenceSize, low, at: offset)
    let half = range.count / 2
    var values: [String: PropertyListValue] = [:]
    values.reserveCapacity(half / referenceSize)
    var whole = Part(value: .null)
    for place in stride(from: range.lowerBound, to: range.lowerBound + half, by: referenceSize) {
      let key = try referenced(at: place, depth: depth)
      guard case .string(let name) = key.value else {
        throw .corrupt(reason: "a dictionary's key is no text", offset: offset)
      }
      let part = try referenced(at: place + half, depth: depth)
      try add(key, to: &whole)
      try add(part, to: &whole)
      guard values.updateValue(part.value, forKey: name) == nil else {
        throw .corrupt(reason: "a dictionary has a key twice", offset: offset)
      }
    }
    whole.value = .dictionary(values)
    return whole
  }

  private mutating func referenced(at place: Int, depth: Int) throws(ArchiveError) -> Part {
    guard let number = Self.number(in: bytes[...], at: place, size: referenceSize),
      number < entries.count
    else { throw .corrupt(reason: "a reference leads nowhere", offset: place) }
    return try part(number, depth: depth + 1)
  }

  private func add(_ part: Part, to whole: inout Part) throws(ArchiveError) {
    whole.count += part.count
    whole.height = max(whole.height, part.height + 1)
    guard whole.count <= limits.values else {
      throw .tooLarge(what: "number of values", limit: limits.values)
    }
  }

  /// The range of a value's content with elements of `size` bytes each. The count is in the marker,
  /// or after it if it is greater than 14.
  private mutating func content(
    of size: Int, _ low: Int, at offset: Int
  ) throws(ArchiveError) -> Range<Int> {
    var (start, count) = (offset + 1, low)
    if low == 0xF {
      guard start < table, bytes[start] >> 4 == 1, bytes[start] & 0xF <= 3 else {
        throw .corrupt(reason: "a length is no number", offset: offset)
      }
      let length = 1 << Int(bytes[start] & 0xF)
      guard let number = Self.number(in: bytes[..<table], at: start + 1, size: length) else {
        throw outOfBounds(offset)
      }
      (start, count) = (start + 1 + length, number)
    }
    guard count <= (table - start) / size else { throw outOfBounds(offset) }
    let end = start + count * size
    try spend(end - offset, at: offset)
    return start..<end
  }

  private mutating func spend(_ count: Int, at offset: Int) throws(ArchiveError) {
    guard count <= bytesLeft else {
      throw .corrupt(reason: "the bytes of values overlap", offset: offset)
    }
    bytesLeft -= count
  }

  /// The big-endian number in some bytes, or nil if it is out of bounds or too large.
  private static func number(in bytes: ArraySlice<UInt8>, at place: Int, size: Int) -> Int? {
    guard size <= bytes.endIndex - place else { return nil }
    let number = bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: number)
  }

  private func outOfBounds(_ offset: Int) -> ArchiveError {
    .corrupt(reason: "a value goes on beyond the values' end", offset: offset)
  }

  private func unknown(_ offset: Int) -> ArchiveError {
    .corrupt(reason: "there is no value of kind \(bytes[offset])", offset: offset)
  }
}
