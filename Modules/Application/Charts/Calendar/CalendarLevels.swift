/// Amounts in four shades, divided at their quartiles, so that a few large ones don't leave all others
/// alike.
struct CalendarLevels: Sendable, Hashable {
  /// The greatest amount of each shade, rising; fewer than four where many amounts are equal.
  let limits: [Double]

  /// Nil without amounts.
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

  /// The shade of an amount.
  func level(of amount: Double) -> Int {
    shade(limits.firstIndex { amount <= $0 } ?? limits.count - 1)
  }

  /// The shade of one of the limits, from the weakest to the strongest. One alone is the strongest.
  func shade(_ index: Int) -> Int {
    let strongest = Palette.levelCount - 1
    return limits.count == 1 ? strongest : index * strongest / (limits.count - 1)
  }
}
