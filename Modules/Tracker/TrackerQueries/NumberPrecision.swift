internal import Foundation

/// The number of decimals with which people see an item's numbers.
///
/// Values have the decimals of the values that were logged. What is computed of them, such as an
/// average, has one more.
public struct NumberPrecision: Sendable, Hashable {
  /// The number of decimals of values, sums and extremes.
  public let decimals: Int
  /// The number of decimals of averages and percentiles.
  public let computedDecimals: Int

  /// The largest number of decimals. Values that were converted, such as 72.57480468 kg of 160 lb,
  /// have more, which nobody has measured.
  public static let maximum = 6

  /// True if the numbers are hours, which people see as hours and minutes.
  private let isOfHours: Bool

  /// The precision of hours: minutes, or seconds of less than one.
  public static let hours = NumberPrecision(decimals: 2, computedDecimals: 2, isOfHours: true)

  /// Makes a precision.
  ///
  /// - Parameter computedDecimals: One more than `decimals` when nil.
  public init(decimals: Int, computedDecimals: Int? = nil) {
    self.init(decimals: decimals, computedDecimals: computedDecimals, isOfHours: false)
  }

  private init(decimals: Int, computedDecimals: Int?, isOfHours: Bool) {
    self.isOfHours = isOfHours
    self.decimals = min(max(0, decimals), Self.maximum)
    self.computedDecimals = min(max(0, computedDecimals ?? decimals + 1), Self.maximum)
  }

  /// Makes the precision of logged values: as many decimals as the value with the most has.
  ///
  /// - Complexity: O(number of values).
  public init(of values: some Sequence<Double>) {
    self.init(decimals: values.map(Self.decimals).max() ?? 0)
  }

  /// Formats a value, a sum or an extreme: `80.0`, or `7 h 34 min` of ``hours``.
  ///
  /// A value with more decimals than the precision keeps them.
  public func text(_ value: Double) -> String {
    isOfHours ? Self.hours(value) : Self.fixed(value, max(decimals, Self.decimals(value)))
  }

  /// Formats a computed number, such as an average: `82.13`, or `7 h 34 min` of ``hours``.
  public func computedText(_ value: Double) -> String {
    isOfHours ? Self.hours(value) : Self.fixed(value, computedDecimals)
  }

  /// Formats hours: `7 h 34 min`, `52 h`, `34 min`, `20 s`.
  private static func hours(_ value: Double) -> String {
    let sign = value < 0 ? "-" : ""
    let seconds = abs(value) * 3600
    // Beyond this a Double has no minutes.
    guard seconds < 1e15 else { return "\(value) h" }
    guard seconds.rounded() >= 60 else {
      let whole = Int(seconds.rounded())
      return whole == 0 ? "0 min" : "\(sign)\(whole) s"
    }
    let (hours, minutes) = Int((seconds / 60).rounded()).quotientAndRemainder(dividingBy: 60)
    let parts = (hours > 0 ? ["\(hours) h"] : []) + (minutes > 0 ? ["\(minutes) min"] : [])
    return sign + parts.joined(separator: " ")
  }

  /// Formats hours for a narrow column: `7:34`.
  public static func clock(ofHours value: Double) -> String {
    guard abs(value) < 1e12 else { return text(value) }
    let (hours, minutes) = Int((abs(value) * 60).rounded()).quotientAndRemainder(dividingBy: 60)
    return "\(value < 0 ? "-" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
  }

  /// Formats a single value with the decimals that it has, at most ``maximum``: `80`, `82.1`.
  public static func text(_ value: Double) -> String {
    fixed(value, decimals(value))
  }

  /// The sizes that are written with decimals. Others have an exponent.
  private static let plain = 1e-6..<1e16

  private static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value != 0 else { return String(format: "%.\(decimals)f", 0.0) }
    guard plain.contains(abs(value)) else { return "\(value)" }
    // At least two digits of a small number, as otherwise 0.004 would be 0.
    let first = Int((-log10(abs(value))).rounded(.up))
    let isTooSmall = first > decimals
    return String(format: "%.\(isTooSmall ? first + 1 : decimals)f", value)
  }

  /// Counts the decimals of a number, up to ``maximum``.
  private static func decimals(_ value: Double) -> Int {
    guard plain.contains(abs(value)), value != value.rounded() else { return 0 }
    // Decimal fractions have no exact binary form. Digits beyond the twelfth are rounding errors.
    let exact = Double(String(format: "%.12g", value)) ?? value
    return (0..<maximum).first { Double(String(format: "%.\($0)f", exact)) == exact } ?? maximum
  }
}
