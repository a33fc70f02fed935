import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The commands `option list`, `option add`, `option rename`, `option retire` and `option restore`.
enum OptionCommands {
  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["option", "list"], "list what can be chosen for a thing, with numbers",
        arguments: [.required("ITEM")], examples: ["option list Mood"], group: group,
        completion: complete, run: list),
      Command(
        ["option", "add"], "add something to choose",
        arguments: [.required("ITEM"), .variadic("LABEL", minimum: 1)],
        examples: ["option add Mood calm 'not so good'"], group: group, completion: complete,
        run: add),
      Command(
        ["option", "rename"], "give an option another label, also in what was logged with it",
        arguments: [.required("ITEM"), .required("OLD"), .required("NEW")],
        examples: ["option rename Mood sad low"], group: group, completion: complete, run: rename),
      Command(
        ["option", "retire"], "offer an option no more; what was logged with it keeps it",
        arguments: [.required("ITEM"), .required("LABEL")], examples: ["option retire Mood sad"],
        group: group, completion: complete
      ) { try set(retired: true, $0, $1) },
      Command(
        ["option", "restore"], "offer a retired option again",
        arguments: [.required("ITEM"), .required("LABEL")], examples: ["option restore Mood sad"],
        group: group, completion: complete
      ) { try set(retired: false, $0, $1) },
    ]
  }

  /// Completes the item, and then its options.
  @MainActor private static func complete(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    guard request.argumentIndex > 0, let name = request.words.first else {
      return ItemCompletion.complete(request, environment)
    }
    // Dropped: an item that can't be found has no options to complete.
    let item = try? environment.item(named: ArgumentValue(name, column: 1))
    return item?.options.map(\.label.rawValue) ?? []
  }

  @MainActor private static func list(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let item = try environment.item(named: try invocation.require("ITEM"))
    let counts = try PointQuery(item: item).optionCounts(in: environment.context)
    try environment.output.print(
      Table(
        ["number", "label", "retired", "data"],
        rows: item.options.sorted { $0.number < $1.number }.map { option in
          [
            Cell(option.number), .text(option.label.rawValue), .boolean(option.isRetired),
            Cell(counts[option.uid] ?? 0),
          ]
        }))
  }

  @MainActor private static func add(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    let item = try environment.item(named: try invocation.require("ITEM"))
    var added: [String] = []
    for label in invocation.arguments("LABEL") {
      if let option = item.option(labeled: label.text) {
        throw label.error(
          "\(item.name) has an option “\(option.label)” already",
          hint: option.isRetired
            ? "option restore \(typed(item.name)) \(typed(option.label)) offers it again" : nil)
      }
      let text = try tracker.newLabel(label).rawValue
      do {
        let option = try item.addOption(labeled: text)
        added.append("\(option.number) \(option.label)")
      } catch {
        throw label.error("\(error)")
      }
    }
    environment.report("added to \(item.name): \(added.joined(separator: ", "))")
  }

  @MainActor private static func rename(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    let item = try environment.item(named: try invocation.require("ITEM"))
    let option = try tracker.option(try invocation.require("OLD"), of: item, isWhole: true)
    let new = try invocation.require("NEW")
    let label = try tracker.newLabel(new)
    // An option may change the case of its own label.
    if let other = item.option(labeled: label.rawValue), other !== option {
      throw new.error("\(item.name) has an option “\(other.label)” already")
    }
    let old = option.label
    option.label = label
    environment.report("renamed “\(old)” of \(item.name) to “\(label)”")
  }

  @MainActor private static func set(
    retired isRetired: Bool, _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    let item = try environment.item(named: try invocation.require("ITEM"))
    let label = try invocation.require("LABEL")
    let option = try tracker.option(label, of: item, isWhole: true)
    guard option.isRetired != isRetired else {
      throw label.error(
        "“\(option.label)” of \(item.name) is \(isRetired ? "retired already" : "not retired")")
    }
    option.isRetired = isRetired
    environment.report("\(isRetired ? "retired" : "restored") “\(option.label)” of \(item.name)")
  }
}
