import Foundation
import StrataGoalsPlugin
import StrataRemindersPlugin
import Strata
import StrataDomain
import StrataTrackerModel

@testable import StrataTransferPlugin

// The snapshot's own types have these names inside it.
private typealias StoredGoal = Goal
private typealias StoredReminder = Reminder

/// All that a tracker's store keeps, and who has put it there.
struct TrackerSnapshot: Equatable {
  struct Point: Equatable {
    var uid: UUID
    var item: String?
    var created: Date
    var content: ItemDataContent
    var selection: [Int]
    var source: String?
    var memo: String?
    var author: TransactionAuthor?
  }

  struct Goal: Equatable {
    var uid: UUID
    var item: UUID?
    var created: Date
    var start: Date
    var measure: GoalMeasure
    var isOfSecondValue: Bool
    var comparison: GoalComparison
    var target: Double
    var period: GoalPeriod?
    var deadline: Date?
    var author: TransactionAuthor?
  }

  struct Reminder: Equatable {
    var item: UUID?
    var interval: Double
    var lastLogged: Date
    var author: TransactionAuthor?
  }

  var items: [ItemRecord]
  var points: [Point]
  var tags: [String]
  /// What other plugins keep of items, where the store has their models.
  var goals: [Goal] = []
  var reminders: [Reminder] = []

  init(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let itemAuthors = try InsertionAuthors(of: Item.self, in: context)
    let dataAuthors = try InsertionAuthors(of: ItemData.self, in: context)
    items = try context.fetch(FetchDescriptor<Item>()).map { item in
      ItemRecord(
        uid: item.uid, name: item.name, created: ExactDate(item.createTimestamp), kind: item.kind,
        unit: item.unit, measure: item.measure,
        countsAtEnd: item.countsAtEnd ? true : nil, memo: item.memo,
        tags: item.tags.map(\.name.rawValue).sorted(),
        options: item.options.sorted { $0.number < $1.number }.map {
          OptionRecord(
            uid: $0.uid, number: $0.number, label: $0.label.rawValue, retired: $0.isRetired)
        }, author: itemAuthors.author(of: item))
    }.sorted { $0.uid.uuidString < $1.uid.uuidString }
    points = try context.fetch(FetchDescriptor<ItemData>()).map { point in
      Point(
        uid: point.uid, item: point.item?.name.rawValue, created: point.createTimestamp,
        content: point.dataContent, selection: point.optionSelections, source: point.source,
        memo: point.memo?.text,
        author: dataAuthors.author(of: point))
    }.sorted { $0.uid.uuidString < $1.uid.uuidString }
    tags = try context.fetch(FetchDescriptor<Tag>()).map(\.name.rawValue).sorted()
    if container.schema.entitiesByName["Goal"] != nil { try takeGoals(context) }
    if container.schema.entitiesByName["Reminder"] != nil { try takeReminders(context) }
  }

  private mutating func takeGoals(_ context: ModelContext) throws {
    let authors = try InsertionAuthors(of: StoredGoal.self, in: context)
    goals = try context.fetch(FetchDescriptor<StoredGoal>()).map { goal in
      Goal(
        uid: goal.uid, item: goal.item?.uid, created: goal.createTimestamp, start: goal.startDate,
        measure: goal.measure, isOfSecondValue: goal.isOfSecondValue, comparison: goal.comparison,
        target: goal.target,
        period: goal.period, deadline: goal.deadline, author: authors.author(of: goal))
    }.sorted { $0.uid.uuidString < $1.uid.uuidString }
  }

  private mutating func takeReminders(_ context: ModelContext) throws {
    let authors = try InsertionAuthors(of: StoredReminder.self, in: context)
    reminders = try context.fetch(FetchDescriptor<StoredReminder>()).map { reminder in
      Reminder(
        item: reminder.item?.uid, interval: reminder.interval, lastLogged: reminder.lastLogged,
        author: authors.author(of: reminder))
    }.sorted { ($0.item?.uuidString ?? "") < ($1.item?.uuidString ?? "") }
  }
}
