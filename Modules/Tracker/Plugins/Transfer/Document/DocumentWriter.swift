import Foundation
import StrataShell

/// A writer of an export's parts.
@MainActor protocol DocumentWriter {
  func write(_ record: DocumentRecord, labels: OptionLabels) throws
  func end() throws
}

/// The labels of an item's options, for formats that people read.
typealias OptionLabels = [UUID: String]

/// A writer of an export as lines of JSON.
@MainActor struct JSONDocumentWriter: DocumentWriter {
  private let output: Output
  private let encoder = DocumentCoding.encoder

  init(_ output: Output) { self.output = output }

  func write(_ record: DocumentRecord, labels: OptionLabels) throws {
    try output.write(data: try encoder.encode(DocumentLine(record)) + [0x0A])
  }

  func end() {}
}

/// A writer of an export as a CSV table, whose first column has the kind of record.
@MainActor struct CSVDocumentWriter: DocumentWriter {
  private let table: TableWriter
  private let escapesFormulas: Bool

  /// Makes a writer.
  ///
  /// - Parameter escapesFormulas: True to escape texts that a spreadsheet would run as formulas.
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
