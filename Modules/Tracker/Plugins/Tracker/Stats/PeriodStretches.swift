import Foundation
import Strata
import StrataQuery
import StrataTrackerQueries

/// The data points of a period, or all of them.
struct Stretch {
  /// The period's name. Nil for all data points.
  let name: String?
  let points: PointQuery
}

/// An iterator over the periods with data points, in order of time.
///
/// Each period is a range of the index of dates, so that no row is read twice.
@MainActor struct PeriodStretches {
  /// All data points of the stretches.
  let points: PointQuery
  /// The period. Nil for a single stretch with all data points.
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

  /// Returns the next stretch.
  ///
  /// - Parameter isAfterGap: True if the stretch before was empty. The iterator then skips to the
  ///   next data point, since many periods may be empty.
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
    // For dates so far away that the period is shorter than their precision, this guarantees
    // progress.
    cursor = max(
      range.upperBound,
      Date(timeIntervalSinceReferenceDate: start.timeIntervalSinceReferenceDate.nextUp))
    return Stretch(name: period.name(of: start, in: zone), points: stretch)
  }
}
