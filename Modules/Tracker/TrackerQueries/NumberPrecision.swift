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

  /// True if values are computed too, as hours are of two dates, so that none has decimals to keep.
  private let isComputed: Bool

  /// The precision of hours, 0.01 of which are 36 seconds.
  public static let hours = NumberPrecision(decimals: 2, computedDecimals: 2, isComputed: true)

  /// Makes a precision.
  ///
  /// - Parameter computedDecimals: One more than `decimals` when nil.
  public init(decimals: Int, computedDecimals: Int? = nil) {
    self.init(decimals: decimals, computedDecimals: computedDecimals, isComputed: false)
  }

  private init(decimals: Int, computedDecimals: Int?, isComputed: Bool) {
    self.isComputed = isComputed
    self.decimals = min(max(0, decimals), Self.maximum)
    self.computedDecimals = min(max(0, computedDecimals ?? decimals + 1), Self.maximum)
  }

  /// Makes the precision of logged values: as many decimals as the value with the most has.
  ///
  /// - Complexity: O(number of values).
  public init(of values: some Sequence<Double>) {
    self.init(decimals: values.map(Self.decimals).max() ?? 0)
  }

  /// Formats a value, a sum or an extreme: `80.0`.
  ///
  /// A value with more decimals than the precision keeps them, unless it is of ``hours``.
  public func text(_ value: Double) -> String {
    Self.fixed(value, isComputed ? decimals : max(decimals, Self.decimals(value)))
  }

  /// Formats a computed number, such as an average: `82.13`.
  public func computedText(_ value: Double) -> String { Self.fixed(value, computedDecimals) }

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
