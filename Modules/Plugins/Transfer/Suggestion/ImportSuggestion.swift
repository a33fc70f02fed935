import Foundation
import StrataApplication
import StrataDomain

/// How a CSV file could be imported, as its columns look.
struct ImportSuggestion {
  private(set) var date = ""
  private(set) var dateForm = "iso"
  private(set) var items: [String] = []
  private(set) var hasDecimalComma = false
  let delimiter: String
  /// Columns that nothing is made of, and why.
  private(set) var leftOut: [(column: String, reason: String)] = []

  /// nil where no column has dates, or nothing else is there.
  init?(_ beginning: [UInt8], timeZone: TimeZone) {
    let (name, byte) = CSVDialect.delimiter(of: beginning)
    delimiter = name
    let rows = CSVSample.rows(of: beginning, delimiter: byte)
    guard let header = rows.first, rows.count > 1 else { return nil }
    let columns = header.enumerated().map { index, name in
      ColumnGuess(
        name.trimmingCharacters(in: .whitespaces),
        rows.dropFirst().compactMap { $0.indices.contains(index) ? $0[index] : nil }, timeZone)
    }
    let dates = columns.indices.filter {
      if case .dates = columns[$0].content { true } else { false }
    }
    // A column of plain numbers may look like seconds; one with a date's form is preferred.
    let start = dates.first { !isUnix(columns[$0]) } ?? dates.first
    guard let start, case .dates(let forms) = columns[start].content else { return nil }
    date = columns[start].name
    let end = dates.first { $0 != start && !isUnix(columns[$0]) }
      .flatMap { isEnd(columns[$0], of: columns[start], forms) ? $0 : nil }
    dateForm = Self.form(forms, end.map { columns[$0] })
    hasDecimalComma = columns.contains { $0.content == .numbers(hasDecimalComma: true) }
    var maker = ItemMaker(end: end.map { columns[$0].name })
    for (index, column) in columns.enumerated() where index != start && index != end {
      maker.add(column, hasDecimalComma: hasDecimalComma)
    }
    items = maker.specifications()
    leftOut = maker.leftOut
    guard !items.isEmpty else { return nil }
  }

  private static func form(_ forms: [String], _ end: ColumnGuess?) -> String {
    guard let end, case .dates(let others) = end.content else { return forms[0] }
    return forms.first { others.contains($0) } ?? forms[0]
  }

  /// The command line that does it.
  func command(file: String) -> String {
    var words = ["import", file, "--date", date]
    if delimiter != "," { words += ["--delimiter", delimiter] }
    if hasDecimalComma { words += ["--decimal", ","] }
    if dateForm != "iso" { words += ["--date-format", dateForm] }
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
  guard case .dates(let forms) = column.content else { return false }
  return forms.allSatisfy { $0.hasPrefix("unix") }
}

/// Whether a column has the ends of what starts in another one.
private func isEnd(_ column: ColumnGuess, of start: ColumnGuess, _ forms: [String]) -> Bool {
  guard let form = forms.first.flatMap(ImportForms.DateForm.init) else { return false }
  let reader = ImportForms(dateForm: form, timeZone: .gmt)
  let pairs = zip(start.values, column.values).compactMap { first, last -> Bool? in
    guard let first = reader.date(first), let last = reader.date(last) else { return nil }
    return first <= last
  }
  return !pairs.isEmpty && pairs.allSatisfy(\.self)
}
