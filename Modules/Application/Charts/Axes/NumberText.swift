internal import Foundation

/// Formats numbers for an axis or a legend.
public enum NumberText {
  /// Formats a number with a number of decimals, or with an exponent if it is very large or needs
  /// more than six decimals.
  public static func text(_ number: Double, decimals: Int) -> String {
    let size = abs(number)
    if size >= 1e15 || (size > 0 && decimals > 6) { return exponential(number) }
    return String(format: "%.\(decimals)f", number)
  }

  /// Formats a number with at most `digits` significant digits and no trailing zeros.
  public static func short(_ number: Double, digits: Int = 4) -> String {
    guard number.isFinite else { return "\(number)" }
    if number == 0 { return "0" }
    let size = abs(number)
    guard size < 1e15, size >= 1e-6 else { return exponential(number) }
    let whole = Int(log10(size).rounded(.down)) + 1
    let text = String(format: "%.\(max(0, digits - whole))f", number)
    guard text.contains(".") else { return text }
    let trimmed = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    let result = String(trimmed.reversed())
    return ["-0", ""].contains(result) ? exponential(number) : result
  }

  private static func exponential(_ number: Double) -> String { String(format: "%.3g", number) }
}
