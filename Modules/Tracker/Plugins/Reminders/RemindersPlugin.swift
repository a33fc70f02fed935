public import Strata
public import StrataApplication
public import StrataShell
import TrackerModel

/// Reminds a person of items that should be logged once in a while: an example of a plugin.
public struct RemindersPlugin: Plugin {
  /// `Reminders`.
  public let name = "Reminders"
  /// What it brings.
  public let summary = "says which items should be logged again"
  /// Reminders; the items that they are of are the tracker's.
  public let models: [any PersistentModel.Type] = [Reminder.self]

  /// The plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    [ReminderCommands.add(group: name), ReminderCommands.list(group: name)]
  }

  /// How often it looks for what is due.
  public var settings: [Setting] {
    [
      Setting("reminders.check", "seconds between two looks for what is due", kind: .real) { text in
        if (Double(text) ?? 0) <= 0 { throw ShellError("reminders.check must be more than 0") }
      }
    ]
  }

  /// Moves the reminders of what is logged on, in the same save.
  @MainActor public func willSave(in environment: ApplicationEnvironment) throws {
    let context = environment.context
    let reminders = Reminders(context: context)
    try reminders.note(context.insertedModelsArray.compactMap { $0 as? ItemData })
    let deleted = context.deletedModelsArray.compactMap { $0 as? Item }
    if !deleted.isEmpty { try reminders.remove(of: deleted) }
  }

  /// Tells what is due, once each time.
  @MainActor public func work(in environment: ApplicationEnvironment) async throws {
    var watch = DueReminders(context: try environment.backgroundContext(named: name))
    let pause = Duration.seconds(environment.settings.real("reminders.check") ?? 60)
    while true {
      for text in try watch.news(now: environment.now()) { environment.notice(text) }
      try await Task.sleep(for: pause)
    }
  }
}
