import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// The commands `item edit`, `item rename` and `item delete`.
enum ItemEditing {
  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["item", "edit"], "change a thing's name, unit, remark or kind",
        arguments: [.required("NAME")],
        options: [
          .value("name", "NEW", "another name"),
          .value("unit", "U", "what its values are measured in; '' for nothing"),
          .value("memo", "TEXT", "a remark; '' for none"),
          .value(
            "kind", "KIND", "what a data point holds", choices: ItemCommands.kindChoices,
            synonyms: ItemCommands.kindWords),
          .value("measure", "M", "sum, count or average of a period; '' for that of its kind"),
          .value("values", "A/B", "the names of two values; '' for none"),
          .value(
            "day", "start|end", "the day to which what lasts belongs",
            choices: ItemCommands.dayChoices),
          .editor,
        ],
        discussion: """
          The kind can change while there are no data points, and where each can become one of the new \
          kind without loss: a moment becomes an interval of no length, and such an interval a moment. A \
          new unit converts no values.

          --editor opens the fields in your editor: $VISUAL, else $EDITOR, else vi. What you save there is \
          checked as options on the line are.
          """,
        examples: [
          "item edit Weight --unit lb", "item edit Weight --name Mass --memo ''",
          "item edit Run --measure count", "item edit Sleep --day end", "item edit Weight --editor",
        ],
        group: group,
        completion: { request, environment in
          request.option == "measure"
            ? ItemCommands.measureChoices : ItemCompletion.complete(request, environment)
        }, run: edit),
      Command(
        ["item", "rename"], "give it another name",
        arguments: [.required("OLD"), .required("NEW", "1 to 40 characters")],
        examples: ["item rename Weight Mass"], group: group, completion: ItemCompletion.complete
      ) { invocation, environment in
        let item = try environment.item(named: try invocation.require("OLD"))
        let old = item.name
        try rename(item, try invocation.require("NEW"), Tracker(environment))
        environment.report("renamed \(old) to \(item.name)")
      },
      Command(
        ["item", "delete"], "delete it with all its data points", arguments: [.required("NAME")],
        options: [.flag("yes", "don't ask, though there are data points")],
        examples: ["item delete Weight --yes"], group: group, completion: ItemCompletion.complete,
        run: delete),
    ]
  }

  @MainActor private static func rename(
    _ item: Item, _ new: ArgumentValue, _ tracker: Tracker
  ) throws {
    item.name = try tracker.newName(new, besides: item)
  }

  @MainActor private static func edit(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let name = try invocation.require("NAME")
    let item = try environment.item(named: name)
    guard invocation.flag("editor") else { return try edit(item, invocation, environment) }
    try invocation.refuseBesideEditor()
    let fields = FieldText(
      [
        .init("name", item.name.rawValue), .init("kind", item.kind.rawValue),
        .init("unit", item.unit), .init("measure", item.measure?.rawValue),
        .init("memo", item.memo),
      ] + (item.hasPairs ? [.init("values", item.valueNames?.description)] : [])
        + (item.kind.isRequired(.endDate)
          ? [.init("day", item.countsAtEnd ? "end" : "start")] : []),
      head: [
        "The item \(item.name)",
        "kind is one of: \(ItemCommands.kindChoices.joined(separator: ", "))",
        "measure is sum, count or average, or nothing for that of the kind",
      ])
    try await environment.edit(fields.text, invocation) { text in
      let changes = try fields.changes(in: text)
      guard !changes.isEmpty else { return false }
      let words = changes.map { "--\($0.name)=\($0.value)" } + ["--", name.text]
      try edit(item, try invocation.replacing(words: words), environment)
      return true
    }
  }

  @MainActor private static func edit(
    _ item: Item, _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    let names = ["name", "unit", "memo", "kind", "measure", "values", "day"]
      .filter { invocation.option($0) != nil }
    guard !names.isEmpty else {
      throw invocation.usageError(
        "nothing is to be changed",
        hint: "give --name, --unit, --memo, --kind, --measure, --values or --day, or --editor")
    }
    if let kind = invocation.option("kind"), let new = ItemDataContent.Kind(rawValue: kind.text) {
      try KindChange(of: item, to: new, tracker).perform(kind)
      if invocation.option("measure") == nil { try tracker.checkMeasure(of: item, kind) }
    }
    if let measure = invocation.option("measure") { try tracker.setMeasure(measure, of: item) }
    if !item.hasPairs { item.valueNames = nil }
    if !item.kind.isRequired(.endDate) { item.countsAtEnd = false }
    if let day = invocation.option("day") { try tracker.setDay(day, of: item) }
    if let names = invocation.option("values") { try tracker.setValueNames(names, of: item) }
    if let new = invocation.option("name") { try rename(item, new, tracker) }
    if let unit = invocation.option("unit") {
      let old = item.unit
      item.unit = unit.text.isEmpty ? nil : unit.text
      let count = try tracker.dataCount(of: item)
      if old != nil, old != item.unit, count > 0 {
        environment.output.warning("the values of \(dataPoints(count)) stay as they are")
      }
    }
    if let memo = invocation.option("memo") { item.memo = memo.text.isEmpty ? nil : memo.text }
    environment.report("changed \(names.joined(separator: ", ")) of \(item.name)")
  }

  @MainActor private static func delete(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let tracker = Tracker(environment)
    let item = try environment.item(named: try invocation.require("NAME"), isWhole: true)
    let count = try tracker.dataCount(of: item)
    if count > 0, !invocation.flag("yes") {
      let question = "delete \(item.name) with \(dataPoints(count))?"
      switch try await environment.confirms(question, invocation) {
      case true?: break
      case false?: return environment.output.message("nothing was deleted")
      case nil:
        throw ShellError(
          "\(item.name) has \(dataPoints(count)), which would be deleted with it",
          hint: "say so: item delete \(typed(item.name)) --yes")
      }
    }
    let name = item.name
    if environment.isInTransaction || count <= mostDeletedOneByOne {
      environment.context.delete(item)
    } else {
      // A batch deletes them in the store without objects, since so many can't be undone anyway.
      let uid = item.uid
      try environment.context.batchDelete(Item.self, where: #Predicate { $0.uid == uid })
      environment.steps.forget(because: "\(dataPoints(count)) can't be taken back")
    }
    environment.report("deleted \(name) with \(dataPoints(count))")
  }

  /// The number of data points up to which they are deleted one by one.
  private static let mostDeletedOneByOne = 50_000
}
