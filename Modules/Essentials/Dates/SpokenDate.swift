public import Foundation

/// A moment as a person says it: `yesterday 7:00`, `last friday`, `-2h`, `20 Nov 7am`,
/// `2026-11-20T07:00:00+01:00`.
///
/// What can be read in two ways is an error that tells how to write either. Two kinds of words have
/// one reading by rule: a weekday is the last one before today, and a date without a year is of this
/// year, unless that is still to come. A date without a time is its midnight, a time without a date
/// is today's.
public struct SpokenDate: Hashable, Sendable {
  /// The moment.
  public let date: Date
  /// Whether the text has the whole date, so that nobody has to be told which is meant.
  public let isWhole: Bool
  /// What else the text could have meant, for who said it; nil as a rule.
  public let note: String?

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - now: The moment that `today` and `-2h` count from.
  ///   - zone: The zone of texts that name none.
  /// - Throws: ``SpokenDateError``.
  public init(_ text: String, now: Date, in zone: TimeZone) throws(SpokenDateError) {
    var parser = DateParser(text)
    let phrase = try parser.parse()
    let resolved = try DateResolver(text: text, now: now, zone: phrase.zone ?? zone).resolve(phrase)
    date = resolved.date
    note = resolved.note
    isWhole = phrase.isWhole
  }

  /// A moment as an answer shows it: `Fri 2026-11-20 07:00`.
  public static func label(_ date: Date, in zone: TimeZone) -> String {
    LocalTime(date, in: zone).label
  }
}

/// Why a text is no moment, and how to write it.
public struct SpokenDateError: Error, Hashable, Sendable {
  /// What is wrong with a text.
  public enum Kind: Hashable, Sendable {
    /// It is no date.
    case unknown
    /// It may be read in several ways.
    case ambiguous
    /// Its day or its time doesn't exist.
    case impossible
  }

  /// What is wrong with it.
  public let kind: Kind
  /// What is wrong, in one sentence without a full stop.
  public let message: String
  /// How to write it.
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
