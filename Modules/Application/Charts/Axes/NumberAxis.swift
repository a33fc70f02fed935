internal import Foundation

/// An axis of round numbers over a range of values.
///
/// Steps are 1, 2 or 5 times a power of ten: P. S. Heckbert, “Nice numbers for graph labels”,
/// Graphics Gems (1990). Unlike Heckbert's, the axis takes the smallest step whose ticks fit, not
/// the nearest.
public struct NumberAxis: Sendable, Hashable {
  /// The round numbers, in rising order, which enclose the range of values.
  public let ticks: [Double]
  /// The ticks' labels, all with the same number of decimals.
  public let labels: [String]

  /// Makes an axis over a range of finite values.
  ///
  /// - Parameter count: The maximal number of ticks. It is at least three, which zero between two
  ///   values needs.
  public init(_ range: ClosedRange<Double>, count: Int) {
    let count = max(3, count)
    var (lower, upper) = (range.lowerBound, range.upperBound)
    let size = max(abs(lower), abs(upper))
    guard size < 1e300 else {
      // No round number around values of this size is finite.
      ticks = lower < upper ? [lower, upper] : [min(lower, 0), max(upper, 0)]
      labels = ticks.map { NumberText.short($0) }
      return
    }
    if size < 1e-200 || upper - lower <= size * 1e-9 {
      // For a single value, or nearly equal ones, the axis extends by a tenth of its size on both
      // sides.
      let room = size < 1e-200 ? 1 : size * 0.1
      lower -= room
      upper += room
    }
    var power = Int(log10((upper - lower) / Double(count)).rounded(.down)) - 1
    while true {
      for factor in [1.0, 2, 5] {
        // Dividing by a power of ten is exact, whereas multiplying by its inverse isn't.
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

  /// Returns the relative position of a value, from 0 at the first tick to 1 at the last.
  public func fraction(_ value: Double) -> Double {
    // Halved, so that the width of the widest range is finite.
    let (lower, upper) = (ticks[0] / 2, ticks[ticks.count - 1] / 2)
    return upper > lower ? (value / 2 - lower) / (upper - lower) : 0.5
  }
}
