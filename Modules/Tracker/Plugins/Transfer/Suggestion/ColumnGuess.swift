import Foundation
import StrataApplication
import StrataDates

/// A guess of a column's content from its values.
struct ColumnGuess {
  enum Content: Equatable {
    /// Dates, with the names of the formats that fit most values.
    case dates([String])
    case numbers(DecimalGuess)
    /// Times of a day without a day.
    case times
    /// Lengths of time with their units, as `8h 30m`.
    case durations
    /// A small number of distinct texts.
    case choices(Int)
    case other
  }

  let name: String
  let content: Content
  let values: [String]
  /// The columns that it is made of: one, or one of days and one of times.
  let columns: [String]

  /// Joins a column of days and one of times.
  init(_ day: ColumnGuess, _ time: ColumnGuess, _ timeZone: TimeZone, dateForm: String?) {
    let values = zip(day.values, time.values).map { day, time in
      [day, time].filter { !$0.isEmpty }.joined(separator: " ")
    }
    self.init(
      "\(day.name)+\(time.name)", values, timeZone, dateForm: dateForm,
      columns: [day.name, time.name])
  }

  /// Guesses the content of a column.
  ///
  /// - Parameter dateForm: The format of dates, if an option gives it.
  init(
    _ name: String, _ values: [String], _ timeZone: TimeZone, dateForm: String? = nil,
    columns: [String]? = nil
  ) {
    self.name = name
    self.values = values
    self.columns = columns ?? [name]
    let filled = values.filter { !ImportForms.isNoValue($0) }
    content = Self.content(of: filled, name, timeZone, dateForm)
  }

  private static func content(
    of values: [String], _ name: String, _ timeZone: TimeZone, _ dateForm: String?
  ) -> Content {
    guard !values.isEmpty else { return .other }
    var wanted = dateForm.map { [$0] } ?? ImportForms.DateForm.common
    // The days that spreadsheets count look like any other numbers.
    if dateForm == nil, Self.words(of: name).contains(where: spreadsheetWords.contains) {
      wanted.append("spreadsheet")
    }
    let forms = dateForms(of: values, timeZone, wanted)
    if !forms.isEmpty { return .dates(forms) }
    if values.count(where: isTime) * 100 >= values.count * 95 { return .times }
    if let decimals = DecimalGuess(values) { return .numbers(decimals) }
    if values.count(where: { SpokenDuration($0) != nil }) * 100 >= values.count * 95 {
      return .durations
    }
    let different = Set(values.map { $0.lowercased() }).count
    return different <= 64 && different * 2 <= max(4, values.count) ? .choices(different) : .other
  }

  /// True for a time such as `7:05`, `07:05:30` or `7:05 pm`.
  private static func isTime(_ text: String) -> Bool {
    ImportForms(timeZone: .gmt).date("2000-01-01 \(text)") != nil && text.contains(":")
  }

  private static func dateForms(
    of values: [String], _ timeZone: TimeZone, _ names: [String]
  ) -> [String] {
    let counts = names.map { name in
      guard let form = ImportForms.DateForm(name) else { return 0 }
      let forms = ImportForms(dateForm: form, timeZone: timeZone)
      return values.count { forms.date($0) != nil }
    }
    // One value in a few may be something else, such as the word of a last line with totals.
    let others = max(values.count / 20, values.count > 2 ? 1 : 0)
    guard let best = counts.max(), best > 0, best >= values.count - others else { return [] }
    return zip(names, counts).filter { $0.1 == best }.map(\.0)
  }
}

extension ColumnGuess {
  /// The formats of the column's dates. Nil if it has none.
  var dateForms: [String]? { if case .dates(let forms) = content { forms } else { nil } }

  /// True if all of the column's dates are days without a time.
  var hasDaysAlone: Bool {
    guard let forms = dateForms, !forms.contains(where: { $0.hasPrefix("unix") }) else {
      return false
    }
    return values.allSatisfy { !$0.contains(":") }
      && !(forms == ["spreadsheet"] && values.contains { $0.contains(".") || $0.contains(",") })
  }

  /// True if the column's name has one of some words.
  func isNamed(by words: Set<String>) -> Bool {
    columns.last.map { Self.words(of: $0).contains(where: words.contains) } ?? false
  }

  /// Words in the names of columns with times of a day.
  static let timeWords: Set = [
    "time", "clock", "hour", "at", "start", "begin", "from", "end", "to", "until", "till", "stop",
    "finish", "bed",
    "wake", "uhrzeit", "zeit", "beginn", "von", "ende", "bis", "heure", "hora",
  ]

  private static let spreadsheetWords: Set = ["date", "day", "time", "datum", "when"]

  private static func words(of name: String) -> [String] {
    var words = ""
    for letter in name {
      // `endDate` has two words.
      if letter.isUppercase, words.last?.isLowercase == true { words.append(" ") }
      words.append(letter)
    }
    return words.lowercased().split { !$0.isLetter }.map(String.init)
  }

  /// True if the column has no value.
  var isEmpty: Bool { values.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

  /// A value of the column.
  var example: String { values.first { !$0.isEmpty } ?? "" }

  /// The units of the column's numbers. Nil stands for a number without one.
  var units: Set<String?> {
    let readers = [false, true].map { ImportForms(hasDecimalComma: $0, timeZone: .gmt) }
    return Set(
      values.compactMap { value in
        readers.lazy.compactMap { $0.measured(value) }.first.map(\.unit)
      })
  }

  /// True if the column's times can only be times of a day: in halves, or such that no length in hours or minutes would be
  /// written like them.
  var hasTimesOfDay: Bool {
    let filled = values.filter { $0.contains(":") }
    func hour(_ text: String) -> Int { Int(text.prefix { $0.isNumber }) ?? 0 }
    return filled.contains { $0.lowercased().hasSuffix("m") || hour($0) >= 12 }
      || filled.allSatisfy { hour($0) >= 4 && $0.first == "0" }
  }

  /// The decimal mark of the column's numbers. Nil if it has none.
  var decimals: DecimalGuess? { if case .numbers(let guess) = content { guess } else { nil } }
}
