import Foundation
import StrataApplication
import StrataDates

/// The dates of a record, as its fields have them.
struct RecordDates {
  private let fields: [String]
  private let forms: ImportForms
  /// The fields with times that clocks have shown twice.
  private(set) var twice: Set<Int> = []

  init(_ fields: [String], _ forms: ImportForms) {
    self.fields = fields
    self.forms = forms
  }

  /// The date in a field. Of a time that was there twice it is the first, as `log` takes it.
  ///
  /// - Throws: for what is no date, and for a time that never was.
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
        field: field, text.isEmpty ? "the date is missing" : "“\(text)” is not a date")
    }
  }
}
