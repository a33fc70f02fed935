internal import Foundation

extension Date {
  /// Whether the date is a point in time at all: not infinite, not NaN.
  var isFinite: Bool { timeIntervalSinceReferenceDate.isFinite }

  /// The date in ISO 8601 and UTC, the same on every machine; to the millisecond when it isn't a
  /// whole second.
  ///
  /// Outside the years 1583 to 9999, for which alone ISO 8601 needs no agreement on the calendar, it
  /// is the seconds from 2001-01-01T00:00:00Z: Foundation would give Julian dates before 1582.
  var stableText: String {
    let seconds = timeIntervalSinceReferenceDate
    guard Self.isoSeconds.contains(seconds) else { return "2001-01-01T00:00:00Z + \(seconds) s" }
    let isWhole = seconds.rounded(.down) == seconds
    return formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }

  /// 1583-01-01 to 10000-01-01, in seconds from the reference date.
  private static let isoSeconds = -13_190_860_800.0..<252_423_993_600.0
}
