public import Foundation

// `distantPast` and `distantFuture` are the years 1 and 4001. Data points may lie beyond them.
extension Date {
  /// A date before any data point: 300,000 years ago.
  public static let earliest = Date(timeIntervalSinceReferenceDate: -1e13)
  /// A date after any data point: in 300,000 years.
  public static let latest = Date(timeIntervalSinceReferenceDate: 1e13)
}
