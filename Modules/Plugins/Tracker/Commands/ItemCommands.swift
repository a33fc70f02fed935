import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel

/// `item add`, `item list`, `item show`, `item rename`, `item delete`.
enum ItemCommands {
  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["item", "add"], "add a thing to measure",
        arguments: [.required("NAME", "3 to 19 characters")],
        options: [
          .value(
            "kind", "KIND", "what a data point holds", isRequired: true,
            choices: ItemDataContent.Kind.allCases.map(\.rawValue)),
          .value("unit", "U", "what its values are measured in"),
          .value("option", "LABEL", "something to choose", isRepeatable: true),
          .value("tag", "T", "file it under a tag", isRepeatable: true),
          .value("memo", "TEXT", "a remark"),
        ],
        examples: [
          "item add Weight --kind singleValue --unit kg",
          "item add Mood --kind singleOption --option happy --option sad",
        ], group: group, run: add),
      Command(
        ["item", "list"], "list the things to measure",
        options: [.value("tag", "T", "only those under a tag")],
        examples: ["item list --tag weather"], group: group, run: list),
      Command(
        ["item", "show"], "show a thing to measure", arguments: [.required("NAME")],
        examples: ["item show Mood"], group: group, completion: complete, run: show),
      Command(
        ["item", "rename"], "give it another name",
        arguments: [.required("OLD"), .required("NEW", "3 to 19 characters")],
        examples: ["item rename Weight Mass"], group: group, completion: complete
      ) { invocation, environment in
        let tracker = Tracker(environment)
        let item = try tracker.item(try invocation.require("OLD"))
        let new = try invocation.require("NEW")
        // Its own name in other letters is free for it.
        if ValidatedName(rawValue: new.text) == item.name { return }
        item.name = try tracker.newName(new)
      },
      Command(
        ["item", "delete"], "delete it with all its data points",
        arguments: [.required("NAME")], examples: ["item delete Weight"], group: group,
        completion: complete
      ) { invocation, environment in
        let item = try Tracker(environment).item(try invocation.require("NAME"))
        let count = item.data.count
        environment.context.delete(item)
        environment.output.message(
          "deleted \(item.name) with \(count) data \(count == 1 ? "point" : "points")")
      },
    ]
  }

  @MainActor static func complete(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    guard request.option == nil, request.argumentIndex == 0 else { return [] }
    return ((try? Tracker(environment).items()) ?? []).map(\.name.rawValue)
  }

  @MainActor private static func add(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    let name = try tracker.newName(try invocation.require("NAME"))
    guard let kind = invocation.option("kind").flatMap({ ItemDataContent.Kind(rawValue: $0.text) })
    else { throw invocation.usageError("--kind is missing") }
    let item = Item(
      name: name, kind: kind, unit: invocation.option("unit")?.text,
      createTimestamp: environment.now())
    item.memo = invocation.option("memo")?.text
    environment.context.insert(item)
    let tags = try invocation.options("tag").map { try tracker.tagName($0) }
    for label in invocation.options("option") {
      guard item.option(labeled: label.text) == nil else {
        throw label.error("the option “\(label.text)” is given twice")
      }
      do {
        try item.addOption(labeled: label.text)
      } catch {
        throw label.error("\(error)")
      }
    }
    for tag in tags { item.tags.append(try tracker.tag(named: tag)) }
    if kind.isRequired(.optionID), item.options.isEmpty {
      environment.output.warning(
        "\(name) has no options, so that nothing can be logged for it; give them with --option")
    }
  }

  @MainActor private static func list(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    var items = try tracker.items()
    if let wanted = invocation.option("tag") {
      guard let tag = try tracker.findTag(named: tracker.tagName(wanted)) else {
        throw wanted.error("there is no tag “\(wanted.text)”", hint: "tag list shows them")
      }
      items = items.filter { $0.tags.contains { $0 === tag } }
    }
    try environment.output.print(
      Table(
        ["name", "kind", "unit", "options", "tags", "data"],
        rows: try items.map { item in
          [
            .text(item.name.rawValue), .text(item.kind.rawValue), Cell(item.unit),
            .list(item.options.map { .text($0.label.rawValue) }),
            .list(item.tags.map { .text($0.name.rawValue) }),
            Cell(try tracker.dataCount(of: item)),
          ]
        }))
  }

  @MainActor private static func show(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    let item = try tracker.item(try invocation.require("NAME"))
    try environment.output.print(
      Table(
        ["property", "value"],
        rows: [
          [.text("name"), .text(item.name.rawValue)],
          [.text("kind"), .text(item.kind.rawValue)],
          [.text("unit"), Cell(item.unit)],
          [.text("memo"), Cell(item.memo)],
          [.text("options"), .list(item.options.map { .text($0.label.rawValue) })],
          [.text("tags"), .list(item.tags.map { .text($0.name.rawValue) })],
          [.text("data"), Cell(try tracker.dataCount(of: item))],
        ]))
  }
}

extension Tracker {
  /// How many data points an item has, counted in the store.
  func dataCount(of item: Item) throws -> Int {
    let identifier = item.persistentModelID
    return try context.fetchCount(
      FetchDescriptor<ItemData>(
        predicate: #Predicate { $0.item?.persistentModelID == identifier }))
  }
}
