import Foundation
import StrataShell

/// Writes an export part by part.
@MainActor protocol DocumentWriter {
  func write(_ record: DocumentRecord, labels: OptionLabels) throws
  func end() throws
}

/// The labels of an item's options, for forms that people read.
typealias OptionLabels = [UUID: String]

/// Writes an export as lines of JSON.
@MainActor struct JSONDocumentWriter: DocumentWriter {
  private let output: Output
  private let encoder = DocumentCoding.encoder

  init(_ output: Output) { self.output = output }

  func write(_ record: DocumentRecord, labels: OptionLabels) throws {
    try output.write(data: try encoder.encode(DocumentLine(record)) + [0x0A])
  }

  func end() {}
}

/// Writes an export as one CSV table; what a row is of is in its first column.
@MainActor struct CSVDocumentWriter: DocumentWriter {
  private let table: TableWriter
  private let escapesFormulas: Bool

  /// - Parameter escapesFormulas: True to write texts so that a spreadsheet takes none for a formula.
  init(_ output: Output, escapesFormulas: Bool) throws {
    self.escapesFormulas = escapesFormulas
    table = try output.beginTable(CSVColumn.allCases.map { Table.Column($0.rawValue) })
  }

  func write(_ record: DocumentRecord, labels: OptionLabels) throws {
    for var row in try CSVRow.rows(of: record, labels) {
      if escapesFormulas {
        if case .header = record { row[.label] = .text(FormulaEscaping.mark) }
        row = row.mapValues(FormulaEscaping.escaped)
      }
      try table.row(CSVColumn.allCases.map { row[$0] ?? .null })
    }
  }

  func end() throws { try table.end() }
}
