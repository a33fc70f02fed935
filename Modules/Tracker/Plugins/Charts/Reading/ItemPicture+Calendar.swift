import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataShell
import TrackerModel
import TrackerQueries

extension ItemPicture {
  /// Makes the calendar of a year.
  ///
  /// A day has the average of values at moments, the sum of values over intervals, or the option
  /// with the greatest share of the day.
  static func calendar(_ reader: PointReader, year: Int) throws -> CalendarMap {
    let calendar = reader.calendar
    guard let range = CalendarMap.range(of: year, in: calendar) else {
      throw ShellError("there is no year \(year)", hint: "give one from 1 to 9999", kind: .usage)
    }
    var days: [Date: CalendarMap.Day] = [:]
    let division = Division.periods(.day, calendar.timeZone)
    let options = reader.item.chartOptions
    var unit = reader.item.unit
    switch reader.kind {
    case .singleOption, .optionWithInterval:
      unit = nil
      let numbers = Dictionary(
        options.enumerated().map { ($1.value, $0) }, uniquingKeysWith: { first, _ in first })
      for (part, shares) in try reader.options(range, division) {
        // Of options with equal shares, the first one wins.
        let known = shares.compactMap { value, share in numbers[value].map { ($0, share.share) } }
        let most = known.max { $0.1 == $1.1 ? $0.0 > $1.0 : $0.1 < $1.1 }
        if let most { days[part.lowerBound] = .category(most.0) }
      }
    case .interval:
      unit = "h"
      for bucket in try reader.hours(range, division) {
        days[bucket.start] = .amount(bucket.sum)
      }
    case .valueWithInterval:
      for bucket in try reader.buckets(range, division).first ?? [] {
        days[bucket.start] = .amount(bucket.sum)
      }
    case .singleValue, .valueWithOption, .dualValues:
      for bucket in try reader.buckets(range, division).first ?? [] {
        days[bucket.start] = .amount(bucket.mean)
      }
    }
    let isChoice = reader.kind == .singleOption || reader.kind == .optionWithInterval
    return CalendarMap(
      title: VisibleText.of(reader.item.name.rawValue), unit: unit.map { VisibleText.of($0) },
      year: year, calendar: calendar, days: days,
      categories: isChoice ? options.map { VisibleText.of($0.label) } : [])
  }
}
