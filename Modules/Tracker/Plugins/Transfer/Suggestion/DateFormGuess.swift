import Foundation
import StrataApplication

/// The forms in which a file's dates can be read.
struct DateFormGuess {
  /// The form; two where the order of day and month isn't clear.
  let forms: [String]
  /// A date that is another one in each.
  let example: String?

  /// - Parameters:
  ///   - start: The forms that fit the column with the dates, the most likely one first.
  ///   - end: Those that fit the column with the ends.
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

  /// The day that a text tells, `2026-01-02`.
  static func day(_ text: String, _ form: String) -> String {
    date(text, form).map { String($0.ISO8601Format().prefix(10)) } ?? text
  }

  private static func date(_ text: String, _ form: String) -> Date? {
    ImportForms.DateForm(form).flatMap { ImportForms(dateForm: $0, timeZone: .gmt).date(text) }
  }

  /// Whether only day and month change places.
  private static func swaps(_ one: String, _ other: String) -> Bool {
    guard case .parts(let first, let mark)? = ImportForms.DateForm(one),
      case .parts(let second, mark)? = ImportForms.DateForm(other)
    else { return false }
    return first != second && first.firstIndex(of: "Y") == second.firstIndex(of: "Y")
  }
}
