import Foundation
import Strata
import StrataImport
import StrataDomain
import StrataTrackerModel

extension HealthPoint: Persistable {
  /// The key that finds existing data points: their identifier.
  static var importKey: ImportKey<HealthPoint, ItemData> { ImportKey(\.uid, from: \.uid) }

  /// Finds or makes the items of a chunk, with the options that its points need.
  static func importerData(
    for points: [HealthPoint], in context: ModelContext
  ) throws -> [HealthItem: Item] {
    var items: [HealthItem: Item] = [:]
    var labels: [HealthItem: Set<String>] = [:]
    for point in points where point.role == .counted {
      if items[point.item] == nil {
        items[point.item] = try point.item.find(in: context) ?? point.item.make(in: context)
      }
      if let label = point.label { labels[point.item, default: []].insert(label) }
    }
    for (key, labels) in labels {
      for label in labels.sorted() where items[key]?.option(labeled: label) == nil {
        try items[key]?.addOption(labeled: label)
      }
    }
    return items
  }

  func importAction(
    for existing: ItemData?, with items: inout [HealthItem: Item]
  ) throws -> ImportAction<ItemData> {
    switch role {
    case .outdated: return .delete
    case .covered: return .nothing
    case .counted: break
    }
    guard existing == nil, let item = items[self.item] else { return .nothing }
    var parts = parts
    parts.optionID = label.flatMap { item.option(labeled: $0)?.uid }
    let point = ItemData(
      createTimestamp: created, uid: uid, dataContent: try ItemDataContent(parts: parts))
    point.item = item
    point.source = source
    if let memo { point.memo = Memo(text: memo) }
    return .insert(point)
  }
}

extension HealthItem {
  /// Finds the item: one from an earlier import, or a person's own with the same name, kind and
  /// unit.
  func find(in context: ModelContext) throws -> Item? {
    let uid = uid
    if let item = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.uid == uid }))
      .first
    {
      return item
    }
    return try names.lazy.compactMap { try named($0, in: context) }.first {
      $0.kind == type.kind && $0.unit == shownUnit
    }
  }

  private func named(_ name: ItemName, in context: ModelContext) throws -> Item? {
    try context.item(namedIgnoringCase: name.rawValue)
  }

  /// Makes an item with the first free name.
  fileprivate func make(in context: ModelContext) throws -> Item {
    guard let name = try names.first(where: { try named($0, in: context) == nil }) else {
      throw NoFreeName(type: type.identifier, names: names)
    }
    let item = Item(name: name, kind: type.kind, unit: shownUnit, uid: uid)
    // A night belongs to the morning.
    item.countsAtEnd = type.identifier == "HKCategoryTypeIdentifierSleepAnalysis"
    if type == .bloodPressure { item.valueNames = try PairNames("systolic/diastolic") }
    context.insert(item)
    return item
  }
}

/// The error that all possible names belong to items of another kind.
struct NoFreeName: Error, CustomStringConvertible {
  let type: String
  let names: [ItemName]

  var description: String {
    "there are items called \(names.map(\.rawValue).joined(separator: ", ")) already, of another kind "
      + "than \(type) has; rename one"
  }
}

extension HealthItem {
  /// Reads the data points of the item. O(number of its data points).
  func storedIntervals(in context: ModelContext) throws -> StoredIntervals {
    guard let item = try find(in: context) else { return StoredIntervals(rows: []) }
    let identifier = item.persistentModelID
    return StoredIntervals(
      rows: try context.fetch(
        FetchDescriptor<ItemData>(
          predicate: #Predicate { $0.item?.persistentModelID == identifier }),
        selecting: \.uid, \.source, \.dataContent.startDate, \.dataContent.endDate,
        \.dataContent.value1, \.memo?.persistentModelID))
  }
}

/// The data points of an item that measure a stretch of time.
struct StoredIntervals: Sequence, Sendable {
  fileprivate let rows: [(UUID, String?, Date, Date?, Double?, PersistentIdentifier?)]

  func makeIterator() -> some IteratorProtocol<StoredInterval> {
    rows.lazy.compactMap { uid, source, start, end, value, memo in
      guard let end else { return nil }
      let bounds = [start, end].map(\.timeIntervalSinceReferenceDate)
      guard bounds[0] <= bounds[1] else { return nil }
      return StoredInterval(
        uid: uid, source: source, range: bounds[0]..<bounds[1], value: value ?? 0,
        hasMemo: memo != nil)
    }.makeIterator()
  }
}
