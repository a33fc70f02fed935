import Foundation
import Strata
import StrataApplication
import StrataCharts
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// Draws sparklines of items from the same numbers as their charts.
struct ItemSparklines: Sparklines {
  /// The environment variables that describe the terminal.
  var variables = ProcessInfo.processInfo.environment

  @MainActor func areShown(by output: Output) -> Bool {
    output.width != nil && Screen(output, variables: variables).usesUnicode
  }

  @MainActor func sparkline(
    of identifier: PersistentIdentifier, width: Int, in environment: ApplicationEnvironment
  ) throws -> String? {
    let named = FetchDescriptor<Item>(predicate: #Predicate { $0.persistentModelID == identifier })
    guard let item = try environment.context.fetch(named).first else { return nil }
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = environment.output.timeZone
    let reader = PointReader(
      context: environment.context, item: item, calendar: calendar, check: {},
      wantedMeasure: item.measure)
    guard let measure = reader.measure, let range = try reader.extent(.earliest ..< .latest) else {
      return nil
    }
    let division = Division.parts(max(1, width))
    let buckets =
      measure == .count
      ? try reader.totals(of: .count, range, division)
      : try reader.buckets(range, division, hasExtremes: false).first ?? []
    var values: [Double?] = Array(repeating: nil, count: max(1, width))
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    for bucket in buckets {
      let part = length > 0 ? bucket.middle.timeIntervalSince(range.lowerBound) / length : 0
      let cell = min(values.count - 1, max(0, Int(part * Double(values.count))))
      values[cell] = measure == .average ? bucket.mean : bucket.sum
    }
    return Sparkline.text(
      values, usesUnicode: Screen(environment.output, variables: variables).usesUnicode)
  }
}
