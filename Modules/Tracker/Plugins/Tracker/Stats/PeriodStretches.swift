import Foundation
import Strata
import StrataQuery
import TrackerQueries

/// The data points of a period, or all.
struct Stretch {
  /// The period's name; nil for all.
  let name: String?
  let points: PointQuery
}

/// The periods in which there are data points, one after the other. Each is a range of the index of
/// dates, so that no point is looked at twice.
@MainActor struct PeriodStretches {
  private let points: PointQuery
  /// Nil for all at once.
  private let period: Period?
  private let zone: TimeZone
  private let context: ModelContext
  private var cursor: Date?
  private var isAtEnd = false

  init(_ points: PointQuery, _ period: Period?, _ zone: TimeZone, _ context: ModelContext) {
    self.points = points
    self.period = period
    self.zone = zone
    self.context = context
    cursor = points.from
  }

  /// The next stretch.
  ///
  /// - Parameter isAfterGap: Whether the one before had no data points, so that there may be a long time
  ///   without any.
  mutating func next(isAfterGap: Bool) throws -> Stretch? {
    guard let period else {
      defer { isAtEnd = true }
      return isAtEnd ? nil : Stretch(name: nil, points: points)
    }
    if isAfterGap {
      var rest = points
      rest.from = cursor
      guard let seconds = try rest.number(.minimum, of: .start, in: context) else { return nil }
      cursor = Date(timeIntervalSinceReferenceDate: seconds)
    }
    guard let start = cursor else { return nil }
    let range = period.range(of: start, in: zone)
    var stretch = points
    stretch.from = max(points.from ?? range.lowerBound, range.lowerBound)
    stretch.to = min(points.to ?? range.upperBound, range.upperBound)
    // Of dates so far off that moments fall together there is no next period.
    cursor = max(
      range.upperBound,
      Date(timeIntervalSinceReferenceDate: start.timeIntervalSinceReferenceDate.nextUp))
    return Stretch(name: period.name(of: start, in: zone), points: stretch)
  }
}
