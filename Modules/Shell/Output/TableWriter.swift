import Foundation

/// Writes a table row by row. JSON, CSV and TSV go out as they come; a table for people is kept until
/// ``end()``, because its widths depend on all rows.
@MainActor
public final class TableWriter {
  private enum Form {
    case table(TableLayout)
    case markdown(TableLayout)
    case json(keys: [[UInt8]])
    case csv
    case tsv
  }

  private let output: Output
  private let columnCount: Int
  private var form: Form
  private var hasEnded = false
  /// How many rows were written.
  public private(set) var rowCount = 0

  init(_ columns: [Table.Column], output: Output) throws(ShellError) {
    guard !columns.isEmpty, Set(columns.map(\.name)).count == columns.count else {
      throw ShellError("a table needs columns with names of their own")
    }
    self.output = output
    columnCount = columns.count
    switch output.format {
    case .table:
      form = .table(
        TableLayout(columns, zone: output.timeZone, escape: { VisibleText.of($0) }))
    case .markdown:
      form = .markdown(
        TableLayout(columns, zone: output.timeZone, escape: MarkdownText.of))
    case .json:
      form = .json(
        keys: columns.map { column in
          var encoding = JSONEncoding(zone: output.timeZone)
          encoding.append(column.name)
          return encoding.bytes + [UInt8(ascii: ":")]
        })
    case .csv:
      form = .csv
      if output.style.hasHeader { try writeCSV(columns.map { .text($0.name) }) }
    case .tsv:
      form = .tsv
      if output.style.hasHeader { try writeTSV(columns.map { .text($0.name) }) }
    }
  }

  /// Writes a row.
  ///
  /// - Throws: ``ShellError`` when the row doesn't fit the columns or the output can't be written.
  public func row(_ cells: [Cell]) throws(ShellError) {
    guard cells.count == columnCount, !hasEnded else {
      throw ShellError("a row of \(cells.count) cells in a table of \(columnCount) columns")
    }
    rowCount += 1
    switch form {
    case .table(var layout):
      // Released first, so that the layout grows in place.
      form = .csv
      layout.append(cells)
      form = .table(layout)
    case .markdown(var layout):
      form = .csv
      layout.append(cells)
      form = .markdown(layout)
    case .json(let keys):
      var encoding = JSONEncoding(zone: output.timeZone)
      encoding.appendObject(keys: keys, cells)
      try output.write(encoding.bytes)
    case .csv: try writeCSV(cells)
    case .tsv: try writeTSV(cells)
    }
  }

  /// Ends the table; for people that is when it is written.
  ///
  /// - Throws: ``ShellError`` when the output can't be written.
  public func end() throws(ShellError) {
    guard !hasEnded else { return }
    hasEnded = true
    let hasHeader = output.style.hasHeader
    do {
      switch form {
      case .table(let layout):
        try layout.forEachLine(hasHeader: hasHeader, width: output.width) { line, isHeader in
          try output.write(isHeader ? output.styled(line, .bold) + "\n" : line + "\n")
        }
        output.message(rowCount == 1 ? "(1 row)" : "(\(rowCount) rows)")
      case .markdown(let layout):
        try layout.forEachMarkdownLine(hasHeader: hasHeader) { try output.write($0 + "\n") }
      case .json, .csv, .tsv: break
      }
    } catch {
      throw ShellError(error)
    }
  }

  private func writeTSV(_ cells: [Cell]) throws(ShellError) {
    var encoding = TSVEncoding(
      zone: output.timeZone, isForTerminal: output.standardOutput.isTerminal)
    encoding.append(cells)
    try output.write(Array(encoding.text.utf8))
  }

  private func writeCSV(_ cells: [Cell]) throws(ShellError) {
    var encoding = CSVEncoding(
      zone: output.timeZone, isForTerminal: output.standardOutput.isTerminal)
    encoding.append(cells)
    try output.write(Array(encoding.text.utf8))
  }
}
