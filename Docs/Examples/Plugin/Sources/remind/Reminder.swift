import Strata
import StrataTrackerModel

/// A reminder to log an item regularly.
@Model final class Reminder: TemporalModel {
  /// The item. Nil after the item was deleted.
  var item: Item?
  /// The time between two data points, in days.
  var days: Double

  init(item: Item, days: Double) {
    self.item = item
    self.days = days
  }

  /// Returns the reminders of items that still exist.
  static func all(in context: ModelContext) throws -> [Reminder] {
    try context.fetch(FetchDescriptor<Reminder>()).filter { $0.item != nil }
  }

  /// Returns the date at which the item should be logged next, or nil if it has no data point yet.
  func due(in context: ModelContext) throws -> Date? {
    guard let item = item?.persistentModelID else { return nil }
    var newest = FetchDescriptor<ItemData>(
      predicate: #Predicate { $0.item?.persistentModelID == item },
      sortBy: [SortDescriptor(\.dataContent.startDate, order: .reverse)])
    newest.fetchLimit = 1
    return try context.fetch(newest).first.map { $0.dataContent.startDate + days * 86_400 }
  }
}
