import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import Testing
import StrataTrackerModel
import StrataTrackerPlugin

@testable import StrataGoalsPlugin

@Suite struct GoalTexts {
  private func read(_ text: String, unit: String? = "kg") throws -> GoalText {
    try GoalText([ArgumentValue(text, column: 1)], unit: unit)
  }

  @Test(arguments: [
    ("< 95", nil, GoalComparison.less, 95), ("<95", nil, .less, 95),
    ("<= 95kg", nil, .lessOrEqual, 95),
    ("sum >= 20.5 kg", .sum, .greaterOrEqual, 20.5), ("Count>=3", .count, .greaterOrEqual, 3),
    ("average ≤ -1e2", .average, .lessOrEqual, -100),
    ("latest == 4", GoalMeasure.latest, .equal, 4), ("under 78", nil, .less, 78),
    ("Over 78 kg", nil, .greater, 78), ("at least 20", nil, .greaterOrEqual, 20),
    ("sum at most 20", .sum, .lessOrEqual, 20), ("less than 3", nil, .less, 3),
  ])
  func areRead(
    text: String, measure: GoalMeasure?, comparison: GoalComparison, target: Double
  ) throws {
    let goal = try read(text)
    #expect(goal.measure == measure && goal.comparison == comparison && goal.target == target)
  }

  @Test(arguments: [
    (">= 7h30", 7.5), ("at least 7 h 30 min", 7.5), ("sum under 90min", 1.5), ("< 8", 8),
    ("< 8 h", 8), (">= 7:30", 7.5),
  ])
  func haveLengthsOfTimeInHours(text: String, hours: Double) throws {
    #expect(try read(text, unit: "h").target == hours)
  }

  @Test(arguments: [
    ("diastolic < 85", nil, true), ("Systolic under 130", nil, false), ("< 130", nil, false),
    ("average diastolic < 85", GoalMeasure.average, true),
    ("diastolic average < 85", .average, true), ("value2 < 85", nil, true),
    ("value1 < 85", nil, false),
  ])
  func nameOneOfTwoValues(text: String, measure: GoalMeasure?, isSecond: Bool) throws {
    let goal = try GoalText(
      [ArgumentValue(text, column: 1)], unit: "mmHg", values: ["systolic", "diastolic"])
    #expect(goal.measure == measure && goal.isOfSecondValue == isSecond)
  }

  @Test(arguments: [
    ("< 130/85", "set two: 'systolic < 130' and 'diastolic < 85'"),
    ("dyastolic < 85", "did you mean diastolic?"),
    ("diastolic systolic < 85", "did you mean systolic?"),
  ])
  func areAboutOneValue(text: String, hint: String) {
    let error = #expect(throws: ShellError.self) {
      try GoalText(
        [ArgumentValue(text, column: 1)], unit: nil, values: ["systolic", "diastolic"])
    }
    #expect(error?.hint == hint)
  }

  @Test func areTwoLinesWhereANumberStandsAlone() {
    let error = #expect(throws: ShellError.self) { try read("78") }
    #expect(error?.hint == "did you mean '< 78' or '> 78'?")
  }

  @Test(arguments: [
    "", "95", "<", "< x", "mean < 3", "underneath 3", "at 3", "under", "< 95 lb", "< nan",
    "< 1e999", "sum 20", ">",
  ])
  func areRefused(text: String) {
    #expect(throws: ShellError.self) { try read(text) }
  }
}

