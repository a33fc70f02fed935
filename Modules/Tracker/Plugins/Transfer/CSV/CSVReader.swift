import Foundation

/// A reader of the records of a CSV file (RFC 4180).
///
/// Fields are separated by a delimiter. Quoted fields may contain doubled quotes and line breaks.
/// Lines end in LF, CRLF or CR, and the file may begin with a byte order mark. Memory is bounded by
/// the longest record.
struct CSVReader {
  /// The maximal size of a record in bytes. A longer one has a missing quote or isn't CSV.
  private static let longestRecord = 16 << 20
  /// A record with the positions of its fields.
  struct Record {
    var fields: [String] = []
    /// The line and column at which each field begins, from 1. Columns count characters.
    var places: [Place] = []
    /// The indices of quoted fields. Quotes distinguish an empty text from no value.
    var quoted: Set<Int> = []
    /// The position of the record's end.
    var end = Place(line: 1, column: 1)
  }

  struct Place: Hashable {
    var line: Int
    var column: Int
  }

  /// An error of the file itself, after which no more records can be read.
  struct Malformed: Error {
    let place: Place
    let message: String
  }

  private var source: any ByteSource
  private let delimiter: UInt8
  private var peeked: UInt8?
  private var place = Place(line: 1, column: 1)
  private var recordLength = 0

  /// Makes a reader.
  ///
  /// - Parameter delimiter: The byte between two fields.
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
    // Continuation bytes of UTF-8 don't count as columns.
    if let byte, byte & 0xC0 != 0x80 { place.column += 1 }
    return byte
  }

  private mutating func endLine() {
    place.line += 1
    place.column = 1
  }

  /// Returns the next record, or nil at the end. It skips empty lines.
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
      while let byte = try peek(), byte == 0x20 || byte == 0x09, byte != delimiter {
        _ = try next()
      }
      if let byte = try peek(), byte != delimiter, byte != 0x0A, byte != 0x0D {
        // A missing quote would make one field of several rows.
        throw Malformed(
          place: place,
          message:
            "text stands behind a quote that closes; is a quote missing in the field that begins at line \(start.line)?"
        )
      }
    }
    while let byte = try peek(), byte != delimiter, byte != 0x0A, byte != 0x0D {
      bytes.append(byte)
      _ = try next()
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Malformed(
        place: start,
        message:
          "the text is not UTF-8; if it has single bytes for é or ü, add --encoding windows-1252")
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
