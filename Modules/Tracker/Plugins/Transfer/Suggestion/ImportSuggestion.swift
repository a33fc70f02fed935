import Foundation
import StrataApplication
import StrataDomain
import StrataShell

/// How a CSV file could be imported, as its columns look.
struct ImportSuggestion {
  private let dateForms: DateFormGuess
  private let decimals: FileDecimals
  private let timeZone: String?
  let date: String
  /// What to make of which columns; none where all of them were left out.
  let items: [String]
  let delimiter: String
  /// Columns that nothing is made of, and why.
  let leftOut: [(column: String, reason: String)]

  /// nil where no column has dates, or nothing else is there.
  ///
  /// - Parameter wish: What is known already.
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
    // A column of plain numbers may look like seconds; one with a date's form is preferred.
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

  /// The likeliest form of dates.
  var dateForm: String { dateForms.forms[0] }
  /// What likely begins the decimals of numbers.
  var hasDecimalComma: Bool { decimals.hasDecimalComma[0] }

  /// What can be read in two ways, and the options that say which is meant.
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

  /// `1234` and `1.234`.
  private static func text(_ number: Double?) -> String? {
    guard let number else { return nil }
    let text = Cell.text(of: number)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The command lines that do it: one, or one for each way in which the file can be read.
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

/// Whether a column has the ends of what starts in another one.
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
