import Foundation
import Strata
import StrataTrackerModel

/// Finds the reminders that have become due since the last check.
@MainActor struct DueReminders {
  private let reminders: Reminders
  /// The due dates that were shown already, by reminder.
  private var told: [PersistentIdentifier: Date] = [:]

  /// Makes a check.
  ///
  /// - Parameter context: A context of its own, so that commands' unsaved changes aren't saved with
  ///   its own.
  init(context: ModelContext) { reminders = Reminders(context: context) }

  /// Returns messages for reminders that have become due.
  ///
  /// It also updates reminders whose items got data points without a command, such as from an
  /// import.
  mutating func news(now: Date) throws -> [String] {
    try reminders.context.mergeChanges()
    var texts: [String] = []
    for reminder in try reminders.all() where reminder.dueDate <= now {
      guard let item = reminder.item else { continue }
      if let logged = try reminders.lastLogged(item), logged > reminder.lastLogged {
        reminder.lastLogged = logged
      }
      let due = reminder.dueDate
      guard due <= now, told[reminder.persistentModelID] != due else { continue }
      told[reminder.persistentModelID] = due
      texts.append("it is time to log \(item.name)")
    }
    try reminders.context.save()
    return texts
  }
}
