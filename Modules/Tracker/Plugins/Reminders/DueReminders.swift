import Foundation
import Strata
import TrackerModel

/// Finds what has become due since the last look.
@MainActor struct DueReminders {
  private let reminders: Reminders
  /// What was told, and of which date.
  private var told: [PersistentIdentifier: Date] = [:]

  /// - Parameter context: One of its own, so that what it changes isn't saved with a command's changes.
  init(context: ModelContext) { reminders = Reminders(context: context) }

  /// What to tell a person.
  ///
  /// Data points that came another way than by a command, such as by an import, move their reminders on
  /// here.
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
