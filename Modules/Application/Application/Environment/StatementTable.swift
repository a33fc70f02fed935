public import Foundation
internal import StrataSQLite
internal import StrataSchema
public import StrataShell
public import StrataStorage

/// The table of the rows of an SQL statement that only reads.
@MainActor public struct StatementTable {
  private let sql: String
  private let output: Output
  private let invocation: Invocation
  /// Makes the cell of binary data.
  public var dataCell: (Data) throws -> Cell
  /// Makes the cell of a text that isn't UTF-8, of a row by its number from 1.
  public var invalidTextCell: (_ bytes: Data, _ row: Int, _ column: String) -> Cell

  /// Makes the table of a statement, as a person wrote it.
  ///
  /// Binary data is base64 in JSON and its size elsewhere. Of a text that isn't UTF-8 the bytes are
  /// shown.
  public init(_ sql: String, _ output: Output, _ invocation: Invocation) {
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
    try reader.snapshot {
      try reader.withStatement(reading: sql) { statement in
        let names = Self.columnNames(statement)
        // Otherwise the table would leave out a column without values.
        let writer = try output.beginTable(names.map { Table.Column($0, staysWhenEmpty: true) })
        try statement.forEachRow { row in
          try invocation.checkCancellation()
          let number = writer.rowCount + 1
          try writer.row(
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
            })
        }
        try writer.end()
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
