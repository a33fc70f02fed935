import StrataSQLite
import StrataSchema
import StrataStorage

/// The rows of an entity in a store that is read through views, whose values may fail one by one.
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

  /// An object that can't be written without a value that can't be read.
  struct Unreadable: Error, CustomStringConvertible {
    let property: String
    let reason: String
    var description: String { "its \(property) can't be read: \(reason)" }
  }

  /// One row.
  struct Imported {
    /// Its key, which is 1 or greater.
    let key: Int64
    /// The values, each as it was read or with why it wasn't.
    fileprivate let read: [Result<ColumnValue, any Error>]
    fileprivate let table: EntityTable
    fileprivate let columns: [EntityTable.Column]

    /// The values of all columns; NULL for one that may be missing and can't be read.
    ///
    /// - Parameter lacking: Is told of those, by property.
    /// - Throws: ``ImportedRows/Unreadable`` for a value that must be there.
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

  /// Gives each row to a body, by key.
  ///
  /// - Throws: `StorageError` where the store can't be read at all; what the body throws.
  func forEach(_ body: (Imported) throws -> Void) throws {
    var last: Int64 = 0
    while true {
      do {
        return try readAll(after: &last, body)
      } catch let failure as ReadFailure {
        // A value of the next row: it is read by itself, and the rest goes on behind it.
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

  /// Why a value can't be read, in the words of the function that has refused it.
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
  /// Whether it is about one value: a function refuses it, it is too large, or its place in the file is
  /// damaged. All else, such as a command that is stopped, is about the whole.
  fileprivate var isOfValue: Bool {
    switch self {
    case .sqlite(let code, _, _): code & 0xff == 1
    case .tooLarge, .corrupt: true
    default: false
    }
  }
}
