import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel

/// The tracker's data points as records of files.
struct DataTransfer: RecordTransfer {
  @MainActor func makeImport(_ request: ImportRequest) throws -> any RecordImport {
    try DataImport(request)
  }

  @MainActor func exportColumns() -> [Table.Column] {
    ["item", "kind", "unit", "start", "end", "value1", "value2", "option", "selection", "memo"]
  }

  @MainActor func export(
    item name: ArgumentValue?, from context: ModelContext, _ body: ([Cell]) throws -> Void
  ) throws {
    var items = try context.fetch(FetchDescriptor<Item>())
      .sorted { $0.name.rawValue < $1.name.rawValue }
    if let name {
      items = items.filter { $0.name.rawValue == name.text }
      guard !items.isEmpty else {
        throw name.error("there is no item “\(name.text)”", hint: "item list shows them")
      }
    }
    for item in items {
      let labels = Dictionary(
        item.options.map { ($0.uid, $0.label.rawValue) }, uniquingKeysWith: { first, _ in first })
      let numbered = Dictionary(
        item.options.map { ($0.number, $0.label.rawValue) },
        uniquingKeysWith: { first, _ in first })
      let identifier = item.persistentModelID
      let data = try context.fetch(
        FetchDescriptor<ItemData>(
          predicate: #Predicate { $0.item?.persistentModelID == identifier }))
      for point in data.sorted(by: { $0.dataContent.startDate < $1.dataContent.startDate }) {
        let content = point.dataContent
        try body([
          .text(item.name.rawValue), .text(item.kind.rawValue), Cell(item.unit),
          .date(content.startDate), Cell(content.endDate), Cell(content.value1),
          Cell(content.value2), Cell(content.optionID.map { labels[$0] ?? "\($0)" }),
          .list(point.selection.map { .text(numbered[$0] ?? "\($0)") }), Cell(point.memo?.text),
        ])
      }
    }
  }
}
