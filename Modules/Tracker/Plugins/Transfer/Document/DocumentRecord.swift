import Foundation
import Strata
import StrataDomain
import StrataTrackerModel

/// A part of an export.
enum DocumentRecord {
  /// The header, with the format's version.
  case header(version: Int)
  /// A tag without items.
  case tag(String)
  case item(ItemRecord)
  case data(DataRecord)
  /// An object of another plugin that belongs to an item.
  case object(ObjectRecord)
  /// The number of parts between header and end. A file without it was truncated.
  case end(count: Int)

  /// The format's name, with which a file begins.
  static let format = "appshell-tracker"
  /// The version that is written, and the newest that can be read.
  static let version = 1
}

/// The record of an item, with its options and tags.
struct ItemRecord: Codable, Equatable {
  var uid: UUID
  var name: ItemName
  var created: ExactDate
  var kind: ItemDataContent.Kind
  var unit: String?
  /// Nil also in files of programs that knew no measures.
  var measure: ItemMeasure?
  /// Nil also in files of programs that knew no names of values.
  var valueNames: PairNames?
  /// Nil for false, also in files of programs that knew no days of ends.
  var countsAtEnd: Bool?
  var memo: String?
  var tags: [String]
  var options: [OptionRecord]
  var author: TransactionAuthor?
}

/// The record of an option.
struct OptionRecord: Codable, Equatable {
  var uid: UUID
  var number: Int
  var label: String
  var retired: Bool
}

/// The record of a data point.
struct DataRecord: Codable, Equatable {
  var uid: UUID
  /// The name of the item, whose record comes before. Nil for a data point without an item.
  var item: String?
  var created: ExactDate
  var kind: ItemDataContent.Kind
  var start: ExactDate
  var end: ExactDate?
  var value1: Double?
  var value2: Double?
  /// The option's identifier.
  var option: UUID?
  /// The numbers of the options that were selected in addition.
  var selection: [Int]
  /// Nil also in files of programs that knew no sources.
  var source: String?
  var memo: String?
  var author: TransactionAuthor?
}

extension DataRecord {
  /// Returns the content's parts, with an option of this store.
  func parts(option: UUID?) -> ItemDataContent.Parts {
    ItemDataContent.Parts(
      kind: kind, startDate: start.date, endDate: end?.date, value1: value1, value2: value2,
      optionID: option)
  }
}

/// The JSON coding of an export's values, for lines and for fields of CSV.
enum DocumentCoding {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    // Sorted keys make exports of the same store equal.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { try ExactDate($0).encode(to: $1) }
    return encoder
  }

  static func decoder(_ kinds: RecordKinds) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { try ExactDate(from: $0).date }
    if let kindsKey { decoder.userInfo[kindsKey] = kinds }
    return decoder
  }

  /// The key of the decoder's user info for the plugins whose records it decodes.
  static let kindsKey = CodingUserInfoKey(rawValue: "recordKinds")
}
