public import Foundation

/// A stretch of time: two finite dates, the start not after the end.
public struct ValidatedPairDate: Equatable, Hashable, Sendable {
  /// When it starts.
  public let start: Date

  /// When it ends; the start itself at the earliest.
  public let end: Date

  /// Takes two dates in order.
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

/// What is wrong with two dates that should become a `ValidatedPairDate`.
public enum PairDateError: Error, Equatable, Hashable, Sendable {
  /// The start is no point in time: infinite or NaN.
  case startIsNotFinite
  /// The end is no point in time: infinite or NaN.
  case endIsNotFinite
  /// The start is after the end.
  case startIsAfterEnd(start: Date, end: Date)
}

extension PairDateError: CustomStringConvertible {
  /// What is wrong and what to do, for a person to read. Dates are in ISO 8601 and UTC.
  public var description: String {
    switch self {
    case .startIsNotFinite:
      return "The start of the interval isn't a finite date: give one that is."
    case .endIsNotFinite:
      return "The end of the interval isn't a finite date: give one that is."
    case .startIsAfterEnd(let start, let end):
      // The difference is told because the texts of two dates may be the same.
      return
        "The interval starts at \(start.stableText), \(start.timeIntervalSince(end)) s "
        + "after its end at \(end.stableText): give a start that isn't after the end."
    }
  }
}

extension ValidatedPairDate: CustomStringConvertible {
  /// Both dates, in ISO 8601 and UTC, with a slash between as ISO 8601 writes an interval.
  public var description: String { "\(start.stableText)/\(end.stableText)" }
}

extension ValidatedPairDate: Codable {
  private enum CodingKeys: String, CodingKey {
    case start, end
  }

  /// Reads an object with the keys `start` and `end`.
  ///
  /// - Throws: a `DecodingError` that carries the text of `PairDateError`.
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
