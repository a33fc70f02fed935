import Foundation

/// A writer of a table, row by row.
///
/// JSON, CSV and TSV are written at once. A table for people is buffered until ``end()``, since its
/// widths depend on all rows. A very long one is written in parts of 10,000 rows, each with its own
/// header and widths, so that memory is bounded.
@MainActor
public final class TableWriter {
  private enum Form {
    case table(TableLayout)
    case markdown(TableLayout)
    case json(keys: [[UInt8]])
    case csv
    case tsv
  }

  /// The number of rows in a part of a table for people.
  private static let partSize = 10_000

  private let output: Output
  private let columns: [Table.Column]
  private let columnCount: Int
  private var form: Form
  private var hasEnded = false
  private let limit: Int?
  /// The number of rows that the table has, with those beyond the line's limit.
  public private(set) var rowCount = 0
  private var shownCount: Int { min(rowCount, limit ?? .max) }

  init(_ columns: [Table.Column], output: Output) throws(ShellError) {
    guard !columns.isEmpty, Set(columns.map(\.name)).count == columns.count else {
      throw ShellError("a table needs columns with names of their own")
    }
    self.output = output
    self.columns = columns
    columnCount = columns.count
    limit = output.style.rowLimit
    switch output.format {
    case .table: form = .table(Self.table(columns, output))
    case .markdown: form = .markdown(Self.markdown(columns, output))
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

  private static func table(_ columns: [Table.Column], _ output: Output) -> TableLayout {
    TableLayout(columns, zone: output.timeZone, escape: { VisibleText.of($0) })
  }

  private static func markdown(_ columns: [Table.Column], _ output: Output) -> TableLayout {
    TableLayout(columns, zone: output.timeZone, escape: MarkdownText.of)
  }

  /// Writes a row. One beyond the line's limit is only counted.
  ///
  /// - Throws: ``ShellError`` if the row doesn't fit the columns or the output can't be written.
  public func row(_ cells: [Cell]) throws(ShellError) {
    guard cells.count == columnCount, !hasEnded else {
      throw ShellError("a row of \(cells.count) cells in a table of \(columnCount) columns")
    }
    rowCount += 1
    guard rowCount == shownCount else { return }
    switch form {
    case .table(var layout):
      // Drops the other reference to the layout, so that appending doesn't copy its rows.
      form = .csv
      layout.append(cells)
      if layout.rowCount == Self.partSize {
        try write(table: layout)
        layout = Self.table(columns, output)
      }
      form = .table(layout)
    case .markdown(var layout):
      form = .csv
      layout.append(cells)
      if layout.rowCount == Self.partSize {
        try write(markdown: layout)
        layout = Self.markdown(columns, output)
      }
      form = .markdown(layout)
    case .json(let keys):
      var encoding = JSONEncoding(zone: output.timeZone)
      encoding.appendObject(keys: keys, cells)
      try output.write(encoding.bytes)
    case .csv: try writeCSV(cells)
    case .tsv: try writeTSV(cells)
    }
  }

  /// Ends the table, and writes the buffered rows of a table for people.
  ///
  /// - Throws: ``ShellError`` if the output can't be written.
  public func end() throws(ShellError) {
    guard !hasEnded else { return }
    hasEnded = true
    switch form {
    case .table(let layout):
      try write(table: layout)
      let count = rowCount == shownCount ? "\(rowCount)" : "\(shownCount) of \(rowCount)"
      output.message(rowCount == 1 ? "(\(count) row)" : "(\(count) rows)")
    case .markdown(let layout): try write(markdown: layout)
    case .json, .csv, .tsv: break
    }
  }

  private func write(table layout: TableLayout) throws(ShellError) {
    guard try beginPart(layout) else { return }
    do {
      try layout.forEachLine(
        hasHeader: output.style.hasHeader, width: output.width
      ) { line, isHeader in
        try output.write(isHeader ? output.styled(line, .bold) + "\n" : line + "\n")
      }
    } catch {
      throw ShellError(error)
    }
  }

  private func write(markdown layout: TableLayout) throws(ShellError) {
    guard try beginPart(layout) else { return }
    do {
      try layout.forEachMarkdownLine(hasHeader: output.style.hasHeader) {
        try output.write($0 + "\n")
      }
    } catch {
      throw ShellError(error)
    }
  }

  /// Writes an empty line between parts.
  ///
  /// - Returns: False if the part is empty and the table isn't, so that there is nothing to write.
  private func beginPart(_ layout: TableLayout) throws(ShellError) -> Bool {
    guard shownCount > layout.rowCount else { return true }
    guard layout.rowCount > 0 else { return false }
    if output.style.hasHeader { try output.write("\n") }
    return true
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
