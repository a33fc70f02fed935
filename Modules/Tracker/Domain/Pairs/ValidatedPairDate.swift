public import Foundation

/// An interval of two finite dates, whose start isn't after its end.
public struct ValidatedPairDate: Equatable, Hashable, Sendable {
  /// The start of the interval.
  public let start: Date

  /// The end of the interval, which may equal the start.
  public let end: Date

  /// Makes an interval.
  ///
  /// - Throws: `PairDateError` for a date that isn't finite, or a start after the end.
  public init(start: Date, end: Date) throws(PairDateError) {
    guard start.isFinite else { throw .startIsNotFinite }
    guard end.isFinite else { throw .endIsNotFinite }
    guard start <= end else { throw .startIsAfterEnd(start: start, end: end) }
    self.start = start
    self.end = end
  }
}

/// An error of two dates that don't make a valid `ValidatedPairDate`.
public enum PairDateError: Error, Equatable, Hashable, Sendable {
  /// The start is infinite or NaN.
  case startIsNotFinite
  /// The end is infinite or NaN.
  case endIsNotFinite
  /// The start is after the end.
  case startIsAfterEnd(start: Date, end: Date)
}

extension PairDateError: CustomStringConvertible {
  /// The message for people: what is wrong and what to do. Dates are in ISO 8601 and UTC.
  public var description: String {
    switch self {
    case .startIsNotFinite:
      return "The start of the interval isn't a finite date: give one that is."
    case .endIsNotFinite:
      return "The end of the interval isn't a finite date: give one that is."
    case .startIsAfterEnd(let start, let end):
      // Includes the difference, since the texts of two different dates may be equal.
      return
        "The interval starts at \(start.stableText), \(start.timeIntervalSince(end)) s "
        + "after its end at \(end.stableText): give a start that isn't after the end."
    }
  }
}

extension ValidatedPairDate: CustomStringConvertible {
  /// Both dates in ISO 8601 and UTC, separated by a slash as in an ISO 8601 interval.
  public var description: String { "\(start.stableText)/\(end.stableText)" }
}

extension ValidatedPairDate: Codable {
  private enum CodingKeys: String, CodingKey {
    case start, end
  }

  /// Decodes an object with the keys `start` and `end`.
  ///
  /// - Throws: A `DecodingError` with the text of `PairDateError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let start = try container.decode(Date.self, forKey: .start)
    let end = try container.decode(Date.self, forKey: .end)
    do {
      try self.init(start: start, end: end)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }
}

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
