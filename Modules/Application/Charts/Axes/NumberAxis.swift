internal import Foundation

/// Round numbers over a range of values.
///
/// Steps are 1, 2 or 5 times a power of ten: P. S. Heckbert, “Nice numbers for graph labels”, Graphics
/// Gems (1990), but for the smallest step whose ticks fit, instead of the nearest.
public struct NumberAxis: Sendable, Hashable {
  /// The round numbers, rising: the first is at most the smallest value, the last at least the
  /// greatest.
  public let ticks: [Double]
  /// How the round numbers are written, all with as many decimals.
  public let labels: [String]

  /// An axis over a range of finite values.
  ///
  /// - Parameter count: At most so many ticks; three when it is less, as many as zero between two values needs.
  public init(_ range: ClosedRange<Double>, count: Int) {
    let count = max(3, count)
    var (lower, upper) = (range.lowerBound, range.upperBound)
    let size = max(abs(lower), abs(upper))
    guard size < 1e300 else {
      // Beyond any measure, and no round number around it.
      ticks = lower < upper ? [lower, upper] : [min(lower, 0), max(upper, 0)]
      labels = ticks.map { NumberText.short($0) }
      return
    }
    if size < 1e-200 || upper - lower <= size * 1e-9 {
      // One value, or nearly: it stands in the middle of an axis of its own size.
      let room = size < 1e-200 ? 1 : size * 0.1
      lower -= room
      upper += room
    }
    var power = Int(log10((upper - lower) / Double(count)).rounded(.down)) - 1
    while true {
      for factor in [1.0, 2, 5] {
        // A division by a power of ten is exact where a product with its inverse isn't.
        func times(_ number: Double) -> Double {
          power < 0
            ? number * factor / pow(10, Double(-power)) : number * factor * pow(10, Double(power))
        }
        let (first, last) = ((lower / times(1)).rounded(.down), (upper / times(1)).rounded(.up))
        guard last - first < Double(count) else { continue }
        let numbers = stride(from: first, through: last, by: 1).map { times($0) }
        ticks = numbers.map { $0 == 0 ? 0 : $0 }
        labels = ticks.map { NumberText.text($0, decimals: max(0, -power)) }
        return
      }
      power += 1
    }
  }

  /// Where a value lies, 0 at the first tick to 1 at the last.
  public func fraction(_ value: Double) -> Double {
    // Halves, so that the widest range has a finite width.
    let (lower, upper) = (ticks[0] / 2, ticks[ticks.count - 1] / 2)
    return upper > lower ? (value / 2 - lower) / (upper - lower) : 0.5
  }
}
