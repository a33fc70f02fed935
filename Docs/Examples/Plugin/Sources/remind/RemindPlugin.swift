import Strata
import StrataApplication
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// Says which items should be logged again.
struct RemindPlugin: Plugin {
  let name = "Remind"
  let summary = "says which items should be logged again"
  let models: [any PersistentModel.Type] = [Reminder.self]

  var commands: [Command<ApplicationEnvironment>] { [add, list] }

  private var add: Command<ApplicationEnvironment> {
    Command(
      ["remind", "add"], "remind of an item that should be logged once in a while",
      arguments: [.required("NAME", "the item"), .required("DAYS", "such as 1 or 0.5")],
      examples: ["remind add Weight 1"], group: name, completion: ItemCompletion.complete
    ) { invocation, environment in
      let context = environment.context
      let word = try invocation.require("NAME")
      let item = try environment.item(named: word)
      guard try Reminder.all(in: context).allSatisfy({ $0.item !== item }) else {
        throw word.error("there is a reminder of \(item.name) already")
      }
      let days = try invocation.require("DAYS")
      let number = try days.real()
      guard number > 0 else { throw days.error("a reminder needs more than 0 days") }
      context.insert(Reminder(item: item, days: number))
    }
  }

  private var list: Command<ApplicationEnvironment> {
    Command(["remind", "list"], "list the reminders", group: name) { _, environment in
      let context = environment.context
      let rows = try Reminder.all(in: context).map { reminder -> [Cell] in
        let due = try reminder.due(in: context)
        return [
          Cell(reminder.item?.name.rawValue), Cell(reminder.days),
          due.map { environment.minuteCell($0) } ?? .null,
          .boolean(due.map { $0 <= environment.now() } ?? true),
        ]
      }
      try environment.output.print(Table(["item", "days", "due", "isDue"], rows: rows))
    }
  }
}
