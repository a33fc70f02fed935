public import Foundation
internal import StrataSQLite
internal import StrataSchema
public import StrataShell
public import StrataStorage

/// The table of the rows of an SQL statement that only reads.
@MainActor public struct StatementTable {
  private let sql: String
  private let output: Output
  private let invocation: Invocation?
  /// Makes the cell of binary data.
  public var dataCell: (Data) throws -> Cell
  /// Makes the cell of a text that isn't UTF-8, of a row by its number from 1.
  public var invalidTextCell: (_ bytes: Data, _ row: Int, _ column: String) -> Cell

  /// Makes the table of a statement, as a person wrote it.
  ///
  /// - Parameter invocation: The line that is run, which can be cancelled.
  ///
  /// Binary data is base64 in JSON and its size elsewhere. Of a text that isn't UTF-8 the bytes are
  /// shown.
  public init(_ sql: String, _ output: Output, _ invocation: Invocation? = nil) {
    self.sql = sql
    self.output = output
    self.invocation = invocation
    dataCell = { data in
      .text(output.format == .json ? data.base64EncodedString() : "\(data.count) bytes")
    }
    invalidTextCell = { bytes, _, _ in
      .text("not UTF-8: " + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
  }

  /// Runs the statement in a snapshot, and prints its rows as they are read.
  ///
  /// - Throws: `StorageError.refusedStatement` for a statement that would change anything, for
  ///   several, and for one that the engine refuses. `StorageError` for one that fails.
  ///   `ShellError.interrupted`, and for an output that can't be written.
  public func print(_ reader: StoreReader) throws {
    try run(reader) { names, statement in
      let writer = try output.beginTable(names.map { Table.Column($0, staysWhenEmpty: true) })
      try statement.forEachRow { row in
        try invocation?.checkCancellation()
        try writer.row(try cells(row, number: writer.rowCount + 1, names))
      }
      try writer.end()
    }
  }

  /// Runs the statement in a snapshot, and returns its first rows.
  ///
  /// - Parameter limit: The number of rows to return.
  /// - Returns: The table, and whether it has all rows.
  /// - Throws: as ``print(_:)``.
  public func table(_ reader: StoreReader, limit: Int) throws -> (table: Table, isWhole: Bool) {
    var table = Table([])
    var isWhole = true
    try run(reader) { names, statement in
      table = Table(names.map { Table.Column($0, staysWhenEmpty: true) })
      defer { statement.reset() }
      while try statement.step() {
        guard table.rows.count < limit else {
          isWhole = false
          break
        }
        table.rows.append(try cells(statement, number: table.rows.count + 1, names))
      }
    }
    return (table, isWhole)
  }

  private func run(
    _ reader: StoreReader, _ body: (_ names: [String], Statement) throws -> Void
  ) throws {
    try reader.snapshot {
      try reader.withStatement(reading: sql) { try body(Self.columnNames($0), $0) }
    }
  }

  private func cells(_ row: Statement, number: Int, _ names: [String]) throws -> [Cell] {
    try names.indices.map { index in
      guard row.isValidText(at: index) else {
        return invalidTextCell(row.bytes(at: index), number, names[index])
      }
      return switch row.value(at: index) {
      case .null: .null
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let value): .text(value)
      case .blob(let data): try dataCell(data)
      }
    }
  }

  /// Returns the names of a statement's columns. A number follows those that another column has.
  private static func columnNames(_ statement: Statement) -> [String] {
    var seen: Set<String> = []
    return (0..<statement.columnCount).map { index in
      let name = statement.columnName(at: index)
      var free = name
      var number = 2
      while !seen.insert(free).inserted {
        free = "\(name) \(number)"
        number += 1
      }
      return free
    }
  }
}
