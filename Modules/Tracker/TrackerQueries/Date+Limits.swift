public import Foundation

// `distantPast` and `distantFuture` are the years 1 and 4001: there may be data points beyond.
extension Date {
  /// Before any data point: 300,000 years ago.
  public static let earliest = Date(timeIntervalSinceReferenceDate: -1e13)
  /// After any data point: in 300,000 years.
  public static let latest = Date(timeIntervalSinceReferenceDate: 1e13)
}
