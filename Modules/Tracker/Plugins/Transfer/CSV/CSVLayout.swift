import Foundation
import StrataApplication

/// The delimiters of CSV files.
enum CSVDelimiter {
  /// The delimiters, with their names in options.
  static let names: [(name: String, byte: UInt8)] = [
    (",", UInt8(ascii: ",")), (";", UInt8(ascii: ";")), ("tab", 0x09), ("|", UInt8(ascii: "|")),
  ]

  static func byte(named name: String) -> UInt8? {
    names.first { $0.name == name || ($0.name == "tab" && name == "\t") }?.byte
  }
}

/// Where the table is in a CSV file: its delimiter, and the lines above its header.
struct CSVLayout {
  /// The delimiter, by its name in options.
  let delimiter: String
  let byte: UInt8
  /// The number of records above the header.
  let above: Int
  /// The header and the rows of the file's beginning.
  let sample: [[String]]
  /// True if the file has more rows than the sample.
  let isPartial: Bool

  /// Finds the table at a file's beginning.
  ///
  /// The header is the row above the first row of data, which has a date or mostly numbers. The delimiter is the one by which
  /// there is such a header, and by which most rows have as many fields. The default is the comma. A first line `sep=;`, which
  /// spreadsheets write, decides it.
  ///
  /// - Parameters:
  ///   - delimiter: The delimiter's name, if an option gives it.
  ///   - isHeader: True for the row with the columns that options name.
  init(
    _ beginning: [UInt8], delimiter said: String? = nil, isHeader: (([String]) -> Bool)? = nil
  ) {
    let (announced, start) = Self.announcement(beginning)
    let names = CSVDelimiter.names
    let wanted = said ?? announced
    var best: (layout: CSVLayout, score: Int)?
    for (name, byte) in names where wanted.map({ byte == CSVDelimiter.byte(named: $0) }) ?? true {
      let (rows, isPartial) = Self.rows(of: beginning, delimiter: byte)
      let table = rows.dropFirst(start)
      let named = isHeader.flatMap { isHeader in
        table.prefix(Self.longestPreface).firstIndex { isHeader(Self.names($0)) }
      }
      let header = named ?? Self.header(of: table)
      let above = header ?? start
      let layout = CSVLayout(
        delimiter: name, byte: byte, above: above, sample: Array(rows.dropFirst(above)),
        isPartial: isPartial)
      let width = layout.sample.first?.count ?? 0
      let alike = layout.sample.count { Self.fields($0, count: width).count == width }
      var score = header == nil ? 0 : alike * 1000 / max(1, table.count) * width
      if named != nil { score += 1 << 40 }
      if score > best?.score ?? -1 { best = (layout, score) }
    }
    self =
      best?.layout
      ?? CSVLayout(
        delimiter: names[0].name, byte: names[0].byte, above: 0, sample: [], isPartial: false)
  }

  /// The number of lines in which the header is looked for.
  private static let longestPreface = 50

  /// The position of the row above the first row of data that has one.
  private static func header(of rows: ArraySlice<[String]>) -> Int? {
    var header: Int?
    for (position, row) in zip(rows.indices, rows).prefix(longestPreface) {
      let filled = row.filter { !$0.allSatisfy(\.isWhitespace) }
      if isData(filled) {
        // A title may have a date as well, and nothing above it.
        if let header { return header }
      } else {
        header = filled.count > 1 ? position : nil
      }
    }
    return nil
  }

  /// A row without empty fields behind those of the header. Some programs end each row with a delimiter, and the header
  /// without.
  static func fields(_ row: [String], count: Int) -> [String] {
    var row = row
    while row.count > count, row.last?.isEmpty == true { row.removeLast() }
    return row
  }

  /// True for the fields of a row that has a date, or mostly numbers. Names of columns have neither.
  static func isData(_ filled: [String]) -> Bool {
    let numbers = [false, true].map { ImportForms(hasDecimalComma: $0, timeZone: .gmt) }
    let forms = ImportForms.DateForm.common.filter { !$0.hasPrefix("unix") }
      .compactMap { ImportForms.DateForm($0) }.map { ImportForms(dateForm: $0, timeZone: .gmt) }
    let count = filled.count { field in numbers.contains { $0.number(field) != nil } }
    return count > 0 && count * 2 >= filled.count
      || filled.contains { field in forms.contains { $0.date(field) != nil } }
  }

  /// The names of columns in a header. A line break in one is a blank, so that a line can name it.
  static func names(_ header: [String]) -> [String] {
    header.map { name in
      name.split(whereSeparator: \.isNewline).joined(separator: " ")
        .trimmingCharacters(in: .whitespaces)
    }
  }

  private init(
    delimiter: String, byte: UInt8, above: Int, sample: [[String]], isPartial: Bool
  ) {
    self.delimiter = delimiter
    self.byte = byte
    self.above = above
    self.sample = sample
    self.isPartial = isPartial
  }

  /// True if a row is the header of another table, or of this one again: a column has its own name as value.
  static func isHeader(_ row: [String], after header: [String], column: Int = 0) -> Bool {
    guard row.indices.contains(column), header.indices.contains(column) else { return false }
    let field = row[column].trimmingCharacters(in: .whitespaces)
    return !field.isEmpty && field == header[column].trimmingCharacters(in: .whitespaces)
  }

  /// The delimiter that a first line `sep=;` announces, and the number of lines that it takes.
  private static func announcement(_ beginning: [UInt8]) -> (delimiter: String?, count: Int) {
    let line = beginning.prefix { $0 != 0x0A && $0 != 0x0D }
    let text = String(decoding: line, as: UTF8.self).filter { $0 != "\u{FEFF}" && $0 != "\"" }
    guard text.lowercased().hasPrefix("sep="), text.count == 5, let mark = text.utf8.last,
      let name = CSVDelimiter.names.first(where: { $0.byte == mark })?.name
    else { return (nil, 0) }
    return (name, 1)
  }

  /// Returns the complete rows of the beginning, and whether there are more.
  private static func rows(
    of beginning: [UInt8], delimiter: UInt8
  ) -> (rows: [[String]], isPartial: Bool) {
    var rows: [[String]] = []
    // Errors are ignored here. Reading the file reports them.
    guard var reader = try? CSVReader(BytesSource(beginning), delimiter: delimiter) else {
      return ([], false)
    }
    while rows.count < 2000, let record = try? reader.record() { rows.append(record.fields) }
    // The last row may be truncated.
    let isPartial = beginning.count >= 1 << 16
    if isPartial, rows.count > 2 { rows.removeLast() }
    return (rows, isPartial || rows.count == 2000)
  }
}
