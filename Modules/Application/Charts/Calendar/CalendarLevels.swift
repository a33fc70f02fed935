/// The division of amounts into four shades at their quartiles.
///
/// Equal parts of the range instead of quartiles would give most amounts the same shade beside a
/// few large ones.
struct CalendarLevels: Sendable, Hashable {
  /// The greatest amount of each shade, in rising order. There are fewer than four if many amounts
  /// are equal.
  let limits: [Double]

  /// Divides amounts. Returns nil if there are none.
  init?(_ amounts: [Double]) {
    let sorted = amounts.sorted()
    guard let last = sorted.last else { return nil }
    let different = sorted.reduce(into: [Double]()) { if $0.last != $1 { $0.append($1) } }
    guard different.count > Palette.levelCount else {
      limits = different
      return
    }
    var limits: [Double] = []
    for part in 1..<Palette.levelCount {
      let limit = Quantile.of(sorted, Double(part) / Double(Palette.levelCount)) ?? last
      if limit > limits.last ?? -.infinity, limit < last { limits.append(limit) }
    }
    self.limits = limits + [last]
  }

  /// Returns the shade of an amount.
  func level(of amount: Double) -> Int {
    shade(limits.firstIndex { amount <= $0 } ?? limits.count - 1)
  }

  /// Returns the shade of a limit, from the weakest to the strongest. A single limit has the
  /// strongest.
  func shade(_ index: Int) -> Int {
    let strongest = Palette.levelCount - 1
    return limits.count == 1 ? strongest : index * strongest / (limits.count - 1)
  }
}
