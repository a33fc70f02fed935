import Foundation
import StrataApplication

/// A guess of a column's content from its values.
struct ColumnGuess {
  enum Content: Equatable {
    /// Dates, with the names of the formats that fit most values.
    case dates([String])
    case numbers(DecimalGuess)
    /// A small number of distinct texts.
    case choices(Int)
    case other
  }

  let name: String
  let content: Content
  let values: [String]

  /// Guesses the content of a column.
  ///
  /// - Parameter dateForm: The format of dates, if an option gives it.
  init(_ name: String, _ values: [String], _ timeZone: TimeZone, dateForm: String? = nil) {
    self.name = name
    self.values = values
    let filled = values.filter { !$0.trimmingCharacters(in: .whitespaces).isEmpty }
    content = Self.content(of: filled, timeZone, dateForm)
  }

  private static func content(
    of values: [String], _ timeZone: TimeZone, _ dateForm: String?
  ) -> Content {
    guard !values.isEmpty else { return .other }
    let forms = dateForms(
      of: values, timeZone, dateForm.map { [$0] } ?? ImportForms.DateForm.common)
    if !forms.isEmpty { return .dates(forms) }
    if let decimals = DecimalGuess(values) { return .numbers(decimals) }
    let different = Set(values.map { $0.lowercased() }).count
    return different <= 64 && different * 2 <= max(4, values.count) ? .choices(different) : .other
  }

  private static func dateForms(
    of values: [String], _ timeZone: TimeZone, _ names: [String]
  ) -> [String] {
    let counts = names.map { name in
      guard let form = ImportForms.DateForm(name) else { return 0 }
      let forms = ImportForms(dateForm: form, timeZone: timeZone)
      return values.count { forms.date($0) != nil }
    }
    guard let best = counts.max(), best > 0, best * 100 >= values.count * 95 else { return [] }
    return zip(names, counts).filter { $0.1 == best }.map(\.0)
  }
}

extension ColumnGuess {
  /// The formats of the column's dates. Nil if it has none.
  var dateForms: [String]? { if case .dates(let forms) = content { forms } else { nil } }

  /// The decimal mark of the column's numbers. Nil if it has none.
  var decimals: DecimalGuess? { if case .numbers(let guess) = content { guess } else { nil } }
}
