import Foundation
import Strata
import StrataDomain

/// A part of an export of everything.
enum DocumentRecord {
  /// The version of the form that follows.
  case header(version: Int)
  /// A tag that no item has.
  case tag(String)
  case item(ItemRecord)
  case data(DataRecord)
  /// An object of another plugin that belongs to an item.
  case object(ObjectRecord)
  /// How many parts there were, without the header and this one: without it, the file was cut off.
  case end(count: Int)

  /// What a file of this form begins with.
  static let format = "appshell-tracker"
  /// The version of the form that is written, and the newest that can be read.
  static let version = 1
}

/// An item with its options and tags.
struct ItemRecord: Codable, Equatable {
  var uid: UUID
  var name: ValidatedName
  var created: ExactDate
  var kind: ItemDataContent.Kind
  var unit: String?
  var memo: String?
  var tags: [String]
  var options: [OptionRecord]
  var author: TransactionAuthor?
}

/// An option of an item.
struct OptionRecord: Codable, Equatable {
  var uid: UUID
  var number: Int
  var label: String
  var retired: Bool
}

/// A data point.
struct DataRecord: Codable, Equatable {
  var uid: UUID
  /// The name of its item, which stands before it; nil where it has none.
  var item: String?
  var created: ExactDate
  var kind: ItemDataContent.Kind
  var start: ExactDate
  var end: ExactDate?
  var value1: Double?
  var value2: Double?
  /// The option's identifier.
  var option: UUID?
  /// The numbers of the options that were selected beside it.
  var selection: [Int]
  var memo: String?
  var author: TransactionAuthor?
}

extension DataRecord {
  /// When and what it is, with its own item's options.
  func parts(option: UUID?) -> ItemDataContent.Parts {
    ItemDataContent.Parts(
      kind: kind, startDate: start.date, endDate: end?.date, value1: value1, value2: value2,
      optionID: option)
  }
}
