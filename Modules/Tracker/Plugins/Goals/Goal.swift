public import Foundation
public import Strata
public import TrackerModel
internal import TrackerQueries

/// What somebody wants of an item: a comparison with a number, for good, by a date, or in each period.
@Model public final class Goal {
  /// What names it; no two goals have the same.
  @Attribute(.unique) public var uid: UUID
  /// When it was made.
  public var createTimestamp: Date
  /// From when on data points count.
  public var startDate: Date
  /// What is compared.
  public var measure: GoalMeasure
  /// How it is compared.
  public var comparison: GoalComparison
  /// What it is compared with; in hours for what has no value but lasts.
  public var target: Double
  /// In what each time anew; nil for good.
  public var period: GoalPeriod?
  /// Until when it is to be met; nil for any time.
  public var deadline: Date?
  /// The item. A goal whose item is deleted is deleted with it.
  public var item: Item?

  /// A goal; insert it first, then give it its item.
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

/// What of data points is compared.
public enum GoalMeasure: String, Codable, CaseIterable, Sendable {
  case latest, average, sum, count, minimum, maximum
}

/// How it is compared.
public enum GoalComparison: String, Codable, CaseIterable, Sendable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "="

  /// Whether less is better.
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

/// In what a goal is to be met each time anew.
public enum GoalPeriod: String, Codable, CaseIterable, Sendable {
  case day, week, month, year

  /// The stretches of the calendar.
  var period: Period {
    switch self {
    case .day: .day
    case .week: .week
    case .month: .month
    case .year: .year
    }
  }
}
