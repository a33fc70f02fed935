import Foundation
import StrataDomain

/// Reads an export part by part.
protocol DocumentReader {
  /// The next part, with its place; nil at the end of the file.
  ///
  /// - Throws: ``DocumentFault`` for a part that can't be read, after which the next one can be, and
  ///   `CSVReader.Malformed` where no more can be read.
  mutating func next() throws -> (record: DocumentRecord, place: CSVReader.Place)?
}

/// A part of a file that can't be read.
struct DocumentFault: Error {
  let place: CSVReader.Place
  let message: String
}

/// What form a file has, by its beginning.
enum DocumentForm {
  case json, csv

  /// nil for what is no export.
  init?(_ beginning: [UInt8]) {
    var text = beginning[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if text.drop(while: { $0 <= 0x20 }).first == UInt8(ascii: "{") {
      self = .json
    } else if text.starts(with: "record,item,".utf8)
      || text.starts(with: "\"record\",\"item\",".utf8)
    {
      self = .csv
    } else {
      return nil
    }
  }

  func reader(_ source: any ByteSource, _ kinds: RecordKinds) throws -> any DocumentReader {
    switch self {
    case .json: JSONDocumentReader(source, kinds)
    case .csv: try CSVDocumentReader(source, kinds)
    }
  }
}
