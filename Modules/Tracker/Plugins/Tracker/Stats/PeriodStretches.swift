import Foundation
import Strata
import StrataQuery
import StrataTrackerQueries

/// How `stats` groups data points.
enum StatsGroups: Equatable {
  /// Periods one after the other.
  case periods(Period)
  /// A part of the date that comes back: the day of the week, or the hour.
  case recurring(DatePart)

  /// The words of the option.
  static let names =
    Period.allCases.map(\.rawValue) + [DatePart.weekday.rawValue, DatePart.hour.rawValue]

  init?(_ name: String) {
    if let period = Period(rawValue: name) {
      self = .periods(period)
    } else if let part = DatePart(rawValue: name), Self.names.contains(name) {
      self = .recurring(part)
    } else {
      return nil
    }
  }

  /// The values of a recurring part, in the order of the table, with their names. Weeks begin on Monday.
  fileprivate static func values(of part: DatePart) -> [(number: Int64, name: String)] {
    guard part == .weekday else { return (0..<24).map { ($0, ($0 < 10 ? "0" : "") + "\($0)") } }
    let names = [
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    // 1 is Sunday.
    return names.enumerated().map { (Int64($0.offset + 1) % 7 + 1, $0.element) }
  }
}

/// The data points of a period, or all of them.
struct Stretch {
  /// The period's name. Nil for all data points.
  let name: String?
  let points: PointQuery
}

/// An iterator over the periods with data points, in order of time, or over the days of the week or the hours.
///
/// Each period is a range of the index of dates, so that no row is read twice. Each day of the week, and each hour, reads all
/// rows.
@MainActor struct PeriodStretches {
  /// All data points of the stretches.
  let points: PointQuery
  /// The groups. Nil for a single stretch with all data points.
  private let groups: StatsGroups?
  private let zone: TimeZone
  private let context: ModelContext
  private var cursor: Date?
  private var isAtEnd = false
  /// The number of recurring values that were returned.
  private var position = 0

  init(_ points: PointQuery, _ groups: StatsGroups?, _ zone: TimeZone, _ context: ModelContext) {
    self.points = points
    self.groups = groups
    self.zone = zone
    self.context = context
    cursor = points.from
  }

  /// Returns the next stretch.
  ///
  /// - Parameter isAfterGap: True if the stretch before was empty. The iterator then skips to the
  ///   next data point, since many periods may be empty.
  mutating func next(isAfterGap: Bool) throws -> Stretch? {
    switch groups {
    case nil:
      defer { isAtEnd = true }
      return isAtEnd ? nil : Stretch(name: nil, points: points)
    case .recurring(let part): return nextValue(of: part)
    case .periods(let period): return try next(period, isAfterGap: isAfterGap)
    }
  }

  private mutating func nextValue(of part: DatePart) -> Stretch? {
    let values = StatsGroups.values(of: part)
    guard position < values.count else { return nil }
    defer { position += 1 }
    let value = values[position]
    let points = points.with(
      .comparison(
        .equal, .function(.datePart(part, zone), [points.moment.expression]),
        .literal(.integer(value.number))))
    return Stretch(name: value.name, points: points)
  }

  private mutating func next(_ period: Period, isAfterGap: Bool) throws -> Stretch? {
    if isAfterGap {
      var rest = points
      rest.from = cursor
      guard let seconds = try rest.number(.minimum, of: points.moment, in: context) else {
        return nil
      }
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
