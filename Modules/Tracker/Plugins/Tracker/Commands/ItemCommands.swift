import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataQuery
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// The commands `item add`, `item list` and `item show`, and those of `ItemEditing`.
enum ItemCommands {
  static let kindChoices = ItemDataContent.Kind.allCases.map(\.rawValue)
  /// Kinds by other words that people have for them.
  static let kindWords = [
    "happened": "event", "habit": "event", "check": "event", "tick": "event",
    "number": "singleValue", "value": "singleValue", "amount": "singleValue",
    "pair": "dualValues", "values": "dualValues", "option": "singleOption",
    "choice": "singleOption",
    "time": "interval", "duration": "interval", "span": "interval",
  ]
  static let dayChoices = ["start", "end"]
  static let measureChoices = ItemMeasure.allCases.map(\.rawValue)

  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["item", "add"], "add a thing to measure",
        arguments: [.required("NAME", "1 to 40 characters")],
        options: [
          .value(
            "kind", "KIND", "what a data point holds; may be left out if the other options say it",
            choices: kindChoices, synonyms: kindWords),
          .value("unit", "U", "what its values are measured in"),
          .value(
            "measure", "M", "what pictures and goals take of a period: its sum, count or average",
            choices: measureChoices),
          .value("values", "A/B", "the names of two values, such as systolic/diastolic"),
          .value(
            "day", "start|end", "the day to which what lasts belongs: a night to that of its end",
            choices: Self.dayChoices),
          .value("option", "LABEL,…", "what can be chosen", isRepeatable: true),
          .value("tag", "T", "file it under a tag", isRepeatable: true),
          .value("memo", "TEXT", "a remark"),
        ],
        discussion: """
          Without --measure, pictures and goals take the sum of what lasts, and the average of other \
          values. Of coffees logged cup by cup you want the count or the sum.

          What only happens, such as a pill or a habit, is an event, which is counted. What lasts counts on each day \
          with its hours there; with --day end it belongs whole to the day on which it ends.

          Without --kind, what has options is a singleOption, with a unit a valueWithOption; what has names \
          of two values is dualValues; and what has a unit or a measure alone is a singleValue. Commas part \
          options. option add makes one with a comma.
          """,
        examples: [
          "item add Weight --kind singleValue --unit kg",
          "item add Coffee --kind singleValue --measure count",
          "item add Pressure --kind dualValues --unit mmHg --values systolic/diastolic",
          "item add Mood --option happy,sad", "item add Sleep --kind duration --day end",
          "item add Pill --kind event",
        ], group: group, run: add),
      Command(
        ["item", "list"], "list the things to measure",
        options: [.value("tag", "T", "only those under a tag")],
        examples: ["item list --tag weather"], group: group, run: list),
      Command(
        ["item", "show"], "show a thing to measure", arguments: [.required("NAME")],
        examples: ["item show Mood"], group: group, completion: ItemCompletion.complete, run: show),
    ] + ItemEditing.all(group: group)
  }

  @MainActor private static func add(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    let name = try tracker.newName(try invocation.require("NAME"))
    let kind = try kind(invocation)
    let tags = try invocation.options("tag").map { try tracker.newTagName($0) }
    for (index, tag) in tags.enumerated() {
      let twin = tags.prefix(index).first {
        $0 != tag && NameTwin.isPair($0.rawValue, tag.rawValue)
      }
      guard let twin else { continue }
      throw invocation.options("tag")[index].error("the tag “\(twin)” is given twice")
    }
    let labels = invocation.options("option").flatMap { value in
      value.text.split(separator: ",", omittingEmptySubsequences: false).map {
        ArgumentValue($0.trimmingCharacters(in: .whitespaces), column: value.column)
      }
    }
    for (index, label) in labels.enumerated() {
      let isTaken = labels.prefix(index).contains {
        NameTwin.isPair($0.text, label.text)
      }
      if isTaken { throw label.error("the option “\(label.text)” is given twice") }
    }
    if kind == .event {
      let (unit, label) = (invocation.option("unit"), invocation.options("option").first)
      if let useless = unit ?? label {
        throw useless.error(
          "an event says no more than that something happened",
          hint: "leave out --\(unit == nil ? "option" : "unit"), or give another --kind")
      }
    }
    let item = Item(
      name: name, kind: kind, unit: invocation.option("unit")?.text,
      createTimestamp: environment.now())
    item.memo = invocation.option("memo")?.text
    if let measure = invocation.option("measure") { try tracker.setMeasure(measure, of: item) }
    if let names = invocation.option("values") { try tracker.setValueNames(names, of: item) }
    if let day = invocation.option("day") { try tracker.setDay(day, of: item) }
    environment.context.insert(item)
    for label in labels {
      let text = try tracker.newLabel(label).rawValue
      do {
        try item.addOption(labeled: text)
      } catch {
        throw label.error("\(error)")
      }
    }
    for tag in tags { item.tags.append(try tracker.tag(named: tag)) }
    let options = tracker.offered(item).map(\.label.rawValue).joined(separator: ", ")
    environment.report(
      "added \(name)" + (invocation.option("kind") == nil ? ", a \(kind.rawValue)" : "")
        + (labels.count > invocation.options("option").count ? ": \(options)" : ""))
    if kind.isRequired(.optionID), item.options.isEmpty {
      environment.output.warning(
        "\(name) has no options, so that nothing can be logged for it; option add gives it some")
    }
  }

  /// The kind that a line names, or else the one that its other options mean.
  private static func kind(_ invocation: Invocation) throws -> ItemDataContent.Kind {
    func has(_ option: String) -> Bool { !invocation.options(option).isEmpty }
    if let named = invocation.option("kind") { return try .init(named: named.text) }
    switch (has("option"), has("values"), has("unit"), has("measure")) {
    case (true, false, false, _): return .singleOption
    case (true, false, true, _): return .valueWithOption
    case (false, true, _, _): return .dualValues
    case (false, false, true, _), (false, false, false, true): return .singleValue
    default:
      throw invocation.usageError(
        "what does a data point hold? Give --kind",
        hint: "one of: \(kindChoices.joined(separator: ", "))")
    }
  }

  @MainActor private static func list(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    var items = try environment.items()
    if let wanted = invocation.option("tag") {
      let tag = try environment.tag(named: wanted)
      items = items.filter { $0.tags.contains { $0 === tag } }
    }
    let pictures = ItemPictures(environment)
    try environment.output.print(
      Table(
        ["name", "kind", "unit", "options", "tags", "data"]
          + (pictures == nil ? [] : [.init(ItemPictures.title)]),
        rows: try items.map { item in
          try invocation.checkCancellation()
          return
            [
              .text(item.name.rawValue), .text(item.kind.rawValue), Cell(item.unit),
              .list(tracker.offered(item).map { .text($0.label.rawValue) }),
              .list(item.tags.map { .text($0.name.rawValue) }),
              Cell(try tracker.dataCount(of: item)),
            ] + (try pictures.map { [try $0.cell(of: item)] } ?? [])
        }))
  }

  @MainActor private static func show(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    let item = try environment.item(named: try invocation.require("NAME"))
    let retired = item.options.filter(\.isRetired).sorted { $0.number < $1.number }
    var rows: [[Cell]] = [
      [.text("name"), .text(item.name.rawValue)],
      [.text("kind"), .text(item.kind.rawValue)],
      [.text("unit"), Cell(item.unit)],
      [.text("memo"), Cell(item.memo)],
      [.text("measure"), Cell(item.measure?.rawValue)],
      [.text("options"), .list(tracker.offered(item).map { .text($0.label.rawValue) })],
    ]
    if item.countsAtEnd { rows.append([.text("day"), .text("end")]) }
    if let names = item.valueNames { rows.append([.text("values"), .text("\(names)")]) }
    if !retired.isEmpty {
      rows.append([.text("retired"), .list(retired.map { .text($0.label.rawValue) })])
    }
    rows += [
      [.text("tags"), .list(item.tags.map { .text($0.name.rawValue) })],
      [.text("data"), Cell(try tracker.dataCount(of: item))],
    ]
    if let timer = item.timer { rows.append([.text("running since"), .date(timer.startDate)]) }
    try environment.output.print(Table(["property", "value"], rows: rows))
  }
}
