/// Values below which given parts of all values lie: the median, percentiles.
///
/// The rule is the one that spreadsheets, R and NumPy have as their default: type 7 of R. J. Hyndman
/// and Y. Fan, “Sample Quantiles in Statistical Packages”, The American Statistician 50 (1996). Of *n*
/// values in order, from number 0 on, the quantile of *p* is at place (*n* - 1)*p*; between two values
/// it is interpolated.
public enum Quantile {
  /// Which values in order a quantile is made of, and how far it lies from the lower to the upper.
  public struct Place: Sendable, Hashable {
    /// The number of the lower value, from 0 on.
    public let lower: Int
    /// The number of the upper value.
    public let upper: Int
    /// How far from the lower to the upper one, 0 to 1.
    public let fraction: Double

    /// The place of a quantile among so many values.
    ///
    /// - Parameters:
    ///   - probability: Which part of the values lies below, 0 to 1; 0.5 for the median.
    ///   - count: How many values there are, at least one.
    public init(_ probability: Double, of count: Int) {
      let place = Double(max(0, count - 1)) * min(1, max(0, probability))
      lower = Int(place.rounded(.down))
      upper = Int(place.rounded(.up))
      fraction = place - place.rounded(.down)
    }

    /// The quantile, between the values of the two numbers.
    public func value(between lower: Double, and upper: Double) -> Double {
      // Not the difference of the two, which may be too large for a number.
      lower == upper ? lower : lower * (1 - fraction) + upper * fraction
    }
  }

  /// A quantile of values in rising order; nil without any.
  public static func of(_ sorted: [Double], _ probability: Double) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let place = Place(probability, of: sorted.count)
    return place.value(between: sorted[place.lower], and: sorted[place.upper])
  }

  /// The median of values in any order; nil without any. Of an even number, it is halfway between the
  /// two in the middle.
  public static func median(_ values: [Double]) -> Double? { of(values.sorted(), 0.5) }
}
