import Foundation
import StrataApplication
import StrataDates

/// The dates in the fields of a record.
struct RecordDates {
  private let fields: [String]
  private let forms: ImportForms
  /// The indices of fields with times that clocks showed twice.
  private(set) var twice: Set<Int> = []

  init(_ fields: [String], _ forms: ImportForms) {
    self.fields = fields
    self.forms = forms
  }

  /// Parses the date in a field, or in one with the day and one with the time. Of a time that clocks showed twice it is the first, as in `log`.
  ///
  /// - Throws: An error for text that isn't a date, and for a time that clocks skipped.
  mutating func date(_ parts: [Int]) throws(RecordProblem) -> Date {
    let field = parts[0]
    let texts = parts.map { fields[$0].trimmingCharacters(in: .whitespaces) }
    let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
    if texts.count > 1, !texts[0].isEmpty, let last = texts.last, last.isEmpty {
      throw RecordProblem(field: parts[1], "the time is missing")
    }
    switch forms.moments(text) {
    case .once(let date)?: return date
    case .twice(let date, _)?:
      twice.insert(field)
      return date
    case .never(let next)?:
      let asked = text.trimmingCharacters(in: .whitespaces)
      throw RecordProblem(
        field: field,
        "there was no \(asked): the clocks were put forward over it, to \(next.timeText)")
    case nil:
      throw RecordProblem(
        field: field,
        text.isEmpty ? "the date is missing" : "“\(text)” is not a date\(Self.otherForms(text))")
    }
  }

  /// The same time of the next day.
  ///
  /// - Throws: An error for text that isn't a date, and for a time that clocks skipped.
  mutating func dayAfter(_ parts: [Int]) throws(RecordProblem) -> Date {
    let date = try date(parts)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = forms.timeZone
    return calendar.date(byAdding: .day, value: 1, to: date) ?? date
  }

  /// Names the formats in which a text is a date: `; --date-format D.M.Y reads it`.
  private static func otherForms(_ text: String) -> String {
    let forms = ImportForms.DateForm.common.filter { name in
      ImportForms.DateForm(name).flatMap { ImportForms(dateForm: $0, timeZone: .gmt).date(text) }
        != nil
    }
    return forms.isEmpty
      ? "" : "; --date-format \(forms.joined(separator: " or ")) reads it"
  }
}
