import Foundation
import Strata
import StrataDomain
import StrataTrackerModel
import StrataTrackerPlugin

@testable import StrataChartsPlugin

/// An item with data points, and what charts read of it.
@MainActor struct Diary {
  let context: ModelContext
  let item: Item
  private(set) var contents: [ItemDataContent] = []

  static func calendar(_ zone: String) -> Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return calendar
  }

  var calendar = calendar("Europe/Berlin")
  var reader: PointReader {
    PointReader(context: context, item: item, calendar: calendar, check: {})
  }

  init(_ kind: ItemDataContent.Kind, options: [String] = []) throws {
    context = ModelContext(
      try ModelContainer(
        for: TrackerPlugin().models, configuration: ModelConfiguration(isStoredInMemoryOnly: true)))
    item = Item(name: try ItemName("Diary"), kind: kind, unit: "kg")
    context.insert(item)
    for label in options { try item.addOption(labeled: label) }
    try context.save()
  }

  mutating func log(_ content: ItemDataContent) {
    contents.append(content)
    let data = ItemData(dataContent: content)
    context.insert(data)
    data.item = item
  }

  mutating func log(_ value: Double, at date: Date) {
    log(.singleValue(eventDate: date, value: value))
  }

  mutating func log(from start: Date, to end: Date) throws {
    log(.interval(pairDate: try ValidatedPairDate(start: start, end: end)))
  }

  mutating func log(_ label: String, at date: Date) {
    guard let option = item.option(labeled: label) else { return }
    log(.singleOption(eventDate: date, optionID: option.uid))
  }
}
