import Foundation
import Strata
import StrataDomain
import TrackerModel

@testable import TransferPlugin

/// All that a tracker's store keeps, and who has put it there.
struct TrackerSnapshot: Equatable {
  struct Point: Equatable {
    var uid: UUID
    var item: String?
    var created: Date
    var content: ItemDataContent
    var selection: [Int]
    var memo: String?
    var author: TransactionAuthor?
  }

  var items: [ItemRecord]
  var points: [Point]
  var tags: [String]

  init(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let itemAuthors = try InsertionAuthors(of: Item.self, in: context)
    let dataAuthors = try InsertionAuthors(of: ItemData.self, in: context)
    items = try context.fetch(FetchDescriptor<Item>()).map { item in
      ItemRecord(
        uid: item.uid, name: item.name, created: ExactDate(item.createTimestamp), kind: item.kind,
        unit: item.unit, memo: item.memo, tags: item.tags.map(\.name.rawValue).sorted(),
        options: item.options.sorted { $0.number < $1.number }.map {
          OptionRecord(
            uid: $0.uid, number: $0.number, label: $0.label.rawValue, retired: $0.isRetired)
        }, author: itemAuthors.author(of: item))
    }.sorted { $0.uid.uuidString < $1.uid.uuidString }
    points = try context.fetch(FetchDescriptor<ItemData>()).map { point in
      Point(
        uid: point.uid, item: point.item?.name.rawValue, created: point.createTimestamp,
        content: point.dataContent, selection: point.optionSelections, memo: point.memo?.text,
        author: dataAuthors.author(of: point))
    }.sorted { $0.uid.uuidString < $1.uid.uuidString }
    tags = try context.fetch(FetchDescriptor<Tag>()).map(\.name.rawValue).sorted()
  }
}
