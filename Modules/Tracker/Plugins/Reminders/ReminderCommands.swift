import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// The commands `remind add` and `remind list`.
enum ReminderCommands {
  static func add(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["remind", "add"], "remind of an item that should be logged once in a while",
      arguments: [.required("NAME", "the item"), .required("EVERY", "such as 12h or 7d")],
      examples: ["remind add Weight 1d"], group: group,
      completion: ItemCompletion.complete
    ) { invocation, environment in
      let reminders = Reminders(context: environment.context)
      let name = try invocation.require("NAME")
      let item = try environment.item(named: name)
      guard try reminders.reminder(of: item) == nil else {
        throw name.error("there is a reminder of \(item.name) already")
      }
      let reminder = Reminder(
        every: try interval(try invocation.require("EVERY")),
        since: try reminders.lastLogged(item) ?? environment.now())
      environment.context.insert(reminder)
      reminder.item = item
    }
  }

  static func list(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["remind", "list"], "list the reminders, what is due first at the top",
      group: group
    ) { _, environment in
      let rows = try Reminders(context: environment.context).all().map { reminder -> [Cell] in
        [
          Cell(reminder.item?.name.rawValue), Cell(reminder.interval / 86_400),
          environment.minuteCell(reminder.lastLogged), environment.minuteCell(reminder.dueDate),
          .boolean(reminder.dueDate <= environment.now()),
        ]
      }
      try environment.output.print(
        Table(["item", "days", "logged", "due", "isDue"], rows: rows))
    }
  }

  /// Parses an interval such as `12h` or `7d`, in seconds.
  private static func interval(_ value: ArgumentValue) throws(ShellError) -> Double {
    let units: [Character: Double] = ["m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
    guard let unit = value.text.last.flatMap({ units[$0] }),
      let count = Double(value.text.dropLast()), count > 0, count.isFinite
    else {
      throw value.error(
        "“\(value.text)” is no stretch of time", hint: "write it like 30m, 12h, 7d or 2w")
    }
    return count * unit
  }
}
