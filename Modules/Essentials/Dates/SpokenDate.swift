public import Foundation

/// A moment read from text that a person types: `yesterday 7:00`, `last friday`, `-2h`, `20 Nov
/// 7am`, `2026-11-20T07:00:00+01:00`.
///
/// Ambiguous text is an error whose hint says how to write either meaning. Two forms are resolved
/// by rule: a weekday is the last one before today, and a date without a year is in this year. If
/// that date is in the future, it is ambiguous. A date without a time is at midnight, and a time
/// without a date is today.
public struct SpokenDate: Hashable, Sendable {
  /// The moment.
  public let date: Date
  /// True if the text states the whole date, so that a program needn't show the date it has read.
  public let isWhole: Bool
  /// True if the text says a time of day, or a distance from now. Without one the date is the day's midnight.
  public let hasTime: Bool
  /// A note for the user about another possible meaning, or nil if there is none.
  public let note: String?

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - now: The moment that `today` and `-2h` are relative to.
  ///   - zone: The time zone of texts without one.
  /// - Throws: ``SpokenDateError``.
  public init(_ text: String, now: Date, in zone: TimeZone) throws(SpokenDateError) {
    var parser = DateParser(text)
    let phrase = try parser.parse()
    let resolved = try DateResolver(text: text, now: now, zone: phrase.zone ?? zone).resolve(phrase)
    date = resolved.date
    note = resolved.note
    isWhole = phrase.isWhole
    hasTime = phrase.hasTime
  }

  /// Returns a moment's text for messages, such as `Fri 2026-11-20 07:00`.
  public static func label(_ date: Date, in zone: TimeZone) -> String {
    LocalTime(date, in: zone).label
  }
}

/// The error for a text that can't be read as a moment, with a hint how to write it.
public struct SpokenDateError: Error, Hashable, Sendable {
  /// The kind of error.
  public enum Kind: Hashable, Sendable {
    /// The text is no date.
    case unknown
    /// The text has several meanings.
    case ambiguous
    /// The day or the time doesn't exist.
    case impossible
  }

  /// The kind of error.
  public let kind: Kind
  /// A sentence about the error, without a full stop.
  public let message: String
  /// A suggestion how to write the date.
  public let hint: String

  static func unknown(_ text: String) -> SpokenDateError {
    SpokenDateError(
      kind: .unknown, message: "“\(text)” is not a date",
      hint: "write it like now, yesterday 7:00, last friday, -2h, 20 Nov 7:00 or 2026-11-20 07:00")
  }

  static func ambiguous(_ message: String, _ ways: [String]) -> SpokenDateError {
    let list = ways.dropLast().joined(separator: ", ")
    return SpokenDateError(
      kind: .ambiguous, message: message, hint: "write \(list) or \(ways.last ?? "")")
  }

  static func impossible(_ message: String, _ hint: String) -> SpokenDateError {
    SpokenDateError(kind: .impossible, message: message, hint: hint)
  }
}

extension SpokenDateError: CustomStringConvertible {
  /// The message and the hint.
  public var description: String { "\(message): \(hint)" }
}
