internal import Strata
internal import StrataQuery

/// Finds values by their places in rising order where no index has that order: counts how many lie in
/// each of some hundred bins, and then in those of the bins with the wanted ones.
///
/// SQLite sorts in memory what it groups. So many data points are counted in stretches of time, each of
/// few.
struct ValueBins {
  let points: PointQuery
  let value: PointValue
  let context: ModelContext
  /// Called before each query.
  let check: () throws -> Void

  /// Up to so many values are told apart, each in a bin of its own.
  var singleCount = 10_000
  /// Up to so many rows are sorted at a time.
  var sortedCount = 50_000

  /// How many values lie in a small range, and their extremes.
  struct Bin {
    /// The place of the smallest.
    var first: Int
    var count: Int
    var least: Double
    var most: Double

    /// The value at a place, where that can be told.
    func value(at place: Int) -> Double? {
      if least == most || place == first { return least }
      return place == first + count - 1 ? most : nil
    }
  }

  /// The values at places in rising order, from 0 on, of all those in a bin.
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

  /// Finer bins of bins.
  private func divide(_ bins: [Bin]) throws -> [Bin] {
    if bins.reduce(0, { $0 + $1.count }) <= singleCount { return try singles(bins) }
    return try bins.flatMap { bin in
      let finer = try divide(bin)
      if finer.count > 1 { return finer }
      // Values so near to each other that no bins lie between them.
      return [Bin(first: bin.first, count: bin.count, least: bin.least, most: bin.least)]
    }
  }

  /// A bin for each value.
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

  /// Some hundred bins of one; that one where none lie between its values.
  private func divide(_ bin: Bin) throws -> [Bin] {
    // Halves, so that the widest range has a finite width.
    let width = (bin.most / 2 - bin.least / 2) / 250
    guard width > 0, (bin.least / width).isFinite else { return [bin] }
    let place = QueryExpression.arithmetic(
      .divide, .arithmetic(.subtract, value.expression, .literal(.real(bin.least))),
      .literal(.real(width)))
    // SQLite's remainder is one of whole numbers, so that this is the number without its fraction.
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
