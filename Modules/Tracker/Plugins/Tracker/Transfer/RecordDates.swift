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

  /// Parses the date in a field. Of a time that clocks showed twice it is the first, as in `log`.
  ///
  /// - Throws: An error for text that isn't a date, and for a time that clocks skipped.
  mutating func date(_ field: Int) throws(RecordProblem) -> Date {
    let text = fields[field]
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
