import Foundation
import StrataGoalsPlugin
import StrataRemindersPlugin
import Strata
import StrataDomain
import StrataTestSupport
import StrataTrackerModel

/// Fills stores with what is hard to write down.
struct RandomTracker {
  var random: SeededGenerator

  private static let texts = [
    "plain", "", " leading", "trailing ", "a,b", "say \"hi\"", "two\nlines", "win\r\nlines",
    "tab\t",
    "é", "e\u{301}", "中文", "👩‍👩‍👧", "[1,2]", "null", "\u{1B}[31m", "'", "\\", "@5", "1.5", "\u{FEFF}x",
  ]
  private static let authors: [String?] = ["ann", "bob", "import", nil, "a \"b\", c"]

  mutating func fill(_ container: ModelContainer) throws {
    var tags: [String] = []
    for number in 0..<Int.random(in: 0...4, using: &random) {
      let context = ModelContext(container)
      let name = "tag \(number)" + text()
      context.insert(Tag(name: try NonEmptyString(name)))
      try context.save()
      tags.append(name)
    }
    for number in 0..<Int.random(in: 0...6, using: &random) { try addItem(number, tags, container) }
  }

  private mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }

  private mutating func author() -> String? {
    Self.authors.randomElement(using: &random) ?? nil
  }

  private mutating func date() -> Date {
    let seconds: Double
    switch Int.random(in: 0..<6, using: &random) {
    case 0: seconds = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &random))
    case 1: seconds = Double.random(in: -1e9...1e9, using: &random)
    case 2: seconds = Double.random(in: -1...1, using: &random)
    case 3: seconds = Double(Int.random(in: 0...1_000_000_000, using: &random)) + 0.25
    case 4: seconds = Double.random(in: -9e12...9e12, using: &random)
    default: seconds = 7.8e8 + Double.random(in: 0...1, using: &random)
    }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  private mutating func value() -> Double {
    let special: [Double] = [0, 0.1, 1e300, -98.6, 1 / 3, 123_456_789.123_456_78]
    return Bool.random(using: &random)
      ? special.randomElement(using: &random) ?? 0 : Double.random(in: -1e6...1e6, using: &random)
  }

  private mutating func addItem(
    _ number: Int, _ tags: [String], _ container: ModelContainer
  ) throws {
    let context = ModelContext(container)
    context.author = author()
    let kind = ItemDataContent.Kind.allCases.randomElement(using: &random) ?? .singleValue
    let name = ["Item \(number)", "Ite,\"m \(number)", "中文項 \(number)"].randomElement(
      using: &random)
    let item = Item(
      name: try ItemName(name ?? "Item \(number)"), kind: kind,
      unit: Bool.random(using: &random) ? text() : nil, createTimestamp: date())
    item.memo = Bool.random(using: &random) ? text() : nil
    item.countsAtEnd = kind.isRequired(.endDate) && Bool.random(using: &random)
    if Bool.random(using: &random) {
      item.measure = ItemMeasure.measures(of: kind).randomElement(using: &random)
    }
    context.insert(item)
    var numbers = Array(OptionSelection.validNumbers).shuffled(using: &random)
    var options: [ItemOption] = []
    for count in 0..<Int.random(in: 1...5, using: &random) {
      let option = try ItemOption(
        number: numbers.removeLast(), label: try NonEmptyString("o\(count)" + text()))
      option.isRetired = Bool.random(using: &random)
      context.insert(option)
      option.item = item
      options.append(option)
    }
    for tag in try context.fetch(FetchDescriptor<Tag>()) where Bool.random(using: &random) {
      item.tags.append(tag)
    }
    try context.save()
    for _ in 0..<Int.random(in: 0...20, using: &random) { try addPoint(item, options, context) }
    if container.schema.entitiesByName["Goal"] != nil {
      for _ in 0..<Int.random(in: 0...3, using: &random) { try addGoal(item, context) }
    }
    if container.schema.entitiesByName["Reminder"] != nil, Bool.random(using: &random) {
      context.author = author()
      let reminder = Reminder(every: abs(value()) + 1, since: date())
      context.insert(reminder)
      reminder.item = item
      try context.save()
    }
  }

  private mutating func addGoal(_ item: Item, _ context: ModelContext) throws {
    context.author = author()
    let goal = Goal(
      measure: GoalMeasure.allCases.randomElement(using: &random) ?? .latest,
      comparison: GoalComparison.allCases.randomElement(using: &random) ?? .less, target: value(),
      period: Bool.random(using: &random) ? GoalPeriod.allCases.randomElement(using: &random) : nil,
      startDate: date(), deadline: Bool.random(using: &random) ? date() : nil,
      createTimestamp: date())
    goal.isOfSecondValue = item.hasPairs && Bool.random(using: &random)
    context.insert(goal)
    goal.item = item
    try context.save()
  }

  private mutating func addPoint(
    _ item: Item, _ options: [ItemOption], _ context: ModelContext
  ) throws {
    context.author = author()
    var parts = ItemDataContent.Parts(kind: item.kind, startDate: date())
    if item.kind.isRequired(.endDate) {
      parts.endDate = parts.startDate?.addingTimeInterval(min(abs(value()), 1e9))
    }
    if item.kind.isRequired(.value1) { parts.value1 = value() }
    if item.kind.isRequired(.value2) { parts.value2 = value() }
    if item.kind.isRequired(.optionID) {
      parts.optionID = options.randomElement(using: &random)?.uid
    }
    let point = ItemData(createTimestamp: date(), dataContent: try ItemDataContent(parts: parts))
    context.insert(point)
    point.item = item
    try point.select(options.filter { _ in Bool.random(using: &random) }.map(\.number))
    if Bool.random(using: &random) { point.source = text() }
    if Bool.random(using: &random) { point.memo = Memo(text: text()) }
    try context.save()
  }
}
