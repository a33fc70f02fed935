import Foundation
import StrataDomain

/// A reader of an export's parts.
protocol DocumentReader {
  /// Returns the next part with its position, or nil at the end of the file.
  ///
  /// - Throws: ``DocumentFault`` for an invalid part, after which reading can continue, and
  ///   `CSVReader.Malformed` if it can't.
  mutating func next() throws -> (record: DocumentRecord, place: CSVReader.Place)?
}

/// The error of a part that can't be parsed.
struct DocumentFault: Error {
  let place: CSVReader.Place
  let message: String
}

/// The format of an export, detected by its beginning.
enum DocumentForm {
  case json, csv

  /// Detects the format. Returns nil if the file isn't an export.
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
