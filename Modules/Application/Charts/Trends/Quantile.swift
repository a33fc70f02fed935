/// Quantiles: the median and percentiles.
///
/// The rule is the default of spreadsheets, R and NumPy: type 7 of R. J. Hyndman and Y. Fan,
/// “Sample Quantiles in Statistical Packages”, The American Statistician 50 (1996). Of *n* values
/// in rising order, with indices from 0 on, the quantile of *p* is at index (*n* - 1)*p*. Between
/// two indices it is interpolated.
public enum Quantile {
  /// The position of a quantile among sorted values, between two indices.
  public struct Place: Sendable, Hashable {
    /// The index of the lower value, from 0 on.
    public let lower: Int
    /// The index of the upper value.
    public let upper: Int
    /// The relative position between the lower and the upper value, from 0 to 1.
    public let fraction: Double

    /// Makes the position of a quantile.
    ///
    /// - Parameters:
    ///   - probability: The part of the values that are smaller, from 0 to 1. The median has 0.5.
    ///   - count: The number of values, at least one.
    public init(_ probability: Double, of count: Int) {
      let place = Double(max(0, count - 1)) * min(1, max(0, probability))
      lower = Int(place.rounded(.down))
      upper = Int(place.rounded(.up))
      fraction = place - place.rounded(.down)
    }

    /// Interpolates the quantile between the values at the two indices.
    public func value(between lower: Double, and upper: Double) -> Double {
      // Their difference isn't used, since it may overflow.
      lower == upper ? lower : lower * (1 - fraction) + upper * fraction
    }
  }

  /// Returns a quantile of values in rising order, or nil without values.
  public static func of(_ sorted: [Double], _ probability: Double) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let place = Place(probability, of: sorted.count)
    return place.value(between: sorted[place.lower], and: sorted[place.upper])
  }

  /// Returns the median of values in any order, or nil without values.
  ///
  /// The median of an even number of values is the average of the two in the middle.
  public static func median(_ values: [Double]) -> Double? { of(values.sorted(), 0.5) }
}
