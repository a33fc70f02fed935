import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataQuery
import StrataTrackerModel
import StrataTrackerQueries

extension PointReader {
  /// Calls a body for the parts of a range with data points, in order of time.
  ///
  /// It skips runs of empty parts with one query.
  ///
  /// - Parameter body: A function that processes a part, and returns false if the part was empty.
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

  /// Reduces the item's numbers to a bucket for each part of a range.
  ///
  /// A data point belongs to the part of its moment.
  ///
  /// - Parameter hasExtremes: False to leave out extremes. A bucket's minimum and maximum are its
  ///   average then.
  /// - Returns: The buckets of each number that a data point has.
  func buckets(
    _ range: Range<Date>, _ division: Division, hasExtremes: Bool = true
  ) throws -> [[Bucket]] {
    let values = PointValue.numbers(of: kind)
    var result = values.map { _ in [Bucket]() }
    guard let first = values.first else { return [] }
    let functions: [GroupedQuery.Aggregate.Function] =
      hasExtremes ? [.sum, .minimum, .maximum] : [.sum]
    // Counts numbers instead of rows. The sum reads them anyway, so this saves reading each row
    // again.
    let aggregates =
      [GroupedQuery.Aggregate(.count, of: first)]
      + values.flatMap { value in functions.map { .init($0, of: value) } }
    try parts(of: range, division) { part in
      guard
        let numbers = try groups(PointQuery(item: item, part), aggregates).first?.numbers,
        let count = numbers[0], count > 0
      else { return false }
      for index in values.indices {
        var own = numbers.dropFirst(1 + index * functions.count).prefix(functions.count)
        var sum = own.removeFirst()
        let mean = sum.map { $0 / count }
        guard let least = hasExtremes ? own.removeFirst() : mean,
          let most = hasExtremes ? own.removeFirst() : mean
        else { continue }
        // If the sum overflows, the midpoint of the extremes replaces the average.
        sum = sum ?? (least / 2 + most / 2) * count
        result[index].append(
          Bucket(
            start: part.lowerBound, end: part.upperBound, count: Int(count), minimum: least,
            maximum: most, sum: sum ?? 0))
      }
      return true
    }
    return result
  }

  /// Computes the sum of each part, or the number of its data points.
  ///
  /// - Parameter measure: ``ItemMeasure/sum`` or ``ItemMeasure/count``.
  func totals(
    of measure: ItemMeasure, _ range: Range<Date>, _ division: Division
  ) throws -> [Bucket] {
    if measure == .count { return try counts(range, division) }
    if !kind.isRequired(.value1), item.isDivided { return try hours(range, division) }
    return try buckets(range, division).first ?? []
  }

  /// Counts the data points whose moment is in each part.
  private func counts(_ range: Range<Date>, _ division: Division) throws -> [Bucket] {
    var result: [Bucket] = []
    try parts(of: range, division) { part in
      let numbers = try groups(PointQuery(item: item, part), [.init(.count)]).first?.numbers
      guard let count = numbers?[0], count > 0 else { return false }
      result.append(
        Bucket(
          start: part.lowerBound, end: part.upperBound, count: Int(count), minimum: count,
          maximum: count, sum: count))
      return true
    }
    return result
  }

  /// Computes how many hours of each part the item's intervals cover.
  ///
  /// An interval counts in each part with the hours in that part. Overlapping intervals count
  /// twice.
  func hours(_ range: Range<Date>, _ division: Division) throws -> [Bucket] {
    let longest = try longest()
    var result: [Bucket] = []
    try parts(of: range, division) { part in
      let numbers = try groups(
        PointQuery(item: item, overlapping: part, longest: longest),
        [.init(.count), .init(.sum, of: .seconds(in: part))]
      ).first?.numbers
      guard let count = numbers?[0], count > 0, let seconds = numbers?[1] else { return false }
      let hours = seconds / 3600
      result.append(
        Bucket(
          start: part.lowerBound, end: part.upperBound, count: Int(count), minimum: hours,
          maximum: hours, sum: hours))
      return true
    }
    return result
  }

  /// Computes the share of each option in each part.
  ///
  /// For moments it is the share of the data points, for intervals the share of the time.
  func options(
    _ range: Range<Date>, _ division: Division
  ) throws -> [(part: Range<Date>, shares: [ColumnValue: OptionShare])] {
    let longest = try longest()
    let lasts = kind.isRequired(.endDate)
    var result: [(part: Range<Date>, shares: [ColumnValue: OptionShare])] = []
    try parts(of: range, division) { part in
      let groups = try groups(
        item.isDivided
          ? PointQuery(item: item, overlapping: part, longest: longest)
          : PointQuery(item: item, part), by: .option,
        [.init(.count)]
          + (lasts ? [.init(.sum, of: item.isDivided ? .seconds(in: part) : .seconds)] : []))
      let total =
        lasts
        ? part.upperBound.timeIntervalSince(part.lowerBound)
        : groups.reduce(0) { $0 + ($1.numbers[0] ?? 0) }
      guard !groups.isEmpty, total > 0 else { return false }
      var shares: [ColumnValue: OptionShare] = [:]
      for group in groups {
        let count = group.numbers[0] ?? 0
        let amount = lasts ? group.numbers[1] ?? 0 : count
        shares[group.key] = OptionShare(count: Int(count), share: min(1, amount / total))
      }
      result.append((part, shares))
      return true
    }
    return result
  }
}

/// The share of an option in a stretch of time.
struct OptionShare {
  let count: Int
  /// The share, from 0 to 1.
  let share: Double
}