@MainActor @Suite struct GoalProgresses {
  private let context: ModelContext
  private let item: Item
  private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: TrackerPlugin().models + GoalsPlugin().models,
        configuration: ModelConfiguration(isStoredInMemoryOnly: true)))
    item = Item(name: try ItemName("Weight"), kind: .singleValue)
    context.insert(item)
  }

  private func log(_ value: Double, daysAgo: Double) {
    let data = ItemData(
      dataContent: .singleValue(eventDate: now - daysAgo * 86_400, value: value))
    context.insert(data)
    data.item = item
  }

  private func progress(
    _ measure: GoalMeasure, _ comparison: GoalComparison, _ target: Double,
    per period: GoalPeriod? = nil, daysAgo: Double = 100, by deadline: Double? = nil
  ) throws -> GoalProgress {
    let goal = Goal(
      measure: measure, comparison: comparison, target: target, period: period,
      startDate: now - daysAgo * 86_400, deadline: deadline.map { now + $0 * 86_400 },
      createTimestamp: now)
    context.insert(goal)
    goal.item = item
    return try GoalProgress(goal, item, context, now: now, .gmt)
  }

  @Test func goFromWhereTheyBegan() throws {
    log(105, daysAgo: 200)
    log(100, daysAgo: 1)
    let progress = try progress(.latest, .less, 95)
    #expect(progress.value == 100 && progress.part == 0.5 && progress.state == .open)
  }

  @Test func areMetByTheLatest() throws {
    log(80, daysAgo: 30)
    log(94, daysAgo: 2)
    let progress = try progress(.latest, .less, 95)
    #expect(progress.state == .met && progress.part == 1)
  }

  @Test func areMissedAtTheirEnd() throws {
    log(96, daysAgo: 10)
    log(94, daysAgo: 2)
    let progress = try progress(.latest, .less, 95, by: -5)
    #expect(progress.value == 96 && progress.state == .missed)
  }

  @Test func sumWhatCameSinceTheyBegan() throws {
    for day in [1.0, 2, 3, 50] { log(10, daysAgo: day) }
    let progress = try progress(.sum, .greaterOrEqual, 40, daysAgo: 20)
    #expect(progress.value == 30 && progress.part == 0.75 && progress.state == .open)
  }

  @Test(arguments: [(29, 29), (57, 57), (58, 58), (99, 99), (100, 100)])
  func areInWholePercent(count: Int, percent: Int) throws {
    for number in 0..<count { log(1, daysAgo: 1 + Double(number) / 1_000) }
    #expect(try progress(.count, .greaterOrEqual, 100).percent == percent)
  }

  @Test func haveNoValueOfASumThatOverflows() throws {
    for day in [1.0, 2] { log(1e308, daysAgo: day) }
    let progress = try progress(.sum, .greaterOrEqual, 3)
    #expect(progress.value == nil && progress.percent == nil && progress.state == .open)
  }

  @Test func areCountedByPeriods() throws {
    // Two each day of the last 30.
    for day in 0..<30 { for _ in 0..<2 { log(1, daysAgo: Double(day)) } }
    let progress = try progress(.count, .greaterOrEqual, 2, per: .day, daysAgo: 20)
    #expect(progress.value == 2 && progress.state == .met)
    #expect(progress.kept?.met == 12 && progress.kept?.of == 12)
    let other = try self.progress(.count, .greaterOrEqual, 3, per: .day, daysAgo: 5)
    #expect(other.kept?.met == 0 && other.kept?.of == 5)
  }

  /// A limit is nothing to work towards: it holds, or it is exceeded.
  @Test func ofLimitsAreWholeWhileTheyHold() throws {
    let none = try progress(.count, .lessOrEqual, 3, per: .day)
    #expect(none.value == 0 && none.state == .met && none.part == 1)
    for _ in 0..<4 { log(10, daysAgo: 0) }
    let exceeded = try progress(.count, .lessOrEqual, 3, per: .day)
    #expect(exceeded.value == 4 && exceeded.state == .open && exceeded.part == 0.75)
    let sum = try progress(.sum, .less, 50, daysAgo: 1)
    #expect(sum.value == 40 && sum.state == .met && sum.part == 1)
  }

  /// 100 percent and the state `met` are the same statement.
  @Test(arguments: [
    (GoalMeasure.latest, GoalComparison.less, 95.0), (.latest, .greater, 95), (.latest, .equal, 96),
    (.sum, .greater, 195), (.sum, .less, 195), (.sum, .equal, 194), (.count, .less, 2),
    (.count, .equal, 1), (.average, .less, 97.5), (.minimum, .greater, 95), (.maximum, .less, 100),
  ])
  func areWholeOnlyWhenMet(
    measure: GoalMeasure, comparison: GoalComparison, target: Double
  ) throws {
    log(100, daysAgo: 3)
    log(95, daysAgo: 1)
    let open = try progress(measure, comparison, target, daysAgo: 4)
    #expect(open.state == .open && open.part.map { $0 < 1 } ?? true, "\(String(describing: open))")
    let met = try progress(measure, .greaterOrEqual, -1, daysAgo: 4)
    #expect(met.state == .met && met.part == 1)
  }

  @Test func sumNothingToZero() throws {
    let limit = try progress(.sum, .lessOrEqual, 3, per: .day, daysAgo: 2)
    #expect(limit.value == 0 && limit.state == .met && limit.part == 1)
    #expect(limit.kept?.met == 2 && limit.kept?.of == 2)
    let wanted = try progress(.sum, .greater, 3, per: .day)
    #expect(wanted.value == 0 && wanted.state == .open && wanted.part == 0)
  }

  /// A night has hours on both of its days, as in pictures.
  @Test func sumHoursOfTheirPeriods() throws {
    item.kind = .interval
    let midnight = now - now.timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 86_400)
    let night = ItemData(
      dataContent: .interval(
        pairDate: try ValidatedPairDate(start: midnight - 3600, end: midnight + 3 * 3600)))
    context.insert(night)
    night.item = item
    let today = try progress(.sum, .greaterOrEqual, 6, per: .day, daysAgo: 1)
    #expect(today.value == 3 && today.part == 0.5 && today.state == .open)
    let short = try progress(.sum, .greaterOrEqual, 1, per: .day, daysAgo: 1)
    #expect(short.state == .met && short.kept?.met == 1)
  }

  @Test func haveNothingToTellWithoutDataPoints() throws {
    let progress = try progress(.average, .less, 95)
    #expect(progress.value == nil && progress.part == nil && progress.state == .open)
    #expect(try self.progress(.count, .greater, 3).value == 0)
  }
}

