public import Strata
public import StrataApplication
public import StrataShell
import StrataTrackerModel

/// A plugin that reminds a person to log items regularly. It is an example of a plugin.
public struct RemindersPlugin: Plugin {
  /// `Reminders`.
  public let name = "Reminders"
  /// A summary of its features.
  public let summary = "says which items should be logged again"
  /// The model class of reminders. Their items belong to the tracker's models.
  public let models: [any PersistentModel.Type] = [Reminder.self]

  /// Makes the plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    [ReminderCommands.add(group: name), ReminderCommands.list(group: name)].map {
      $0.needing(.existing)
    }
  }

  /// The setting for the interval between two checks.
  public var settings: [Setting] {
    [
      Setting("reminders.check", "seconds between two looks for what is due", kind: .real) { text in
        if (Double(text) ?? 0) <= 0 { throw ShellError("reminders.check must be more than 0") }
      }
    ]
  }

  /// Updates the reminders of logged items in the same save.
  @MainActor public func willSave(in environment: ApplicationEnvironment) throws {
    let context = environment.context
    let reminders = Reminders(context: context)
    try reminders.note(context.insertedModelsArray.compactMap { $0 as? ItemData })
    let deleted = context.deletedModelsArray.compactMap { $0 as? Item }
    if !deleted.isEmpty { try reminders.remove(of: deleted) }
  }

  /// Shows a notice for each reminder that becomes due.
  @MainActor public func work(in environment: ApplicationEnvironment) async throws {
    var watch = DueReminders(context: try environment.backgroundContext(named: name))
    let pause = Duration.seconds(environment.settings.real("reminders.check") ?? 60)
    while true {
      for text in try watch.news(now: environment.now()) { environment.notice(text) }
      try await Task.sleep(for: pause)
    }
  }
}
