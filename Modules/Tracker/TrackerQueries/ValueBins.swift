@_spi(Query) import StrataBulk
internal import Strata
internal import StrataQuery

/// Finds values by position in rising order, when no index has that order.
///
/// It counts the values in some hundred bins, and repeats that for the bins with the wanted
/// positions. SQLite sorts grouped rows in memory. Large numbers of data points are therefore
/// counted in parts, by ranges of time.
struct ValueBins {
  let points: PointQuery
  let value: PointValue
  let context: ModelContext
  /// Called before each query. It may throw to cancel.
  let check: () throws -> Void

  /// The number of values up to which each has its own bin.
  var singleCount = 10_000
  /// The number of rows up to which SQLite sorts them at once.
  var sortedCount = 50_000

  /// A bin: the values in a small range, with their number and extremes.
  struct Bin {
    /// The position of the smallest value.
    var first: Int
    var count: Int
    var least: Double
    var most: Double

    /// Returns the value at a position, or nil if a finer bin is needed.
    func value(at place: Int) -> Double? {
      if least == most || place == first { return least }
      return place == first + count - 1 ? most : nil
    }
  }

  /// Finds the values at positions within a bin. Positions count from 0 in rising order.
  func values(at places: Set<Int>, in bin: Bin) throws -> [Int: Double] {
    var found: [Int: Double] = [:]
    var bins = [bin]
    while !bins.isEmpty {
      var open: [Bin] = []
      for bin in bins {
        let wanted = places.filter { bin.first..<bin.first + bin.count ~= $0 }
        for place in wanted { found[place] = bin.value(at: place) }
        if wanted.contains(where: { found[$0] == nil }) { open.append(bin) }
      }
      bins = try divide(open)
    }
    return found
  }

  /// Divides bins into finer ones.
  private func divide(_ bins: [Bin]) throws -> [Bin] {
    if bins.reduce(0, { $0 + $1.count }) <= singleCount { return try singles(bins) }
    return try bins.flatMap { bin in
      let finer = try divide(bin)
      if finer.count > 1 { return finer }
      // The values are too close to each other for bins between them, and count as equal.
      return [Bin(first: bin.first, count: bin.count, least: bin.least, most: bin.least)]
    }
  }

  /// Returns a bin for each distinct value.
  private func singles(_ bins: [Bin]) throws -> [Bin] {
    guard !bins.isEmpty else { return [] }
    try check()
    let groups = try points.with(.or(bins.map { .and(range(of: $0)) }))
      .groups(by: value, [GroupedQuery.Aggregate(.count)], in: context)
    let counts = groups.compactMap { group -> (value: Double, count: Int)? in
      guard let count = group.numbers[0], let value = group.key.number else { return nil }
      return (value, Int(count))
    }.sorted { $0.value < $1.value }
    var rest = counts[...]
    return bins.flatMap { bin in
      var first = bin.first
      let own = rest.prefix { $0.value <= bin.most }
      rest = rest.dropFirst(own.count)
      return own.map { value, count in
        defer { first += count }
        return Bin(first: first, count: count, least: value, most: value)
      }
    }
  }

  /// Divides a bin into some hundred bins, or returns it if its values are too close to each other.
  private func divide(_ bin: Bin) throws -> [Bin] {
    // Halved, so that the width of the widest range is finite.
    let width = (bin.most / 2 - bin.least / 2) / 250
    guard width > 0, (bin.least / width).isFinite else { return [bin] }
    let place = QueryExpression.arithmetic(
      .divide, .arithmetic(.subtract, value.expression, .literal(.real(bin.least))),
      .literal(.real(width)))
    // SQLite's remainder converts its operands to integers, so that this truncates the quotient.
    let number = PointValue(
      .arithmetic(.remainder, place, .literal(.integer(1 << 40))), ColumnDescription("", .real))
    var bins: [ColumnValue: Bin] = [:]
    var within = points
    within.conditions += range(of: bin)
    for part in try within.parts(of: sortedCount, count: bin.count, in: context, check: check) {
      try check()
      let groups = try part.groups(
        by: number, [.init(.count), .init(.minimum, of: value), .init(.maximum, of: value)],
        in: context)
      for group in groups {
        guard let count = group.numbers[0], let least = group.numbers[1],
          let most = group.numbers[2]
        else { continue }
        let known = bins[group.key] ?? Bin(first: 0, count: 0, least: least, most: most)
        bins[group.key] = Bin(
          first: 0, count: known.count + Int(count), least: min(known.least, least),
          most: max(known.most, most))
      }
    }
    var first = bin.first
    return bins.values.sorted { $0.least < $1.least }.map { new in
      defer { first += new.count }
      return Bin(first: first, count: new.count, least: new.least, most: new.most)
    }
  }

  private func range(of bin: Bin) -> [QueryExpression] {
    [
      .comparison(.greaterOrEqual, value.expression, .literal(.real(bin.least))),
      .comparison(.lessOrEqual, value.expression, .literal(.real(bin.most))),
    ]
  }
}
