import Foundation

/// Rows for people: kept until all are there, because the widths depend on all of them.
struct TableLayout {
  private let columns: [Table.Column]
  private let zone: TimeZone
  private var texts: [[String]] = []
  private var widths: [Int]
  private var areNumbers: [Bool?]

  init(_ columns: [Table.Column], zone: TimeZone) {
    self.columns = columns
    self.zone = zone
    widths = columns.map { DisplayWidth.of(VisibleText.of($0.name)) }
    areNumbers = Array(repeating: nil, count: columns.count)
  }

  mutating func append(_ cells: [Cell]) {
    var row: [String] = []
    row.reserveCapacity(cells.count)
    for (index, cell) in cells.enumerated() {
      let text = VisibleText.of(cell.text(in: zone))
      widths[index] = max(widths[index], DisplayWidth.of(text))
      if cell != .null { areNumbers[index] = (areNumbers[index] ?? true) && cell.isNumber }
      row.append(text)
    }
    texts.append(row)
  }

  /// All lines: header, rule, rows.
  func forEachLine(_ body: (_ line: String, _ isHeader: Bool) throws -> Void) rethrows {
    try body(line(columns.map { VisibleText.of($0.name) }), true)
    try body(line(widths.map { String(repeating: "-", count: $0) }), false)
    for row in texts { try body(line(row), false) }
  }

  private func line(_ cells: [String]) -> String {
    var line = ""
    for (index, text) in cells.enumerated() {
      if index > 0 { line += "  " }
      let blanks = String(repeating: " ", count: widths[index] - DisplayWidth.of(text))
      line += isTrailing(index) ? blanks + text : text + blanks
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private func isTrailing(_ index: Int) -> Bool {
    switch columns[index].alignment {
    case .automatic: areNumbers[index] ?? false
    case .leading: false
    case .trailing: true
    }
  }
}
