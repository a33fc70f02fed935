import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataQuery

extension PointReader {
  /// Goes through the parts of a range that have data points, in order of time; what has none is
  /// passed over at once.
  ///
  /// - Parameter body: Works on a part; gives false for one that turned out to be empty.
  private func parts(
    of range: Range<Date>, _ division: Division, _ body: (Range<Date>) throws -> Bool
  ) throws {
    var date = range.lowerBound
    while date < range.upperBound {
      let part = division.part(of: date, in: range)
      if try !body(part) {
        guard let next = try next(from: part.upperBound) else { return }
        date = max(next, part.upperBound)
      } else {
        date = part.upperBound
      }
      if part.upperBound <= part.lowerBound { return }
    }
  }

  /// The item's numbers, reduced to a bucket for each part of a range: one list for each number that a
  /// data point has. A data point counts where it begins.
  func buckets(_ range: Range<Date>, _ division: Division) throws -> [[Bucket]] {
    let numbers = PointColumns.values(of: kind)
    var result = numbers.map { _ in [Bucket]() }
    guard let first = numbers.first else { return [] }
    // The count of numbers, not of rows: a sum needs it anyway, and each row is looked at once less.
    let aggregates =
      [GroupedQuery.Aggregate.number(.count, first)]
      + numbers.flatMap { [.minimum($0), .maximum($0), .sum($0)] }
    try parts(of: range, division) { part in
      let limits = [PointColumns.start >= part.lowerBound, PointColumns.start < part.upperBound]
      guard let values = try groups(limits, aggregates).first?.values.map(\.number),
        let count = values[0], count > 0
      else { return false }
      for index in numbers.indices {
        guard let least = values[1 + index * 3], let most = values[2 + index * 3] else { continue }
        // A sum too large to be a number leaves an average that is none; half of it is.
        let sum = values[3 + index * 3] ?? (least / 2 + most / 2) * count
        result[index].append(
          Bucket(
            start: part.lowerBound, end: part.upperBound, count: Int(count), minimum: least,
            maximum: most, sum: sum))
      }
      return true
    }
    return result
  }

  /// How many hours of each part the item's intervals take. What lasts beyond a part's end counts in
  /// each part with what lies in it; what overlaps counts twice.
  func hours(_ range: Range<Date>, _ division: Division) throws -> [Bucket] {
    let longest = try longest()
    var result: [Bucket] = []
    try parts(of: range, division) { part in
      let values = try self.values(
        overlapping(part, longest), GroupedQuery.Aggregate(.count), .sum(seconds(in: part)))
      guard let count = values[0].number, count > 0, let seconds = values[1].number else {
        return false
      }
      let hours = seconds / 3600
      result.append(
        Bucket(
          start: part.lowerBound, end: part.upperBound, count: Int(count), minimum: hours,
          maximum: hours, sum: hours))
      return true
    }
    return result
  }

  /// How much of each part belongs to which option: of moments, the part of all that were logged; of
  /// intervals, the part of the time.
  func options(
    _ range: Range<Date>, _ division: Division
  ) throws -> [(part: Range<Date>, shares: [ColumnValue: OptionShare])] {
    let longest = try longest()
    let lasts = kind.isRequired(.endDate)
    var result: [(part: Range<Date>, shares: [ColumnValue: OptionShare])] = []
    try parts(of: range, division) { part in
      let limits =
        lasts
        ? overlapping(part, longest)
        : [PointColumns.start >= part.lowerBound, PointColumns.start < part.upperBound]
      let groups = try groups(
        limits, keys: [PointColumns.optionValue],
        [GroupedQuery.Aggregate(.count)] + (lasts ? [.sum(seconds(in: part))] : []))
      let total =
        lasts
        ? part.upperBound.timeIntervalSince(part.lowerBound)
        : groups.reduce(0) { $0 + ($1.values[0].number ?? 0) }
      guard !groups.isEmpty, total > 0 else { return false }
      var shares: [ColumnValue: OptionShare] = [:]
      for group in groups {
        let count = group.values[0].number ?? 0
        let amount = lasts ? group.values[1].number ?? 0 : count
        shares[group.option ?? .null] = OptionShare(count: Int(count), share: amount / total)
      }
      result.append((part, shares))
      return true
    }
    return result
  }

  private func overlapping(_ part: Range<Date>, _ longest: TimeInterval) -> [QueryExpression] {
    [
      PointColumns.start >= part.lowerBound - longest, PointColumns.start < part.upperBound,
      .or([PointColumns.end > part.lowerBound, PointColumns.start >= part.lowerBound]),
    ]
  }

  /// How many seconds of an interval lie in a part.
  private func seconds(in part: Range<Date>) -> QueryExpression {
    .arithmetic(
      .subtract,
      .conditional(PointColumns.end < part.upperBound, PointColumns.end, part.upperBound.literal),
      .conditional(
        PointColumns.start > part.lowerBound, PointColumns.start, part.lowerBound.literal))
  }
}

/// What an option has of a stretch of time.
struct OptionShare {
  let count: Int
  /// 0 to 1.
  let share: Double
}
