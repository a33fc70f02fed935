import Foundation
import StrataApplication

/// What the values of a column look like.
struct ColumnGuess {
  enum Content: Equatable {
    /// Dates of these forms, by name.
    case dates([String])
    case numbers(hasDecimalComma: Bool?)
    /// Few different texts.
    case choices(Int)
    case other
  }

  let name: String
  let content: Content
  let values: [String]

  init(_ name: String, _ values: [String], _ timeZone: TimeZone) {
    self.name = name
    self.values = values
    let filled = values.filter { !$0.trimmingCharacters(in: .whitespaces).isEmpty }
    content = Self.content(of: filled, timeZone)
  }

  private static func content(of values: [String], _ timeZone: TimeZone) -> Content {
    guard !values.isEmpty else { return .other }
    func fits(_ isValue: (String) -> Bool) -> Bool {
      values.count(where: isValue) * 100 >= values.count * 95
    }
    let forms = ImportForms.DateForm.common.filter { name in
      guard let form = ImportForms.DateForm(name) else { return false }
      let forms = ImportForms(dateForm: form, timeZone: timeZone)
      return fits { forms.date($0) != nil }
    }
    if !forms.isEmpty { return .dates(forms) }
    let point = ImportForms(timeZone: timeZone)
    let comma = ImportForms(hasDecimalComma: true, timeZone: timeZone)
    switch (fits { point.number($0) != nil }, fits { comma.number($0) != nil }) {
    case (true, true): return .numbers(hasDecimalComma: nil)
    case (true, false): return .numbers(hasDecimalComma: false)
    case (false, true): return .numbers(hasDecimalComma: true)
    case (false, false): break
    }
    let different = Set(values.map { $0.lowercased() }).count
    return different <= 64 && different * 2 <= max(4, values.count) ? .choices(different) : .other
  }
}
