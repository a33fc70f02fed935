public import Foundation

/// The content of a data point: its time, and its number, its option, or both.
///
/// A content refers to an option by its `uid`, which stays the same in exports and other stores.
///
/// A case accepts values and dates that aren't finite. `validate()`, `init(parts:)` and decoding
/// throw for them.
public enum ItemDataContent: Equatable, Hashable, Sendable {
  /// A number at a moment.
  case singleValue(eventDate: Date, value: Double)
  /// An option chosen at a moment.
  case singleOption(eventDate: Date, optionID: UUID)
  /// A number with an option at a moment.
  case valueWithOption(eventDate: Date, value: Double, optionID: UUID)
  /// Two numbers at a moment.
  case dualValues(eventDate: Date, pairValue: ValidatedPairDouble)
  /// A number over a stretch of time.
  case valueWithInterval(pairDate: ValidatedPairDate, value: Double)
  /// An option over a stretch of time.
  case optionWithInterval(pairDate: ValidatedPairDate, optionID: UUID)
  /// A stretch of time.
  case interval(pairDate: ValidatedPairDate)
  /// Something that happened at a moment, such as a pill that was taken.
  case event(eventDate: Date)
}

extension ItemDataContent: CustomStringConvertible {
  /// The kind and its parts: `singleValue(startDate: 2026-11-20T07:00:00Z, value1: 98.6)`.
  public var description: String { parts.description }
}

extension ItemDataContent {
  /// One of the columns that the kinds of content share.
  public enum Part: String, CaseIterable, Equatable, Hashable, Sendable, Codable {
    /// The moment, or the start of the interval.
    case startDate
    /// The end of the interval.
    case endDate
    /// The number, or the first of two.
    case value1
    /// The second of two numbers.
    case value2
    /// The option.
    case optionID

    /// All parts in the order of their cases. Stored, since validation uses it for each content
    /// that is read from a store.
    static let ordered = allCases
  }
}

extension ItemDataContent.Part: CustomStringConvertible {
  /// The raw value.
  public var description: String { rawValue }
}
