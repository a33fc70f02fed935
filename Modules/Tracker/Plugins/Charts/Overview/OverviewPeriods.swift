import Foundation
import StrataApplication
import StrataShell
import StrataTrackerQueries

/// The periods of an overview, in order of time.
struct OverviewPeriods {
  /// The length of each.
  let period: Period
  /// The zone in which they begin.
  let zone: TimeZone
  /// The ranges, of which each begins where the one before it ends. At least one.
  private(set) var ranges: [Range<Date>]

  /// The most periods. A mistyped year would make millions of them.
  static let most = 1000

  static let options: [CommandLineOption] =
    Period.allCases.map { .flag("\($0.rawValue)s", "a column for each \($0.rawValue)") } + [
      .value("last", "N", "the newest N periods, the present one included")
    ] + DateLimits.options

  /// Returns the number of periods that are shown if the line doesn't say how many.
  private static func usualCount(of period: Period) -> Int {
    switch period {
    case .day: 7
    case .week: 8
    case .month: 12
    case .year: 10
    }
  }

  /// Reads the periods from a line.
  ///
  /// - Throws: A usage error for options that exclude each other, and for too many periods.
  @MainActor init(_ request: ChartRequest) throws {
    let invocation = request.invocation
    zone = try request.calendar().timeZone
    let wanted = Period.allCases.filter { invocation.flag("\($0.rawValue)s") }
    if wanted.count > 1 {
      throw invocation.usageError(
        "--\(wanted[0].rawValue)s and --\(wanted[1].rawValue)s exclude each other",
        hint: "leave one of them out")
    }
    period = wanted.first ?? .day
    var count = Self.usualCount(of: period)
    let from = request.dates.from
    let start = invocation.option("from") ?? invocation.option("on")
    if let last = invocation.option("last") {
      guard start == nil else {
        let name = invocation.option("on") == nil ? "from" : "on"
        throw last.error(
          "--last and --\(name) exclude each other", hint: "--last N shows the newest N")
      }
      count = try last.integer()
      guard (1...Self.most).contains(count) else {
        throw last.error("--last is from 1 to \(Self.most)")
      }
    }
    let now = request.environment.now()
    // A limit at midnight belongs to the day before.
    var end = request.dates.to.map { $0 - 0.001 } ?? now
    // Of a period that isn't over, the rest has no data points.
    if let days = invocation.option("on") {
      end = min(end, now)
      if let from, from > end { throw days.error("that time is still to come") }
    }
    if let from, let value = invocation.option("from"), from > end {
      throw value.error("--from is in the future", hint: "give --to as well")
    }
    var ranges = [period.range(of: end, in: zone)]
    while let first = ranges.last,
      from.map({ first.lowerBound > $0 }) ?? (ranges.count < count)
    {
      if ranges.count == Self.most, let start {
        throw start.error(
          "that is more than \(Self.most) \(period.rawValue)s",
          hint: "give a later beginning, or longer periods, such as --years")
      }
      ranges.append(period.range(of: first.lowerBound - 1, in: zone))
    }
    self.ranges = ranges.reversed()
  }

  /// The whole range.
  var range: Range<Date> {
    guard let first = ranges.first, let last = ranges.last else { return .earliest ..< .earliest }
    return first.lowerBound..<last.upperBound
  }

  /// The names of the periods: `2026-11-23`, `2026-W48`, `2026-11`, `2026`.
  var names: [String] { ranges.map { period.name(of: $0.lowerBound, in: zone) } }

  /// The names for narrow columns: those of days and weeks have no year.
  var shortNames: [String] {
    switch period {
    case .day, .week: names.map { String($0.drop { $0 != "-" }.dropFirst()) }
    case .month, .year: names
    }
  }

  /// Drops the oldest periods but for a number of the newest. Returns how many it has dropped.
  mutating func dropFirst(leaving count: Int) -> Int {
    let dropped = max(0, ranges.count - max(1, count))
    ranges.removeFirst(dropped)
    return dropped
  }
}
