import Foundation
import Strata
import StrataShell
public import StrataTrackerModel
public import StrataTrackerShell

/// The exported form of a reminder.
public struct ReminderRecord: Codable, Sendable {
  var interval: Double
  var lastLogged: Date
}

extension RemindersPlugin: ItemRecordPlugin {
  /// `reminder`.
  public var recordName: String { "reminder" }

  /// Returns the item's reminder, if it has one.
  @MainActor public func objects(of item: Item) throws -> [Reminder] {
    guard let context = item.modelContext else { return [] }
    return try Reminders(context: context).reminder(of: item).map { [$0] } ?? []
  }

  /// Returns the record of a reminder: its interval and the last logged date.
  @MainActor public func record(of reminder: Reminder) -> ReminderRecord {
    ReminderRecord(interval: reminder.interval, lastLogged: reminder.lastLogged)
  }

  /// Inserts the reminder, unless the item has one.
  @MainActor public func insert(_ record: ReminderRecord, for item: Item) throws -> Bool {
    guard record.interval > 0 else { throw ShellError("the interval must be more than 0") }
    guard let context = item.modelContext,
      try Reminders(context: context).reminder(of: item) == nil
    else { return false }
    let reminder = Reminder(every: record.interval, since: record.lastLogged)
    context.insert(reminder)
    reminder.item = item
    return true
  }
}
