import Foundation

/// A reader of an export as lines of JSON.
struct JSONDocumentReader: DocumentReader {
  /// The maximal size of a line in bytes. A longer one isn't part of an export.
  private static let longestLine = 16 << 20

  private var source: any ByteSource
  private let decoder: JSONDecoder
  private var lineNumber = 0

  init(_ source: any ByteSource, _ kinds: RecordKinds) {
    self.source = source
    decoder = DocumentCoding.decoder(kinds)
  }

  mutating func next() throws -> (record: DocumentRecord, place: CSVReader.Place)? {
    while let line = try line() {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      let place = CSVReader.Place(line: lineNumber, column: 1)
      do {
        return (try decoder.decode(DocumentLine.self, from: Data(line)).record, place)
      } catch {
        throw DocumentFault(place: place, message: DocumentProblem(error).message)
      }
    }
    return nil
  }

  private mutating func line() throws -> [UInt8]? {
    var line: [UInt8] = []
    var hasAny = false
    while let byte = try source.next() {
      if !hasAny {
        hasAny = true
        lineNumber += 1
      }
      if byte == 0x0A { return line }
      // The file may begin with a byte order mark.
      line.append(byte)
      if lineNumber == 1, line == [0xEF, 0xBB, 0xBF] { line = [] }
      guard line.count <= Self.longestLine else {
        throw CSVReader.Malformed(
          place: CSVReader.Place(line: lineNumber, column: 1),
          message: "the line is longer than 16 MiB")
      }
    }
    return hasAny ? line : nil
  }
}
