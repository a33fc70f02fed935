import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The commands `goal add`, `goal list` and `goal delete`.
enum GoalCommands {
  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["goal", "add"], "set a goal for a thing",
        arguments: [
          .required("NAME", "the item"),
          .variadic("GOAL", "such as 'under 95', 'sum >= 20' or 'count at least 3'", minimum: 1),
        ],
        options: [
          .date("by", "until when it is to be met"),
          .value(
            "per", "PERIOD", "in each period anew", choices: GoalPeriod.allCases.map(\.rawValue)),
          .date("from", "from when on data points count; now when left out"),
        ],
        discussion: """
          A GOAL is one of latest, average, sum, count, minimum and maximum, a comparison (<, <=, >, \
          >=, =, or under, over, at least, at most) and a number, or hours as 7h30. Without the word it is the latest value; with --per it is the sum of \
          what lasts, the count of choices, and the average of anything else; an item with a measure of \
          its own (item add --measure) has that. Of two values a word says which counts, such as diastolic or value2, \
          and without it the first. Of what only lasts its hours count. A goal ends with its item.

          """ + CommandLineOption.dateDiscussion,
        examples: [
          "goal add Weight '< 95' --by 2030-01-01", "goal add Run 'sum >= 20' --per week",
          "goal add Mood 'count >= 3' --per week", "goal add Pressure 'diastolic < 85'",
        ],
        group: group, completion: ItemCompletion.complete, run: add),
      Command(
        ["goal", "list"], "list goals and how far they have come",
        arguments: [.optional("NAME", "only this item's")],
        discussion: """
          progress is the part of the way in percent: from where the latest value stood when the goal \
          was set, or of the sum or the number that is wanted. It is 100 when the goal is met, and only \
          then. A limit, such as count <= 3, is at 100 while it holds. The sum of what lasts is that of \
          its hours in the time that counts: of a night, a goal per day has those since midnight, or the whole \
          night with item add --day end. kept tells in how many of the last periods the goal was met, twelve at most. \
          A goal whose item is of another kind by now, which has no such number, is not of its kind.
          """,
        examples: ["goal list", "goal list Weight"], group: group,
        completion: ItemCompletion.complete,
        run: list),
      Command(
        ["goal", "delete"], "delete a goal",
        arguments: [.required("GOAL", "the beginning of its uid, as goal list shows it")],
        group: group, completion: completeGoal, run: delete),
    ]
  }

  @MainActor private static func add(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let item = try environment.item(named: try invocation.require("NAME"))
    let words = invocation.arguments("GOAL")
    let unit = GoalText.unit(of: item)
    let text = try GoalText(words, unit: unit, values: Self.values(of: item))
    let period = invocation.option("per").flatMap { GoalPeriod(rawValue: $0.text) }
    let measure = text.measure ?? standard(for: item, period)
    guard GoalReader.measures(of: item.kind).contains(measure), let word = words.first else {
      throw try invocation.require("NAME").error(
        "\(item.name) has no values, so its goal can only be a count",
        hint: "write it like 'count >= 3'")
    }
    let now = environment.now()
    let start = try invocation.option("from").map { try environment.date($0, as: "from") } ?? now
    let deadline = try invocation.option("by").map { value in
      let date = try environment.date(value, as: "by")
      guard date > start else {
        throw value.error("a goal can't end before it begins", hint: "give a later date")
      }
      return date
    }
    if measure == .count, text.target < 0 { throw word.error("there are no fewer than none") }
    let goal = Goal(
      measure: measure, comparison: text.comparison, target: text.target, period: period,
      startDate: start, deadline: deadline, createTimestamp: now)
    goal.isOfSecondValue = text.isOfSecondValue
    environment.context.insert(goal)
    goal.item = item
    environment.output.message(
      "\(goal.shortID): \(item.name) \(goal.text(unit: unit, calendar: environment.goalCalendar))")
  }

  /// Returns the statistic of a goal that names none.
  private static func standard(for item: Item, _ period: GoalPeriod?) -> GoalMeasure {
    switch item.measure {
    case .sum?: return .sum
    case .count?: return .count
    case .average? where period != nil: return .average
    case .average?, nil: break
    }
    return switch item.kind {
    case .event, .singleOption: .count
    case .valueWithInterval, .interval, .optionWithInterval: period == nil ? .latest : .sum
    case .singleValue, .valueWithOption, .dualValues: period == nil ? .latest : .average
    }
  }

  @MainActor private static func list(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let wanted = try invocation.argument("NAME").map { try environment.item(named: $0) }
    let writer = try environment.output.beginTable(["uid", "item"] + progressColumns)
    for goal in try environment.goals() {
      guard let item = goal.item, wanted == nil || wanted === item else { continue }
      try invocation.checkCancellation()
      // People enter the first digits of the uid, and programs need all of it.
      let isTable = environment.output.format == .table
      try writer.row(
        [.text(isTable ? goal.shortID : goal.uid.uuidString), .text(item.name.rawValue)]
          + row(of: goal, item, environment))
    }
    try writer.end()
  }

  /// The columns that tell how far a goal has come.
  static let progressColumns: [Table.Column] = [
    "goal", "value", "progress", "state", "kept", "left",
  ]

  /// The cells of ``progressColumns``.
  @MainActor static func row(
    of goal: Goal, _ item: Item, _ environment: ApplicationEnvironment
  ) throws -> [Cell] {
    let (now, calendar) = (environment.now(), environment.goalCalendar)
    let unit = GoalText.unit(of: item)
    // The item may be of another kind by now.
    guard GoalReader.measures(of: item.kind).contains(goal.measure),
      !goal.isOfSecondValue || item.hasPairs
    else {
      return [
        .text(goal.text(unit: unit, calendar: calendar)), .null, .null, .text("not of its kind"),
        .null, .null,
      ]
    }
    let progress = try GoalProgress(goal, item, environment.context, now: now, calendar.timeZone)
    let left = goal.deadline.map { deadline in
      max(0, calendar.dateComponents([.day], from: now, to: deadline).day ?? 0)
    }
    return [
      .text(goal.text(unit: unit, calendar: calendar)),
      try cell(progress.value, goal.measure, item, environment),
      Cell(progress.percent), .text(progress.state.rawValue),
      Cell(progress.kept.map { "\($0.met)/\($0.of)" }),
      Cell(left.map { "\($0) \($0 == 1 ? "day" : "days")" }),
    ]
  }

  /// The names of an item's two values. Nil if it has one.
  private static func values(of item: Item) -> [String]? {
    guard item.hasPairs else { return nil }
    return item.valueNames.map { [$0.first, $0.second] } ?? ["value1", "value2"]
  }

  /// The value of a goal, which people see with the precision of the item's values.
  @MainActor private static func cell(
    _ value: Double?, _ measure: GoalMeasure, _ item: Item, _ environment: ApplicationEnvironment
  ) throws -> Cell {
    guard let value else { return .null }
    if measure == .count { return Cell(Int(value)) }
    // Decimal fractions have no exact binary form. Digits beyond the twelfth are rounding errors.
    let rounded = Double(String(format: "%.12g", value)) ?? value
    guard environment.output.format.isForPeople else { return Cell(rounded) }
    let hasValues = item.kind.isRequired(.value1)
    let precision =
      hasValues ? try PointQuery(item: item).precision(in: environment.context) : .hours
    return .shown(
      .real(rounded),
      as: measure == .average || !hasValues
        ? precision.computedText(rounded) : precision.text(rounded))
  }

  @MainActor private static func delete(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let wish = try invocation.require("GOAL")
    let prefix = wish.text.lowercased()
    let found = try environment.goals().filter { $0.uid.uuidString.lowercased().hasPrefix(prefix) }
    guard prefix.count >= 4 else {
      throw wish.error("“\(wish.text)” is too short", hint: "give at least 4 digits of the uid")
    }
    guard let goal = found.first else {
      throw wish.error("there is no goal \(wish.text)", hint: "goal list shows them")
    }
    guard found.count == 1 else {
      throw wish.error(
        "\(found.count) goals begin with \(wish.text)", hint: "give more digits of the uid")
    }
    environment.context.delete(goal)
    environment.output.message("deleted goal \(goal.shortID)")
  }

  @MainActor private static func completeGoal(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    // Completion has no way to report an error.
    ((try? environment.goals()) ?? []).map(\.shortID)
  }
}
