import Foundation
import Strata
import StrataDomain
import StrataTrackerModel

/// The reminders of a store, accessed through a context.
@MainActor struct Reminders {
  let context: ModelContext

  /// Returns all reminders, sorted by due date.
  func all() throws -> [Reminder] {
    try context.fetch(FetchDescriptor<Reminder>()).filter { $0.item != nil }
      .sorted { $0.dueDate < $1.dueDate }
  }

  func reminder(of item: Item) throws -> Reminder? {
    let identifier = item.persistentModelID
    return try context.fetch(
      FetchDescriptor<Reminder>(
        predicate: #Predicate { $0.item?.persistentModelID == identifier })
    ).first
  }

  /// Returns the start of the item's latest data point. An index of the store finds it.
  func lastLogged(_ item: Item) throws -> Date? {
    let identifier = item.persistentModelID
    var newest = FetchDescriptor<ItemData>(
      predicate: #Predicate { $0.item?.persistentModelID == identifier },
      sortBy: [SortDescriptor(\.dataContent.startDate, order: .reverse)])
    newest.fetchLimit = 1
    return try context.fetch(newest).first?.dataContent.startDate
  }

  /// Updates the reminders of data points that are about to be saved.
  func note(_ logged: [ItemData]) throws {
    for data in logged {
      guard let item = data.item, let reminder = try reminder(of: item) else { continue }
      reminder.lastLogged = max(reminder.lastLogged, data.dataContent.startDate)
    }
  }

  /// Deletes the reminders of items that are about to be deleted, and of items that another process
  /// deleted.
  func remove(of deleted: [Item]) throws {
    let orphans = try context.fetch(
      FetchDescriptor<Reminder>(predicate: #Predicate { $0.item == nil }))
    for reminder in try deleted.compactMap(reminder) + orphans { context.delete(reminder) }
  }
}
