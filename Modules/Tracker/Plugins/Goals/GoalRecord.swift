import Foundation
import Strata
import StrataImport
public import StrataTrackerModel
public import StrataTrackerShell

/// The exported form of a goal.
public struct GoalRecord: Codable, Sendable {
  var uid: UUID
  var created: Date
  var start: Date
  var measure: GoalMeasure
  /// Nil for false, also in files of programs that knew no goals of second values.
  var isOfSecondValue: Bool?
  var comparison: GoalComparison
  var target: Double
  var period: GoalPeriod?
  var deadline: Date?
}

extension GoalsPlugin: ItemRecordPlugin {
  /// `goal`.
  public var recordName: String { "goal" }

  /// Returns the goals of an item, oldest first.
  @MainActor public func objects(of item: Item) throws -> [Goal] {
    guard let context = item.modelContext else { return [] }
    let identifier = item.persistentModelID
    return try context.fetch(
      FetchDescriptor<Goal>(
        predicate: #Predicate { $0.item?.persistentModelID == identifier },
        sortBy: [SortDescriptor(\.createTimestamp), SortDescriptor(\.uid)]))
  }

  /// Returns the record of a goal, which has everything but its item.
  @MainActor public func record(of goal: Goal) -> GoalRecord {
    GoalRecord(
      uid: goal.uid, created: goal.createTimestamp, start: goal.startDate, measure: goal.measure,
      isOfSecondValue: goal.isOfSecondValue ? true : nil, comparison: goal.comparison,
      target: goal.target, period: goal.period,
      deadline: goal.deadline)
  }

  /// Inserts the goal, unless one with its identifier exists.
  @MainActor public func insert(_ record: GoalRecord, for item: Item) throws -> Bool {
    guard let context = item.modelContext,
      try context.existing(Goal.self, by: \.uid, in: [record.uid]).isEmpty
    else { return false }
    let goal = Goal(
      uid: record.uid, measure: record.measure, comparison: record.comparison,
      target: record.target, period: record.period, startDate: record.start,
      deadline: record.deadline, createTimestamp: record.created)
    goal.isOfSecondValue = item.hasPairs && record.isOfSecondValue == true
    context.insert(goal)
    goal.item = item
    return true
  }
}
