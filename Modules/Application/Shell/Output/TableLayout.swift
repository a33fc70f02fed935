import Foundation

/// A buffer of rows for a table whose column widths depend on all rows.
struct TableLayout {
  private let headers: [String]
  private let alignments: [Table.Alignment]
  private let areKept: [Bool]
  private let zone: TimeZone
  private let escape: (String) -> String
  private var texts: [[String]] = []
  private var widths: [Int]
  private var areNumbers: [Bool?]
  private var areTexts: [Bool]

  /// Makes a buffer.
  ///
  /// - Parameter escape: A function that escapes a value for display.
  init(_ columns: [Table.Column], zone: TimeZone, escape: @escaping (String) -> String) {
    self.zone = zone
    self.escape = escape
    headers = columns.map { escape($0.name) }
    alignments = columns.map(\.alignment)
    areKept = columns.map(\.staysWhenEmpty)
    widths = columns.map { _ in 0 }
    areNumbers = columns.map { _ in nil }
    areTexts = columns.map { _ in true }
  }

  /// The number of buffered rows.
  var rowCount: Int { texts.count }

  mutating func append(_ cells: [Cell]) {
    var row: [String] = []
    row.reserveCapacity(cells.count)
    for (index, cell) in cells.enumerated() {
      let text = escape(cell.text(in: zone))
      widths[index] = max(widths[index], DisplayWidth.of(text))
      if !cell.isNull { areNumbers[index] = (areNumbers[index] ?? true) && cell.isNumber }
      areTexts[index] = areTexts[index] && cell.isText
      row.append(text)
    }
    texts.append(row)
  }

  /// Calls a body with each line of a table for people: header, rule and rows.
  ///
  /// Columns without any value are left out.
  ///
  /// - Parameter width: The maximal width. The widest texts are truncated to fit into it. Nil for
  ///   no maximum.
  func forEachLine(
    hasHeader: Bool, width: Int?, _ body: (_ line: String, _ isHeader: Bool) throws -> Void
  ) rethrows {
    let filled = headers.indices.filter { widths[$0] > 0 || areKept[$0] }
    let shown = filled.isEmpty ? Array(headers.indices) : filled
    var fitting = shown.map { max(widths[$0], hasHeader ? DisplayWidth.of(headers[$0]) : 0) }
    if let width {
      fitting = TableFit.widths(fitting, areFlexible: shown.map { areTexts[$0] }, into: width)
    }
    func line(_ cells: [String]) -> String {
      var line = ""
      for (column, width) in zip(shown, fitting) {
        if column != shown.first { line += String(repeating: " ", count: TableFit.gap) }
        line += padded(DisplayWidth.shortened(cells[column], to: width), column, to: width)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    if hasHeader {
      try body(line(headers), true)
      let rule = fitting.map { String(repeating: "-", count: $0) }
      try body(rule.joined(separator: String(repeating: " ", count: TableFit.gap)), false)
    }
    for row in texts { try body(line(row), false) }
  }

  /// Calls a body with each line of a Markdown table.
  func forEachMarkdownLine(hasHeader: Bool, _ body: (_ line: String) throws -> Void) rethrows {
    // A rule needs at least three dashes.
    let widths = headers.indices.map { max(self.widths[$0], DisplayWidth.of(headers[$0]), 3) }
    func line(_ cells: [String]) -> String {
      "| "
        + cells.indices.map { padded(cells[$0], $0, to: widths[$0]) }.joined(separator: " | ")
        + " |"
    }
    if hasHeader {
      try body(line(headers))
      try body(
        line(
          headers.indices.map { index in
            let dashes = String(repeating: "-", count: widths[index])
            return isTrailing(index) ? dashes.dropLast() + ":" : dashes
          }))
    }
    for row in texts { try body(line(row)) }
  }

  private func padded(_ text: String, _ index: Int, to width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    return isTrailing(index) ? blanks + text : text + blanks
  }

  private func isTrailing(_ index: Int) -> Bool {
    switch alignments[index] {
    case .automatic: areNumbers[index] ?? false
    case .leading: false
    case .trailing: true
    }
  }
}
