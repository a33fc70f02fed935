internal import Foundation

/// A value as messages and names of sections have it.
enum ValueText {
  static func of(_ value: Any) -> String {
    // Foundation traps where it describes a date that is no moment.
    if let date = value as? Date, !date.timeIntervalSinceReferenceDate.isFinite {
      return "\(date.timeIntervalSinceReferenceDate) s"
    }
    return "\(value)"
  }
}
