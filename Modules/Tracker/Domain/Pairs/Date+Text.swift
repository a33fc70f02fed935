internal import Foundation

extension Date {
  /// True if the date is neither infinite nor NaN.
  var isFinite: Bool { timeIntervalSinceReferenceDate.isFinite }

  /// The date in ISO 8601 and UTC, to the millisecond if it isn't a whole second.
  ///
  /// The text is the same on every machine. Outside the years 1583 to 9999 it is the seconds since
  /// 2001-01-01T00:00:00Z: ISO 8601 requires an agreement on the calendar there, and Foundation
  /// would use Julian dates before 1582.
  var stableText: String {
    let seconds = timeIntervalSinceReferenceDate
    guard Self.isoSeconds.contains(seconds) else { return "2001-01-01T00:00:00Z + \(seconds) s" }
    let isWhole = seconds.rounded(.down) == seconds
    return formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }

  /// 1583-01-01 to 10000-01-01, in seconds from the reference date.
  private static let isoSeconds = -13_190_860_800.0..<252_423_993_600.0
}
