public import Foundation
public import Strata
public import StrataTrackerModel
internal import StrataTrackerQueries

/// A goal for an item: a comparison with a number, once, by a date, or in each period.
@Model public final class Goal: TemporalModel {
  /// The unique identifier.
  @Attribute(.unique) public var uid: UUID
  /// The time of creation.
  public var createTimestamp: Date
  /// The time from which on data points count.
  public var startDate: Date
  /// The statistic that is compared.
  public var measure: GoalMeasure
  /// True if the second of two values counts. Otherwise the first does.
  public var isOfSecondValue: Bool = false
  /// The comparison.
  public var comparison: GoalComparison
  /// The number to compare with. In hours if the item has no values but intervals.
  public var target: Double
  /// The period in which the goal restarts. Nil for a goal that doesn't.
  public var period: GoalPeriod?
  /// The deadline. Nil for none.
  public var deadline: Date?
  /// The item. Deleting it deletes the goal.
  public var item: Item?

  /// Makes a goal. Insert it into a context before you set its item.
  public init(
    uid: UUID = UUID(), measure: GoalMeasure, comparison: GoalComparison, target: Double,
    period: GoalPeriod?, startDate: Date, deadline: Date?, createTimestamp: Date
  ) {
    self.uid = uid
    self.measure = measure
    self.comparison = comparison
    self.target = target
    self.period = period
    self.startDate = startDate
    self.deadline = deadline
    self.createTimestamp = createTimestamp
  }
}

/// The statistic of data points that a goal compares.
public enum GoalMeasure: String, Codable, CaseIterable, Sendable {
  case latest, average, sum, count, minimum, maximum
}

/// A comparison of a value with a goal's target.
public enum GoalComparison: String, Codable, CaseIterable, Sendable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "="

  /// True if the goal is an upper limit.
  var isLimit: Bool { self == .less || self == .lessOrEqual }

  func holds(_ value: Double, _ target: Double) -> Bool {
    switch self {
    case .less: value < target
    case .lessOrEqual: value <= target
    case .greater: value > target
    case .greaterOrEqual: value >= target
    case .equal: value == target
    }
  }
}

/// The period in which a goal restarts.
public enum GoalPeriod: String, Codable, CaseIterable, Sendable {
  case day, week, month, year

  /// The calendar period.
  var period: Period {
    switch self {
    case .day: .day
    case .week: .week
    case .month: .month
    case .year: .year
    }
  }
}
