import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

extension ItemPicture {
  /// Makes the calendar of a year.
  ///
  /// A day has the reader's measure, or the option with the greatest share of the day.
  static func calendar(_ reader: PointReader, year: Int) throws -> CalendarMap {
    let calendar = reader.calendar
    guard let range = CalendarMap.range(of: year, in: calendar) else {
      throw ShellError("there is no year \(year)", hint: "give one from 1 to 9999", kind: .usage)
    }
    var days: [Date: CalendarMap.Day] = [:]
    let division = Division.periods(.day, calendar.timeZone)
    let options = reader.item.chartOptions
    switch reader.measure {
    case nil:
      let numbers = Dictionary(
        options.enumerated().map { ($1.value, $0) }, uniquingKeysWith: { first, _ in first })
      for (part, shares) in try reader.options(range, division) {
        // Of options with equal shares, the first one wins.
        let known = shares.compactMap { value, share in numbers[value].map { ($0, share.share) } }
        let most = known.max { $0.1 == $1.1 ? $0.0 > $1.0 : $0.1 < $1.1 }
        if let most { days[part.lowerBound] = .category(most.0) }
      }
    case .average?:
      for bucket in try reader.buckets(range, division).first ?? [] {
        days[bucket.start] = .amount(bucket.mean)
      }
    case let total?:
      for bucket in try reader.totals(of: total, range, division) {
        days[bucket.start] = .amount(bucket.sum)
      }
    }
    return CalendarMap(
      title: VisibleText.of(reader.item.name.rawValue),
      unit: reader.unit.map { VisibleText.of($0) },
      year: year, calendar: calendar, days: days,
      categories: reader.measure == nil ? options.map { VisibleText.of($0.label) } : [])
  }
}
