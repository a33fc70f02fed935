import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataQuery
import StrataShell
import TrackerModel

/// `log`, `data list`, `data edit`, `data delete`.
enum DataCommands {
  private static func options(
    at: String, until: String, memo: String
  ) -> [CommandLineOption] {
    [
      .date("at", at), .date("until", until),
      .value("option", "LABEL", "what was chosen"),
      .value("select", "1,3", "the numbers of further options"), .value("memo", "TEXT", memo),
    ]
  }

  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["log"], "log a data point",
        arguments: [
          .required("NAME", "the item"), .optional("VALUE", "the value"),
          .optional("VALUE2", "the second value"),
        ],
        options: options(
          at: "when it was, now when left out; or when it began",
          until: "when it ended, of what lasts; now when left out", memo: "a remark"),
        discussion: "Takes what the item's kind needs, and says what is missing. "
          + CommandLineOption.dateDiscussion,
        examples: [
          "log Weight 98.6", "log Pressure 120 80", "log Mood --option happy",
          "log Run 5.2 --at 2026-11-20T07:00 --until 2026-11-20T07:31",
        ], group: group, completion: ItemCommands.complete
      ) { invocation, environment in
        let tracker = Tracker(environment)
        let item = try tracker.item(try invocation.require("NAME"))
        let draft = try ContentDraft(
          invocation, tracker, item: item, start: nil, values: ["VALUE", "VALUE2"])
        let data = ItemData(
          createTimestamp: environment.now(), dataContent: try draft.content())
        environment.context.insert(data)
        data.item = item
        draft.finish(data)
      },
      Command(
        ["data", "list"], "list the data points of a thing",
        arguments: [.required("NAME", "the item")],
        options: [
          .date("from", "only from this date on"),
          .date("to", "only before this date"),
          .value("where", "PREDICATE", "only those that meet it, as help fetch explains"),
          .value("limit", "N", "at most so many"),
        ],
        discussion: "The values are dataContent.value1 and dataContent.value2. "
          + CommandLineOption.dateDiscussion,
        examples: [
          "data list Temperature --from 2015-01-01 --where 'dataContent.value1 > 30'",
          "data list Temperature --where 'dataContent.value1 - dataContent.value2 > 20' --limit 5",
        ],
        group: group, completion: ItemCommands.complete
      ) { invocation, environment in try list(invocation, environment) },
      Command(
        ["data", "edit"], "change a data point",
        arguments: [
          .required("UID", "its number, as data list shows it"),
          .optional("VALUE", "the new value"), .optional("VALUE2", "the new second value"),
        ],
        options: options(
          at: "when it was, or when it began", until: "when it ended, of what lasts",
          memo: "the new remark; '' for none"),
        discussion: "What is left out stays as it is. " + CommandLineOption.dateDiscussion,
        examples: ["data edit 1 98.7", "data edit 1 --at 2026-11-20T07:00 --memo ''"], group: group
      ) { invocation, environment in
        let tracker = Tracker(environment)
        let data = try tracker.data(try invocation.require("UID"))
        guard let item = data.item else {
          throw try invocation.require("UID").error("this data point has lost its item")
        }
        let draft = try ContentDraft(
          invocation, tracker, item: item, start: data.dataContent, values: ["VALUE", "VALUE2"])
        data.dataContent = try draft.content()
        draft.finish(data)
      },
      Command(
        ["data", "delete"], "delete a data point",
        arguments: [.required("UID", "its number, as data list shows it")],
        examples: ["data delete 1"], group: group
      ) { invocation, environment in
        let data = try Tracker(environment).data(try invocation.require("UID"))
        environment.context.delete(data)
      },
    ]
  }

  @MainActor private static func list(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let item = try Tracker(environment).item(try invocation.require("NAME"))
    guard let entity = environment.stack.container.schema.entitiesByName["ItemData"] else { return }
    let labels = Dictionary(
      item.options.map { ($0.uid, $0.label) }, uniquingKeysWith: { first, _ in first })
    let numbered = Dictionary(
      item.options.map { ($0.number, $0.label) }, uniquingKeysWith: { first, _ in first })
    let start = QueryExpression.column(
      QueryPath(),
      .init(
        property: "dataContent",
        description: ColumnDescription("startDate", .real, meaning: .date)))
    var terms: [QueryExpression] = [
      .comparison(
        .equal, .key(QueryPath(steps: [.init(relationship: "item", destination: "Item")])),
        .literal(.integer(item.key)))
    ]
    if let from = invocation.option("from") {
      let date = try environment.date(from).timeIntervalSinceReferenceDate
      terms.append(.comparison(.greaterOrEqual, start, .literal(.real(date))))
    }
    if let to = invocation.option("to") {
      let date = try environment.date(to).timeIntervalSinceReferenceDate
      terms.append(.comparison(.less, start, .literal(.real(date))))
    }
    if let wish = invocation.option("where"),
      let predicate = try environment.predicate(wish, entity: entity)
    {
      terms.append(predicate)
    }
    var query = Query(entity: entity.name, predicate: .and(terms), sort: [.init(start)])
    if let limit = invocation.option("limit") {
      let number = try limit.integer()
      guard number >= 0 else { throw limit.error("a limit can't be negative") }
      query.limit = number
    }
    let writer = try environment.output.beginTable([
      "uid", "start", "end", "value1", "value2", "option", "selection", "memo",
    ])
    for case let data as ItemData in try environment.context.fetch(query) {
      let content = data.dataContent
      try writer.row([
        .integer(data.key), .date(content.startDate), Cell(content.endDate), Cell(content.value1),
        Cell(content.value2), Cell(content.optionID.map { labels[$0]?.rawValue ?? "option \($0)" }),
        .list(data.selection.map { .text(numbered[$0]?.rawValue ?? "\($0)") }),
        Cell(data.memo?.text),
      ])
    }
    try writer.end()
  }
}

extension PersistentModel {
  /// The key of an inserted object, which people call it by.
  var key: Int64 { persistentModelID.rowKey }
}
