import Foundation

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

  /// Finds the table at a file's beginning.
  ///
  /// The header is the first row of the width that most rows have. The delimiter is the one by which most rows
  /// have as many fields as the header, and more than one. The default is the comma. A first line `sep=;`, which
  /// spreadsheets write, decides it.
  ///
  /// - Parameter delimiter: The delimiter's name, if an option gives it.
  init(_ beginning: [UInt8], delimiter said: String? = nil) {
    let (announced, start) = Self.announcement(beginning)
    let names = CSVDelimiter.names
    let wanted = said ?? announced
    var best: (layout: CSVLayout, score: Int)?
    for (name, byte) in names where wanted.map({ byte == CSVDelimiter.byte(named: $0) }) ?? true {
      let rows = Self.rows(of: beginning, delimiter: byte)
      let table = rows.dropFirst(start)
      let counts = Dictionary(table.map { ($0.count, 1) }, uniquingKeysWith: +)
      let most = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
      let header = table.firstIndex { row in
        row.count == most?.key && row.count { !$0.isEmpty } * 2 > row.count
      }
      let above = header ?? start
      let layout = CSVLayout(
        delimiter: name, byte: byte, above: above, sample: Array(rows.dropFirst(above)))
      let width = layout.sample.first?.count ?? 0
      let score = width > 1 ? (most?.value ?? 0) * 1000 / max(1, table.count) * width : 0
      if score > best?.score ?? -1 { best = (layout, score) }
    }
    self =
      best?.layout
      ?? CSVLayout(delimiter: names[0].name, byte: names[0].byte, above: 0, sample: [])
  }

  private init(delimiter: String, byte: UInt8, above: Int, sample: [[String]]) {
    self.delimiter = delimiter
    self.byte = byte
    self.above = above
    self.sample = sample
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

  /// Returns the complete rows of the beginning.
  private static func rows(of beginning: [UInt8], delimiter: UInt8) -> [[String]] {
    var rows: [[String]] = []
    // Errors are ignored here. Reading the file reports them.
    guard var reader = try? CSVReader(BytesSource(beginning), delimiter: delimiter) else {
      return []
    }
    while rows.count < 2000, let record = try? reader.record() { rows.append(record.fields) }
    // The last row may be truncated.
    if beginning.count >= 1 << 16, rows.count > 2 { rows.removeLast() }
    return rows
  }
}
