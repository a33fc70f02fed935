public import Foundation

/// A value in a table.
public enum Cell: Sendable, Equatable {
  /// No value.
  case null
  /// A text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A number, written with the fewest digits that parse to the same number.
  case real(Double)
  /// True or false.
  case boolean(Bool)
  /// A moment, written in ISO 8601 with its zone.
  case date(Date)
  /// Several values in one cell.
  case list([Cell])
  /// A value that tables for people show as a text, such as a rounded number or a moment in words.
  ///
  /// JSON, CSV and TSV write the value. The text is aligned as the value is, and a table that is too
  /// wide truncates it only if it would truncate the value.
  indirect case shown(Cell, as: String)

  /// Makes a cell of a text. Nil becomes null.
  public init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  /// Makes a cell of a whole number. Nil becomes null.
  public init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  /// Makes a cell of a number. Nil becomes null.
  public init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
  /// Makes a cell of a moment. Nil becomes null.
  public init(_ date: Date?) { self = date.map { .date($0) } ?? .null }

  /// True if programs get no value.
  var isNull: Bool {
    switch self {
    case .null: true
    case .shown(let value, _): value.isNull
    default: false
    }
  }

  var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .shown(let value, _): value.isNumber
    default: false
    }
  }

  /// True if a table may truncate it. A truncated number or date would be another value.
  var isText: Bool {
    switch self {
    case .null, .text, .list: true
    case .shown(let value, _): value.isText
    default: false
    }
  }

  /// Formats the value for tables and CSV, with dates in a time zone.
  ///
  /// Lists are JSON arrays in CSV, and separated by commas in tables. Of ``shown(_:as:)`` CSV has the
  /// value, and a table the text.
  ///
  /// - Parameter listsAsJSON: True for CSV and TSV.
  public func text(in zone: TimeZone, listsAsJSON: Bool = false) -> String {
    switch self {
    case .null: return ""
    case .text(let text): return text
    case .integer(let number): return String(number)
    case .real(let number): return Cell.text(of: number)
    case .boolean(let truth): return truth ? "true" : "false"
    case .date(let date): return ISODate.text(date, in: zone)
    case .shown(let value, let text):
      return listsAsJSON ? value.text(in: zone, listsAsJSON: true) : text
    case .list(let cells):
      guard listsAsJSON else {
        return cells.map { $0.text(in: zone) }.joined(separator: ", ")
      }
      var encoder = JSONEncoding(zone: zone)
      encoder.append(self)
      return String(decoding: encoder.bytes, as: UTF8.self)
    }
  }

  /// Formats a number with the fewest digits that parse to the same number: `1226.0`, `35.6`,
  /// `Infinity`, `NaN`.
  public static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return number.description
  }
}
