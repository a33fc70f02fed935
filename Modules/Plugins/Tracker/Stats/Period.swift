import Foundation
import Strata
import StrataDates
import StrataQuery

/// How long the periods are that numbers are shown for.
enum Period: String, CaseIterable {
  case day, week, month, year

  /// The first day of the period that a day is in, and that of the next.
  func days(around day: CivilDay) -> (first: CivilDay, next: CivilDay) {
    func first(_ year: Int, _ month: Int) -> CivilDay {
      // Each month has a first day.
      CivilDay(year: year, month: month, day: 1) ?? day
    }
    switch self {
    case .day: return (day, CivilDay(number: day.number + 1))
    case .week:
      let monday = day.number - day.weekday.rawValue
      return (CivilDay(number: monday), CivilDay(number: monday + 7))
    case .month:
      let next = day.month == 12 ? (day.year + 1, 1) : (day.year, day.month + 1)
      return (first(day.year, day.month), first(next.0, next.1))
    case .year: return (first(day.year, 1), first(day.year + 1, 1))
    }
  }

  /// A name that sorts as the periods follow each other: 2012, 2012-03, 2012-W09, 2012-03-31.
  func name(from first: CivilDay) -> String {
    let text = LocalTime(first).dayText
    switch self {
    case .day: return text
    case .month: return String(text.dropLast(3))
    case .year: return String(text.dropLast(6))
    case .week:
      // A week belongs to the year that its Thursday is in.
      let thursday = CivilDay(number: first.number + 3)
      let newYear = CivilDay(year: thursday.year, month: 1, day: 1) ?? thursday
      let week = (thursday.number - newYear.number) / 7 + 1
      let year = LocalTime(thursday).dayText.dropLast(6)
      return "\(year)-W\(week < 10 ? "0" : "")\(week)"
    }
  }
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
      let found = try rest.aggregate([.init(.minimum, PointQuery.start)], context).first
      guard let seconds = found?.number else { return nil }
      cursor = Date(timeIntervalSinceReferenceDate: seconds)
    }
    guard let start = cursor else { return nil }
    let days = period.days(around: LocalTime(start, in: zone).day)
    let end = days.next.start(in: zone)
    var stretch = points
    let begin = days.first.start(in: zone)
    stretch.from = points.from.map { max($0, begin) } ?? begin
    stretch.to = points.to.map { min($0, end) } ?? end
    cursor = end
    return Stretch(name: period.name(from: days.first), points: stretch)
  }
}
