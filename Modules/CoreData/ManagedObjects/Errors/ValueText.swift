internal import Foundation

/// The text of a value in messages and section names.
enum ValueText {
  static func of(_ value: Any) -> String {
    // Foundation traps when it describes a date with a NaN or infinite interval.
    if let date = value as? Date, !date.timeIntervalSinceReferenceDate.isFinite {
      return "\(date.timeIntervalSinceReferenceDate) s"
    }
    return "\(value)"
  }
}
