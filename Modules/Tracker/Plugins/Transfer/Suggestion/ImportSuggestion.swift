import Foundation
import StrataApplication
import StrataDomain
import StrataShell

/// A suggestion for importing a CSV file, based on its columns' contents.
struct ImportSuggestion {
  private let dateForms: DateFormGuess
  private let decimals: FileDecimals
  private let timeZone: String?
  let date: String
  /// The suggested `--item` options. Empty if all columns were left out.
  let items: [String]
  let delimiter: String
  /// The columns that were left out, with the reason.
  let leftOut: [(column: String, reason: String)]

  /// Makes a suggestion. Returns nil if no column has dates, or there is no other column.
  ///
  /// - Parameter wish: The options that are given already.
  init?(_ beginning: [UInt8], timeZone: TimeZone, _ wish: SuggestionWish = SuggestionWish()) {
    delimiter = wish.delimiter ?? CSVDialect.delimiter(of: beginning).name
    guard let byte = CSVDialect.byte(named: delimiter) else { return nil }
    let rows = CSVSample.rows(of: beginning, delimiter: byte)
    guard let header = rows.first, rows.count > 1 else { return nil }
    let columns = header.enumerated().map { index, name in
      ColumnGuess(
        name.trimmingCharacters(in: .whitespaces),
        rows.dropFirst().compactMap { $0.indices.contains(index) ? $0[index] : nil }, timeZone,
        dateForm: wish.dateForm)
    }
    let counts = Dictionary(columns.map { ($0.name, 1) }, uniquingKeysWith: +)
    let dates = columns.indices.filter {
      if case .dates = columns[$0].content { counts[columns[$0].name] == 1 } else { false }
    }
    // Numbers may look like seconds since 1970, so a column with formatted dates is preferred.
    let start = dates.first { !isUnix(columns[$0]) } ?? dates.first
    guard let start, case .dates(let forms) = columns[start].content else { return nil }
    date = columns[start].name
    let end = dates.first { $0 != start && !isUnix(columns[$0]) }
      .flatMap { isEnd(columns[$0], of: columns[start], forms) ? $0 : nil }
    dateForms = DateFormGuess(
      forms, end: end.flatMap { columns[$0].dateForms }, columns[start].values)
    decimals = FileDecimals(
      columns.compactMap(\.decimals), delimiter: delimiter, said: wish.hasDecimalComma)
    self.timeZone = wish.timeZone
    var maker = ItemMaker(end: end.map { columns[$0].name })
    for (index, column) in columns.enumerated() where index != start && index != end {
      maker.add(
        column, hasDecimalComma: decimals.hasDecimalComma, isAlone: counts[column.name] == 1)
    }
    items = maker.specifications()
    leftOut = maker.leftOut
    guard !items.isEmpty || !leftOut.isEmpty else { return nil }
  }

  /// The most likely format of dates.
  var dateForm: String { dateForms.forms[0] }
  /// The most likely decimal mark: true for the comma.
  var hasDecimalComma: Bool { decimals.hasDecimalComma[0] }

  /// The ambiguities, each with the options that resolve it.
  var doubts: [(what: String, options: String)] {
    var doubts: [(what: String, options: String)] = []
    if let text = dateForms.example {
      let days = dateForms.forms.map { DateFormGuess.day(text, $0) }
      doubts.append(
        (
          "“\(text)” could be \(days.joined(separator: " or "))",
          dateForms.forms.map { "--date-format \($0)" }.joined(separator: " or ")
        ))
    }
    if let text = decimals.example {
      let numbers = decimals.hasDecimalComma.map { hasComma in
        Self.text(ImportForms(hasDecimalComma: hasComma, timeZone: .gmt).number(text)) ?? text
      }
      doubts.append(
        (
          "“\(text)” could be \(numbers.joined(separator: " or "))",
          decimals.hasDecimalComma.map { "--decimal \($0 ? "," : ".")" }
            .joined(separator: " or ")
        ))
    }
    return doubts
  }

  /// Formats a number without a trailing `.0`.
  private static func text(_ number: Double?) -> String? {
    guard let number else { return nil }
    let text = Cell.text(of: number)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The command lines for the import, one for each possible reading of the file.
  func commands(file: String) -> [String] {
    dateForms.forms.flatMap { form in
      decimals.hasDecimalComma.map { command(file: file, form, hasDecimalComma: $0) }
    }
  }

  private func command(file: String, _ form: String, hasDecimalComma: Bool) -> String {
    var words = ["import", file, "--date", date]
    if delimiter != "," { words += ["--delimiter", delimiter] }
    if hasDecimalComma {
      words += ["--decimal", ","]
    } else if decimals.example != nil {
      words += ["--decimal", "."]
    }
    if form != "iso" { words += ["--date-format", form] }
    if let timeZone { words += ["--time-zone", timeZone] }
    for item in items { words += ["--item", item] }
    return words.map(Self.quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "-_./:,@%+".unicodeScalars.contains($0)
    }
    if isPlain, !word.isEmpty { return word }
    guard word.contains("'") else { return "'\(word)'" }
    return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

private func isUnix(_ column: ColumnGuess) -> Bool {
  column.dateForms?.allSatisfy { $0.hasPrefix("unix") } ?? false
}

/// True if a column has the ends of the intervals whose starts are in another column.
private func isEnd(_ column: ColumnGuess, of start: ColumnGuess, _ forms: [String]) -> Bool {
  forms.compactMap { ImportForms.DateForm($0) }.contains { form in
    let reader = ImportForms(dateForm: form, timeZone: .gmt)
    let pairs = zip(start.values, column.values).compactMap { first, last -> Bool? in
      guard let first = reader.date(first), let last = reader.date(last) else { return nil }
      return first <= last
    }
    return !pairs.isEmpty && pairs.allSatisfy(\.self)
  }
}
