import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// Writes all of the tracker's objects, and other plugins' objects of its items, part by part.
///
/// The same store always gives the same parts in the same order.
@MainActor struct DocumentExport {
  private let context: ModelContext
  private let writer: any DocumentWriter
  private let onPoint: (Int) throws -> Void
  private let itemAuthors: InsertionAuthors
  private let dataAuthors: InsertionAuthors
  /// The plugins with objects, and the authors of these objects.
  private let others: [(plugin: any ItemRecordPlugin, authors: InsertionAuthors)]
  private var partCount = 0
  private(set) var pointCount = 0

  init(
    _ context: ModelContext, _ kinds: RecordKinds, _ writer: any DocumentWriter,
    onPoint: @escaping (Int) throws -> Void
  ) throws {
    self.context = context
    self.writer = writer
    self.onPoint = onPoint
    itemAuthors = try InsertionAuthors(of: Item.self, in: context)
    dataAuthors = try InsertionAuthors(of: ItemData.self, in: context)
    others = try kinds.plugins.compactMap { plugin in
      try plugin.insertionAuthors(in: context).map { (plugin, $0) }
    }
  }

  /// Writes some items with their data points, or everything.
  mutating func write(_ items: [Item]?) throws {
    try writer.write(.header(version: DocumentRecord.version), labels: [:])
    if items == nil {
      for tag in try context.fetch(FetchDescriptor<Tag>()).filter(\.items.isEmpty)
        .map(\.name.rawValue).sorted()
      {
        try write(.tag(tag), [:])
      }
    }
    for item in try items ?? context.fetch(FetchDescriptor<Item>()).inOrder { try write(item) }
    if items == nil {
      try writePoints(#Predicate { $0.item == nil }, item: nil, [:])
    }
    try writer.write(.end(count: partCount), labels: [:])
    try writer.end()
  }

  private mutating func write(_ record: DocumentRecord, _ labels: OptionLabels) throws {
    partCount += 1
    try writer.write(record, labels: labels)
  }

  private mutating func write(_ item: Item) throws {
    let options = item.options.sorted {
      ($0.number, $0.uid.uuidString) < ($1.number, $1.uid.uuidString)
    }
    let labels = Dictionary(
      options.map { ($0.uid, $0.label.rawValue) }, uniquingKeysWith: { first, _ in first })
    try write(
      .item(
        ItemRecord(
          uid: item.uid, name: item.name, created: ExactDate(item.createTimestamp),
          kind: item.kind, unit: item.unit, measure: item.measure, valueNames: item.valueNames,
          countsAtEnd: item.countsAtEnd ? true : nil, memo: item.memo,
          tags: item.tags.map(\.name.rawValue).sorted(),
          options: options.map {
            OptionRecord(
              uid: $0.uid, number: $0.number, label: $0.label.rawValue, retired: $0.isRetired)
          }, author: itemAuthors.author(of: item))), labels)
    for (plugin, authors) in others {
      for object in try plugin.export(of: item, by: authors) { try write(.object(object), [:]) }
    }
    let identifier = item.persistentModelID
    try writePoints(
      #Predicate { $0.item?.persistentModelID == identifier }, item: item.name.rawValue, labels)
  }

  private mutating func writePoints(
    _ predicate: Predicate<ItemData>, item: String?, _ labels: OptionLabels
  ) throws {
    let descriptor = FetchDescriptor<ItemData>(
      predicate: predicate,
      sortBy: [SortDescriptor(\.dataContent.startDate), SortDescriptor(\.uid)])
    try context.enumerate(descriptor, batchSize: 1000, allowEscapingMutations: true) { point in
      try onPoint(pointCount)
      pointCount += 1
      try write(.data(record(of: point, item: item)), labels)
    }
  }

  private func record(of point: ItemData, item: String?) -> DataRecord {
    let parts = point.dataContent.parts
    return DataRecord(
      uid: point.uid, item: item, created: ExactDate(point.createTimestamp), kind: parts.kind,
      start: ExactDate(point.dataContent.startDate), end: parts.endDate.map(ExactDate.init),
      value1: parts.value1, value2: parts.value2, option: parts.optionID,
      selection: point.optionSelections, source: point.source, memo: point.memo?.text,
      author: dataAuthors.author(of: point))
  }
}

extension [Item] {
  /// The items sorted by name.
  fileprivate var inOrder: [Item] { sorted { $0.name.rawValue < $1.name.rawValue } }
}
