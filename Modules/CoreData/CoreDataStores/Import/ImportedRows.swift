import StrataSQLite
import StrataSchema
import StrataStorage

/// The rows of an entity in a store that is read through views. Reading a value may fail without
/// affecting the others.
struct ImportedRows {
  private let reader: StoreReader
  private let table: EntityTable
  private let columns: [EntityTable.Column]
  private let source: String

  init(_ reader: StoreReader, _ table: EntityTable, _ entity: Schema.Entity) {
    self.reader = reader
    self.table = table
    columns = table.storedColumns
    source =
      "FROM \(quoted(table.name)) WHERE "
      + (table.isShared ? "\(EntityTable.entityColumn) = \(literal(entity.name)) AND " : "")
      + "\(EntityTable.key) > ? ORDER BY \(EntityTable.key)"
  }

  /// A required value that can't be read, so that the object can't be imported.
  struct Unreadable: Error, CustomStringConvertible {
    let property: String
    let reason: String
    var description: String { "its \(property) can't be read: \(reason)" }
  }

  /// One row.
  struct Imported {
    /// The row's key, at least 1.
    let key: Int64
    /// The values, or the errors of reading them.
    fileprivate let read: [Result<ColumnValue, any Error>]
    fileprivate let table: EntityTable
    fileprivate let columns: [EntityTable.Column]

    /// The values of all columns. An optional value that can't be read is null.
    ///
    /// - Parameter lacking: Called with each optional property that can't be read.
    /// - Throws: ``ImportedRows/Unreadable`` for a required value that can't be read.
    func values(_ lacking: (_ property: String, _ reason: String) -> Void) throws -> [ColumnValue] {
      try zip(columns, read).map { column, value in
        switch value {
        case .success(let value): return value
        case .failure(let error):
          let property = table.entity.properties[column.property].name
          guard column.description.isOptional else {
            throw Unreadable(property: property, reason: "\(error)")
          }
          lacking(property, "\(error)")
          return .null
        }
      }
    }
  }

  /// Calls a body with each row, sorted by key.
  ///
  /// - Throws: `StorageError` if the store can't be read at all, or errors of the body.
  func forEach(_ body: (Imported) throws -> Void) throws {
    var last: Int64 = 0
    while true {
      do {
        return try readAll(after: &last, body)
      } catch let failure as ReadFailure {
        // A value of the next row can't be read. That row is read value by value, and the loop
        // continues after it.
        guard let next = try nextKey(after: last), next > last else { throw failure.error }
        try body(try row(next))
        last = next
      }
    }
  }

  private struct ReadFailure: Error {
    let error: StorageError
  }

  private func readAll(after last: inout Int64, _ body: (Imported) throws -> Void) throws {
    let names = ([EntityTable.key] + columns.map(\.name)).map(quoted).joined(separator: ", ")
    let query = SQLQuery("SELECT \(names) \(source)", .integer(last))
    try reader.read { connection in
      try connection.withStatement(query) { statement in
        while try step(statement) {
          let key = statement.integer(at: 0)
          let values = columns.indices.map {
            Result<_, any Error>.success(statement.value(at: $0 + 1))
          }
          try body(Imported(key: key, read: values, table: table, columns: columns))
          last = key
        }
      }
    }
  }

  private func step(_ statement: Statement) throws -> Bool {
    do {
      return try statement.step()
    } catch  where error.isOfValue {
      throw ReadFailure(error: error)
    }
  }

  private func nextKey(after key: Int64) throws -> Int64? {
    try reader.read { connection in
      try connection.integers(
        SQLQuery("SELECT \(EntityTable.key) \(source) LIMIT 1", .integer(key))
      )
      .first
    }
  }

  private func row(_ key: Int64) throws -> Imported {
    try reader.read { connection in
      let values = try columns.map { column in
        let sql =
          "SELECT \(quoted(column.name)) FROM \(quoted(table.name)) WHERE \(EntityTable.key) = ?"
        let value: ColumnValue?
        do {
          value = try connection.first(SQLQuery(sql, .integer(key))) { $0.value(at: 0) }
        } catch let error as StorageError where error.isOfValue {
          return Result<ColumnValue, any Error>.failure(ValueFailure(error))
        }
        guard let value else {
          throw StorageError.corrupt(
            path: connection.path,
            reason: "\(table.entity.name)/p\(key) is found, and then isn't there")
        }
        return .success(value)
      }
      return Imported(key: key, read: values, table: table, columns: columns)
    }
  }

  /// The error of reading a value, with the message of the SQL function that rejected it.
  private struct ValueFailure: Error, CustomStringConvertible {
    let description: String

    init(_ error: StorageError) {
      if case .sqlite(_, let message, _) = error {
        description = message
      } else {
        description = "\(error)"
      }
    }
  }
}

extension StorageError {
  /// True if the error is about one value: a function rejected it, it is too large, or its part of
  /// the file is damaged. Any other error, such as an interrupted statement, is about the whole
  /// store.
  fileprivate var isOfValue: Bool {
    switch self {
    case .sqlite(let code, _, _): code & 0xff == 1
    case .tooLarge, .corrupt: true
    default: false
    }
  }
}
