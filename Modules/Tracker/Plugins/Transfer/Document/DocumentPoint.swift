import Foundation
import Strata
import StrataImport
import StrataDomain
import StrataTrackerModel

/// A data point of an import, resolved to the item and options of this store.
struct DocumentPoint {
  let record: DataRecord
  let place: CSVReader.Place
  let itemID: UUID?
  let content: ItemDataContent
  let selection: OptionSelection

  /// Resolves a record.
  ///
  /// - Throws: ``DocumentProblem`` for a record that isn't valid for its item.
  init(_ record: DataRecord, _ items: DocumentItems, at place: CSVReader.Place) throws {
    self.record = record
    self.place = place
    var option = record.option
    var numbers = record.selection
    if let name = record.item {
      guard let target = items[name] else {
        throw DocumentProblem("there is no item “\(name)” before it")
      }
      if let given = option {
        guard let kept = target.options[given] else {
          throw DocumentProblem("\(name) has no option \(given)")
        }
        option = kept
      }
      numbers = numbers.map { target.numbers[$0] ?? $0 }
      itemID = target.uid
    } else {
      itemID = nil
    }
    do {
      content = try ItemDataContent(parts: record.parts(option: option))
      selection = try OptionSelection(numbers)
    } catch {
      throw DocumentProblem("\(error)")
    }
  }
}

extension DocumentPoint: Persistable {
  /// The key that finds existing data points: their identifier.
  static var importKey: ImportKey<DocumentPoint, ItemData> {
    ImportKey(\.uid, from: \.record.uid)
  }

  /// Fetches the items of a chunk.
  static func importerData(
    for points: [DocumentPoint], in context: ModelContext
  ) throws -> [UUID: Item] {
    try context.existing(Item.self, by: \.uid, in: Set(points.compactMap(\.itemID)))
  }

  func importAction(
    for existing: ItemData?, with items: inout [UUID: Item]
  ) throws -> ImportAction<ItemData> {
    guard existing == nil else { return .nothing }
    let point = ItemData(
      createTimestamp: record.created.date, uid: record.uid, dataContent: content)
    point.selection = selection
    if let itemID {
      guard let item = items[itemID] else {
        throw DocumentProblem("its item was deleted meanwhile")
      }
      point.item = item
    }
    point.source = record.source
    if let memo = record.memo { point.memo = Memo(text: memo) }
    return .insert(point)
  }
}
