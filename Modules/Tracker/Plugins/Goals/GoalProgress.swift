import Foundation
import Strata
import StrataDomain
import StrataTrackerModel
import StrataTrackerQueries

/// The progress of a goal.
@MainActor struct GoalProgress {
  /// The state of a goal.
  enum State: String {
    /// The goal is met. For a limit, it hasn't been exceeded so far.
    case met
    /// The goal isn't met yet.
    case open
    /// The deadline has passed without the goal being met.
    case missed
  }

  /// The present value. Nil without data points, unless it is a sum or a count.
  let value: Double?
  /// The fraction of the goal that is reached, from 0 to 1. Nil if there is nothing to measure it
  /// by.
  ///
  /// It is 1 exactly if the goal is met: a value that is at the target of `< 95`, or beyond that of
  /// `= 95`, has almost reached it. For a limit it is 1 while the value is within the limit, and
  /// otherwise the limit divided by the value.
  let part: Double?
  /// The part in percent, rounded down.
  var percent: Int? {
    // 0.29 * 100 is below 29.
    part.map { Int(($0 * 100 + 1e-9).rounded(.down)) }
  }
  let state: State
  /// The number of preceding periods in which the goal was met, of at most twelve.
  let kept: (met: Int, of: Int)?

  init(_ goal: Goal, _ item: Item, _ context: ModelContext, now: Date, _ zone: TimeZone) throws {
    let reader = try GoalReader(goal, of: item, in: context)
    let isOver = goal.deadline.map { $0 <= now } ?? false
    let moment = goal.deadline.map { min($0, now) } ?? now
    // The end is exclusive, so this includes data points at the present moment.
    let end = isOver ? moment : moment.addingTimeInterval(0.001)
    var range = min(goal.startDate, end)..<end
    var running: Range<Date>?
    if let period = goal.period?.period {
      // A deadline at midnight belongs to the day before.
      let found = period.range(of: isOver ? moment - 0.001 : moment, in: zone)
      range = found.lowerBound..<min(found.upperBound, max(end, found.lowerBound))
      running = found
    }
    // The latest value counts even if it is older than the goal.
    if goal.measure == .latest, goal.period == nil { range = .earliest..<end }
    let value = try reader.value(goal.measure, range)
    let isMet = value.map { goal.comparison.holds($0, goal.target) } ?? false
    self.value = value
    state = isMet ? .met : isOver ? .missed : .open
    part = try Self.part(goal, value, isMet, reader)
    kept = try Self.kept(goal, before: running, reader, zone)
  }

  private static func part(
    _ goal: Goal, _ value: Double?, _ isMet: Bool, _ reader: GoalReader
  ) throws -> Double? {
    guard let value else { return nil }
    if isMet { return 1 }
    switch goal.measure {
    case .latest where goal.period == nil:
      // The distance is measured from the latest value when the goal was set.
      let start = try reader.value(.latest, .earliest..<goal.startDate.addingTimeInterval(0.001))
      guard let start, start != goal.target else { return nil }
      return clamped((value - start) / (goal.target - start))
    case .sum, .count:
      guard goal.target > 0 else { return nil }
      // Of an exact number, too much is as far away as too little.
      let isTooMuch = goal.comparison.isLimit || goal.comparison == .equal && value > goal.target
      return clamped(isTooMuch ? goal.target / value : value / goal.target)
    case .latest, .average, .minimum, .maximum:
      guard value > 0, goal.target > 0, goal.comparison != .equal else { return nil }
      return clamped(goal.comparison.isLimit ? goal.target / value : value / goal.target)
    }
  }

  private static func kept(
    _ goal: Goal, before running: Range<Date>?, _ reader: GoalReader, _ zone: TimeZone
  ) throws -> (met: Int, of: Int)? {
    guard let period = goal.period?.period, var start = running?.lowerBound else { return nil }
    var result = (met: 0, of: 0)
    while result.of < 12, start > goal.startDate {
      let before = period.range(of: start - 1, in: zone)
      let value = try reader.value(goal.measure, before.lowerBound..<start)
      if value.map({ goal.comparison.holds($0, goal.target) }) ?? false { result.met += 1 }
      result.of += 1
      start = before.lowerBound
    }
    return result.of > 0 ? result : nil
  }

  /// Returns the part of a goal that isn't met. It is at most 99 percent.
  private static func clamped(_ part: Double) -> Double { min(0.99, max(0, part)) }
}
