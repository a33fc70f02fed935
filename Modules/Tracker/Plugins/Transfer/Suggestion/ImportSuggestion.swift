import Foundation
import StrataApplication
import StrataDomain
import StrataShell

/// A suggestion for importing a CSV file, based on its columns' contents.
struct ImportSuggestion {
  private let dateForms: DateFormGuess
  private let decimals: FileDecimals
  private let timeZone: String?
  private let encoding: String?
  private let isDelimiterSaid: Bool
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
    let layout = CSVLayout(beginning, delimiter: wish.delimiter)
    delimiter = layout.delimiter
    guard let header = layout.sample.first, layout.sample.count > 1 else { return nil }
    let rows =
      [header]
      + layout.sample.dropFirst().prefix { !CSVLayout.isHeader($0, after: header) }
      .map { CSVLayout.fields($0, count: header.count) }.filter { $0.count == header.count }
    var columns = CSVLayout.names(header).enumerated().map { index, name in
      ColumnGuess(
        name, rows.dropFirst().map { $0[index] }, timeZone,
        dateForm: wish.dateForm)
    }
    columns = Self.joined(columns, timeZone, wish)
    let counts = Dictionary(columns.map { ($0.name, 1) }, uniquingKeysWith: +)
    let dates = columns.indices.filter {
      if case .dates = columns[$0].content { counts[columns[$0].name] == 1 } else { false }
    }
    // Numbers may look like seconds since 1970, so a column with formatted dates is preferred.
    let start = dates.first { !isUnix(columns[$0]) } ?? dates.first
    guard let start, case .dates(let forms) = columns[start].content else { return nil }
    date = columns[start].name
    let end = dates.first {
      $0 != start && !isUnix(columns[$0]) && columns[$0].isNamed(by: Self.ends)
        && !columns[$0].name.contains { $0 == "," || $0 == ":" }
    }
    .flatMap { isEnd(columns[$0], of: columns[start], forms) ? $0 : nil }
    dateForms = DateFormGuess(
      forms, end: end.flatMap { columns[$0].dateForms }, columns[start].values)
    decimals = FileDecimals(
      columns.compactMap(\.decimals), delimiter: delimiter, said: wish.hasDecimalComma,
      isPartial: layout.isPartial)
    self.timeZone = wish.timeZone
    encoding = wish.encoding
    isDelimiterSaid = wish.delimiter != nil
    var maker = ItemMaker(end: end.map { columns[$0].name }, isPartial: layout.isPartial)
    for (index, column) in columns.enumerated() where index != start && index != end {
      maker.add(
        column, hasDecimalComma: decimals.hasDecimalComma, isAlone: counts[column.name] == 1)
    }
    items = maker.specifications()
    leftOut = maker.leftOut
    guard !items.isEmpty || !leftOut.isEmpty else { return nil }
  }

  /// Joins columns of days with the columns of their times.
  ///
  /// A column of days has the next column of times. The only one of days can have two, as `day`, `from` and `to`.
  private static func joined(
    _ columns: [ColumnGuess], _ timeZone: TimeZone, _ wish: SuggestionWish
  ) -> [ColumnGuess] {
    let days = columns.indices.filter { columns[$0].hasDaysAlone }
    let times = columns.indices.filter {
      columns[$0].content == .times && columns[$0].hasTimesOfDay
        && columns[$0].isNamed(by: ColumnGuess.timeWords) && !columns[$0].isNamed(by: lengths)
    }
    var pairs: [(day: Int, time: Int)] = []
    if days.count == 1 {
      pairs = times.prefix(1).map { (days[0], $0) }
      pairs +=
        times.dropFirst().first { columns[$0].isNamed(by: ends) }.map { [(days[0], $0)] } ?? []
    } else {
      for (index, day) in days.enumerated() {
        let next = index + 1 < days.count ? days[index + 1] : columns.count
        if let time = times.first(where: { $0 > day && $0 < next }) { pairs.append((day, time)) }
      }
    }
    var result = columns
    for (day, time) in pairs {
      let join = ColumnGuess(
        columns[day], columns[time], timeZone, dateForm: wish.dateForm)
      if join.dateForms != nil { result[time] = join }
    }
    let taken = Set(
      pairs.map(\.day).filter { day in
        result.contains { $0.columns.count > 1 && $0.columns[0] == columns[day].name }
      })
    return result.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
  }

  /// Words in the names of columns with the ends of intervals.
  private static let ends: Set = [
    "end", "ends", "ended", "to", "until", "till", "stop", "stopped", "finish", "finished", "wake",
    "out", "ende",
    "bis", "fin",
  ]
  /// Words in the names of columns with lengths of time, which look like times of a day.
  private static let lengths: Set = [
    "duration", "length", "elapsed", "moving", "pace", "split", "dauer",
  ]

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
    if delimiter != "," || isDelimiterSaid { words += ["--delimiter", delimiter] }
    if hasDecimalComma {
      words += ["--decimal", ","]
    } else if decimals.example != nil {
      words += ["--decimal", "."]
    }
    if form != "iso" { words += ["--date-format", form] }
    if let encoding { words += ["--encoding", encoding] }
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
  // With one column of days for both, an earlier time is one of the next day.
  if column.columns.count > 1, column.columns[0] == start.columns[0] { return true }
  return forms.compactMap { ImportForms.DateForm($0) }.contains { form in
    let reader = ImportForms(dateForm: form, timeZone: .gmt)
    let pairs = zip(start.values, column.values).compactMap { first, last -> Bool? in
      guard let first = reader.date(first), let last = reader.date(last) else { return nil }
      return first <= last
    }
    return !pairs.isEmpty && pairs.allSatisfy(\.self)
  }
}