@MainActor @Suite struct GoalLists {
  /// People see the decimals of the item's values, and one more of an average.
  @Test(arguments: [
    ("latest < 95", "98.6", "98.6"), ("average < 95", "99.30", "99.3"),
    ("sum > 300", "198.6", "198.6"),
    ("maximum < 95", "100.0", "100.0"), ("count > 3", "2", "2"),
  ])
  func showValuesInTheItemsPrecision(goal: String, people: String, programs: String) async throws {
    let shell = try TrackerShell(and: [GoalsPlugin()])
    try await shell.run("item add Weight --kind singleValue --unit kg")
    try await shell.run("log Weight 100 --at yesterday")
    try await shell.run("log Weight 98.6")
    try await shell.run("goal add Weight '\(goal)' --from 2020-01-01")
    let row = try await shell.run("goal list --no-header").split(separator: "\n").first
    let words = try #require(row).split(separator: " ")
    #expect(words.contains(Substring(people)), "\(row)")
    let csv = try await shell.run("goal list --format csv --no-header").split(separator: ",")
    #expect(csv.dropFirst(3).first.map(String.init) == programs)
  }

  /// Programs can't tell goals apart by some digits.
  @Test func nameGoalsShortlyOnlyForPeople() async throws {
    let shell = try TrackerShell(and: [GoalsPlugin()])
    try await shell.run("item add Weight --kind singleValue")
    try await shell.run("goal add Weight '< 95'")
    let goal = try #require(try shell.environment.context.fetch(FetchDescriptor<Goal>()).first)
    let uid = goal.uid.uuidString
    #expect(try await shell.run("goal list").contains("\n\(uid.lowercased().prefix(8)) "))
    #expect(try await shell.run("goal list --format csv").contains("\n\(uid),Weight,"))
    #expect(try await shell.run("goal list --format json").contains("\"\(uid)\""))
    try await shell.run("goal delete \(uid)")
    #expect(try shell.environment.context.fetchCount(FetchDescriptor<Goal>()) == 0)
  }
}
