import Foundation

/// Reads a CSV file record by record (RFC 4180): fields apart by commas, quoted ones with doubled
/// quotes and line breaks inside, lines that end in LF, CRLF or CR, a byte order mark or none.
///
/// Memory is bounded by the longest record, whatever the size of the file.
struct CSVReader {
  /// A record beyond this size, in bytes, is taken for a quote that is missing or for no CSV.
  private static let longestRecord = 16 << 20
  /// One record and where its fields begin.
  struct Record {
    var fields: [String] = []
    /// The line and column at which each field begins, from 1; columns count characters.
    var places: [Place] = []
    /// The fields that were in quotes, which tell an empty text from none.
    var quoted: Set<Int> = []
    /// Where the record ends.
    var end = Place(line: 1, column: 1)
  }

  struct Place: Hashable {
    var line: Int
    var column: Int
  }

  /// What is wrong with the file itself; no record can be read after it.
  struct Malformed: Error {
    let place: Place
    let message: String
  }

  private var source: any ByteSource
  private let delimiter: UInt8
  private var peeked: UInt8?
  private var place = Place(line: 1, column: 1)
  private var recordLength = 0

  /// - Parameter delimiter: What stands between two fields.
  init(_ source: any ByteSource, delimiter: UInt8 = UInt8(ascii: ",")) throws {
    self.source = source
    self.delimiter = delimiter
    try skipByteOrderMark()
  }

  private mutating func skipByteOrderMark() throws {
    guard try peek() == 0xEF else { return }
    _ = try next()
    guard try next() == 0xBB, try next() == 0xBF else {
      throw Malformed(place: Place(line: 1, column: 1), message: "the file is not UTF-8 text")
    }
    place.column = 1
  }

  private mutating func peek() throws -> UInt8? {
    if peeked == nil { peeked = try source.next() }
    return peeked
  }

  private mutating func next() throws -> UInt8? {
    let byte = try peek()
    peeked = nil
    recordLength += 1
    guard recordLength <= Self.longestRecord else {
      throw Malformed(
        place: place, message: "the record is longer than 16 MiB; is a quote or a line end missing?"
      )
    }
    // Bytes that continue a character don't count.
    if let byte, byte & 0xC0 != 0x80 { place.column += 1 }
    return byte
  }

  private mutating func endLine() {
    place.line += 1
    place.column = 1
  }

  /// The next record; nil at the end. Empty lines are passed over.
  mutating func record() throws -> Record? {
    while let byte = try peek(), byte == 0x0A || byte == 0x0D {
      _ = try next()
      if byte == 0x0D, try peek() == 0x0A { _ = try next() }
      endLine()
      recordLength = 0
    }
    recordLength = 0
    guard try peek() != nil else { return nil }
    var record = Record()
    while true {
      record.places.append(place)
      if try peek() == UInt8(ascii: "\"") { record.quoted.insert(record.fields.count) }
      record.fields.append(try field())
      record.end = place
      guard try peek() == delimiter else { break }
      _ = try next()
    }
    if let byte = try peek() {
      _ = try next()
      if byte == 0x0D, try peek() == 0x0A { _ = try next() }
      endLine()
    }
    return record
  }

  private mutating func field() throws -> String {
    let start = place
    var bytes: [UInt8] = []
    if try peek() == UInt8(ascii: "\"") {
      _ = try next()
      try quoted(into: &bytes, from: start)
    }
    while let byte = try peek(), byte != delimiter, byte != 0x0A, byte != 0x0D {
      bytes.append(byte)
      _ = try next()
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Malformed(place: start, message: "the text is not UTF-8")
    }
    return text
  }

  private mutating func quoted(into bytes: inout [UInt8], from start: Place) throws {
    while true {
      guard let byte = try next() else {
        throw Malformed(place: start, message: "a quote that opens here is never closed")
      }
      if byte == UInt8(ascii: "\"") {
        guard try peek() == UInt8(ascii: "\"") else { return }
        _ = try next()
      } else if byte == 0x0A {
        endLine()
      } else if byte == 0x0D, try peek() != 0x0A {
        endLine()
      }
      bytes.append(byte)
    }
  }
}
