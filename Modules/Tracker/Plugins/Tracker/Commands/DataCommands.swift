import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// The commands `log`, `today`, `data list`, `data edit` and `data delete`.
enum DataCommands {
  private static func options(at: String, until: String, memo: String) -> [CommandLineOption] {
    [
      .date("at", at), .date("until", until), .duration("for", "how long it took, of what lasts"),
      .value("option", "LABEL", "what was chosen"),
      .value("select", "LABEL,…", "further options, by labels or numbers"),
      .value("memo", "TEXT", memo),
    ]
  }

  private static let point = Argument.required("UID", "the first digits of its uid, or last")

  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["log"], "log a data point",
        arguments: [
          .required("NAME", "the item"),
          .variadic("VALUE", "the value or both, the option, when it was, and how long it took"),
        ],
        options: options(
          at: "when it was, now when left out; or when it began",
          until: "when it ended, of what lasts; now when left out", memo: "a remark"),
        discussion: """
          Takes what the item's kind needs, in any order, and says what is missing. A value may have the \
          item's unit behind it, as 80kg or 80 kg, and a decimal comma where that is all it can be. Two \
          values may be written as 120/80. What lasts is given by both ends, as 23:30-7:00, or by a \
          length, as 7h30, 90min or 1h20m, that ends now or begins at a time. If the words could mean \
          two things, nothing is logged, and the answer shows both lines.

          """ + CommandLineOption.dateDiscussion,
        examples: [
          "log Weight 98.6", "log Weight 98.6kg yesterday 23:30", "log Pressure 120/80 7am",
          "log Mood happy", "log Coffee 2 morning", "log Sleep 23:30-7:00", "log Run 5.2 31min",
          "log Run 5.2 --at 2026-11-20T07:00 --for 31min",
        ], group: group,
        completion: { request, environment in complete(request, environment) }, run: log),
      Command(
        ["today"], "list what was logged for today, and what is running", examples: ["today"],
        group: group
      ) { invocation, environment in
        try DataListing(today: environment).print(invocation)
        for timer in try environment.runningTimers() {
          environment.output.message(TimerWords(timer, environment).textWithLength)
        }
      },
      Command(
        ["data", "list"], "list data points, the newest first",
        arguments: [.optional("NAME", "the item; all when left out")],
        options: DateLimits.options + [
          .value("where", "PREDICATE", "only those that meet it"),
          .value("tag", "T", "only those of items under a tag"),
          .value("option", "LABEL", "only those with this option"),
          .value("last", "N", "only the newest N"), .value("limit", "N", "at most so many"),
          .flag("oldest", "the oldest first"),
          .value(
            "sort", "ORDER", "which come first; the newest without it",
            choices: DataListing.Order.allCases.map(\.rawValue)),
        ],
        discussion: """
          A PREDICATE compares columns: \(PointCondition.names.joined(separator: ", ")). Of two values \
          value is the first. Texts stand in quotes, and dates are written as 2026-11-20. help fetch \
          explains the operators.

          """ + CommandLineOption.dateDiscussion,
        examples: [
          "data list Weight --last 20", "data list --from yesterday", "data list --on last week",
          "data list --tag weather", "data list Mood --option happy",
          "data list Temperature --from 2015-01-01 --where 'value > 30'",
          "data list Temperature --where 'value - value2 > 20' --limit 5",
          "data list Run --sort longest --limit 3",
          #"data list --where 'option == "rain" OR hours > 8'"#,
        ],
        group: group, completion: completeListing
      ) { invocation, environment in try DataListing(invocation, environment).print(invocation) },
      Command(
        ["data", "edit"], "change a data point",
        arguments: [
          point, .variadic("VALUE", "the new value or both, and the option, as for log"),
        ],
        options: options(
          at: "when it was, or when it began", until: "when it ended, of what lasts",
          memo: "the new remark; '' for none") + [.editor],
        discussion: """
          What is left out stays as it is. --editor opens the data point in your editor: $VISUAL, else \
          $EDITOR, else vi. What you save there is checked as words on the line are.

          """ + CommandLineOption.dateDiscussion,
        examples: [
          "data edit last 98.7", "data edit 3f2a --at yesterday 7:00 --memo ''",
          "data edit last --editor",
        ],
        group: group, run: edit),
      Command(
        ["data", "delete"], "delete a data point", arguments: [point],
        examples: ["data delete last", "data delete 3f2a"], group: group, run: delete),
    ]
  }

  /// Completes the item, and then its options.
  ///
  /// - Parameter condition: The condition on items that are offered.
  @MainActor static func complete(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment,
    where condition: (Item) -> Bool = { _ in true }
  ) -> [String] {
    guard request.argumentIndex > 0 || request.option != nil, let name = request.words.first else {
      guard request.option == nil else { return [] }
      // Dropped: completion has no way to report an error.
      return ((try? environment.items()) ?? []).filter(condition).map(\.name.rawValue)
    }
    guard request.option == nil || ["option", "select"].contains(request.option) else { return [] }
    let tracker = Tracker(environment)
    // Dropped: an item that can't be found has no options to complete.
    let item = try? environment.item(named: ArgumentValue(name, column: 1))
    return item.map { tracker.offered($0).map(\.label.rawValue) } ?? []
  }

  // Completes the item, its options or those of all items, and tags.
  @MainActor private static func completeListing(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    switch request.option {
    case "tag":
      // Dropped: completion has no way to report an error.
      let tags = try? environment.context.fetch(FetchDescriptor<Tag>())
      return (tags ?? []).map(\.name.rawValue).sorted()
    case "option":
      // Dropped: of an unknown item, the options of all items are offered.
      let item = request.words.first.flatMap {
        try? environment.item(named: ArgumentValue($0, column: 1))
      }
      // Dropped: completion has no way to report an error.
      let items = item.map { [$0] } ?? (try? environment.items()) ?? []
      return Set(items.flatMap(\.options).map(\.label.rawValue)).sorted()
    default: return ItemCompletion.complete(request, environment)
    }
  }

  @MainActor private static func log(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    let item = try environment.item(named: try invocation.require("NAME"))
    var draft = try ContentDraft(
      invocation, tracker, item: item, start: nil)
    let data = try draft.insert()
    environment.report("logged \(PointWords(data, environment).textWithName)")
    draft.doubts.forEach(environment.report)
  }

  @MainActor private static func edit(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let uid = try invocation.require("UID")
    let data = try Tracker(environment).data(uid)
    guard let item = data.item else { throw uid.error("this data point has lost its item") }
    guard invocation.flag("editor") else {
      return try edit(data, of: item, invocation, environment)
    }
    try invocation.refuseBesideEditor(invocation.arguments("VALUE"))
    let fields = PointWords(data, environment).fields(of: item)
    try await environment.edit(fields.text, invocation) { text in
      let changes = try fields.changes(in: text)
      guard !changes.isEmpty else { return false }
      // The value is an argument, and the other fields are options.
      let words =
        changes.filter { $0.name != "value" }.map { "--\($0.name)=\($0.value)" } + ["--", uid.text]
        + changes.filter { $0.name == "value" }.map(\.value)
      try edit(data, of: item, try invocation.replacing(words: words), environment)
      return true
    }
  }

  @MainActor private static func edit(
    _ data: ItemData, of item: Item, _ invocation: Invocation,
    _ environment: ApplicationEnvironment
  ) throws {
    let tracker = Tracker(environment)
    let draft = try ContentDraft(
      invocation, tracker, item: item, start: data.dataContent)
    data.dataContent = try draft.content()
    draft.finish(data)
    environment.report("\(item.name) \(PointWords(data, environment).textWithName)")
  }

  @MainActor private static func delete(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let data = try Tracker(environment).data(try invocation.require("UID"))
    let words = PointWords(data, environment).textWithName
    let name = data.item.map { "\($0.name) " } ?? ""
    environment.context.delete(data)
    environment.report("deleted \(name)\(words)")
  }
}
