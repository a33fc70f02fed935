import Foundation
import StrataApplication

/// A guess of the format of a file's dates.
struct DateFormGuess {
  /// The format, or two if the order of day and month is ambiguous.
  let forms: [String]
  /// A date that differs between the two formats.
  let example: String?

  /// Guesses the format.
  ///
  /// - Parameters:
  ///   - start: The formats that fit the column of starts, the most likely one first.
  ///   - end: The formats that fit the column of ends.
  init(_ start: [String], end: [String]?, _ values: [String]) {
    let common = start.filter { end?.contains($0) ?? true }
    let fitting = common.isEmpty ? start : common
    let first = fitting.first ?? "iso"
    if let other = fitting.first(where: { Self.swaps($0, first) }),
      let example = values.first(where: { Self.date($0, first) != Self.date($0, other) })
    {
      forms = [first, other]
      self.example = example
    } else {
      forms = [first]
      example = nil
    }
  }

  /// Returns the day of a text in ISO 8601: `2026-01-02`.
  static func day(_ text: String, _ form: String) -> String {
    date(text, form).map { String($0.ISO8601Format().prefix(10)) } ?? text
  }

  private static func date(_ text: String, _ form: String) -> Date? {
    ImportForms.DateForm(form).flatMap { ImportForms(dateForm: $0, timeZone: .gmt).date(text) }
  }

  /// True if two formats differ only in the order of day and month.
  private static func swaps(_ one: String, _ other: String) -> Bool {
    guard case .parts(let first, let mark)? = ImportForms.DateForm(one),
      case .parts(let second, mark)? = ImportForms.DateForm(other)
    else { return false }
    return first != second && first.firstIndex(of: "Y") == second.firstIndex(of: "Y")
  }
}
