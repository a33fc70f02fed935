import Foundation
import StrataTrackerQueries

/// A division of a range of time: into a number of equal parts, or into calendar periods.
enum Division {
  case parts(Int)
  case periods(Period, TimeZone)

  /// Returns the part that contains a date of the range.
  func part(of date: Date, in range: Range<Date>) -> Range<Date> {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    switch self {
    case .parts(let count):
      func limit(_ index: Double) -> Date {
        index >= Double(count)
          ? range.upperBound : range.lowerBound + length * index / Double(count)
      }
      // Rounding may assign the end of a part to that part instead of the next.
      var index = (date.timeIntervalSince(range.lowerBound) / length * Double(count)).rounded(.down)
      index = min(max(0, index.isNaN ? 0 : index), Double(count) - 1)
      if limit(index + 1) <= date { index += 1 }
      return min(limit(index), date)..<max(limit(index + 1), date)
    case .periods(let period, let zone): return period.range(of: date, in: zone)
    }
  }
}
