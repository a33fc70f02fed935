import StrataSQLite
import StrataSchema
import StrataTables

/// The values that Swift makes for rows that are there while a migration changes their table: initial values of new
/// properties, and values that are kept in another form now. Each value is made once a row, with all of its columns.
///
/// In a file, SQL calls a function for them. On a server, they stand in temporary tables that are filled first.
final class RowValues {
  /// Why Swift makes a value.
  enum Purpose {
    case initial, conversion
  }

  /// The rows that need a value.
  struct Rows {
    /// The table that has them.
    let table: String
    /// The condition for a row `t`, or nil for all rows.
    var condition: SQL?
    /// The columns that the value is made of.
    var sources: [(column: String, description: ColumnDescription)] = []
  }

  private struct Value {
    let purpose: Purpose
    let place: String
    let rows: Rows
    let make: ([ColumnValue]) throws -> [ColumnValue]
    /// The columns that are asked for, by their numbers in the value.
    var columns: [Int: ColumnDescription] = [:]
    /// The value of the last row, since SQL asks for each column.
    var last: (key: Int64, columns: [ColumnValue])?
  }

  /// The name of the function: of a value's number, the column in the value, the row's key, and the old columns.
  private static let function = "strata_value"

  private var values: [Value] = []
  private var failure: (value: Value, key: Int64, error: any Error)?

  /// The SQL of a column of a value in the row `t`.
  ///
  /// - Parameters:
  ///   - place: The property or member that the value is for, which tells values apart.
  ///   - column: The number of the column in the value.
  ///   - make: Makes the columns of a value of those of ``Rows/sources``.
  func sql(
    _ purpose: Purpose, of place: String, column: Int, _ description: ColumnDescription,
    in rows: Rows, _ dialect: SQLDialect,
    _ make: @escaping ([ColumnValue]) throws -> [ColumnValue]
  ) -> SQL {
    let known = values.firstIndex { $0.place == place && $0.purpose == purpose }
    let number = known ?? values.count
    if known == nil {
      values.append(Value(purpose: purpose, place: place, rows: rows, make: make))
    }
    values[number].columns[column] = description
    switch dialect {
    case .sqlite:
      let arguments: [SQL] =
        ["\(number)", "\(column)", "t.\(.key)"] + rows.sources.map { "t.\(name: $0.column)" }
      return "\(SQL(Self.function))(\(arguments.joined()))"
    case .postgreSQL:
      return """
        (SELECT c\(column) FROM \(Self.table(number)) AS v WHERE v.key = t.\(.key))
        """
    }
  }

  private static func table(_ number: Int) -> SQL { "pg_temp.strata_value_\(number)" }

  private func value(
    _ number: Int, _ column: Int, key: Int64, of old: () -> [ColumnValue]
  ) throws -> ColumnValue {
    if values[number].last?.key != key {
      values[number].last = (key, try make(number, key: key, of: old()))
    }
    let columns = values[number].last?.columns ?? []
    return columns.indices.contains(column) ? columns[column] : .null
  }

  private func make(_ number: Int, key: Int64, of old: [ColumnValue]) throws -> [ColumnValue] {
    do {
      return try values[number].make(old)
    } catch {
      failure = (values[number], key, error)
      throw error
    }
  }

  /// Runs a body in whose SQL the values are known.
  ///
  /// - Throws: `StorageError.incompatibleSchema` for a value that can't be made. The body's errors.
  func evaluating(on connection: Connection, _ body: () throws -> Void) throws {
    guard !values.isEmpty else { return try body() }
    do {
      if connection.isServer {
        for number in values.indices { try fillTable(number, on: connection) }
        return try body()
      }
      register(on: connection)
      defer { connection.unregister(Self.function, argumentCount: -1) }
      try body()
    } catch {
      guard let failure else { throw error }
      let place = failure.value.place
      let reason =
        switch failure.value.purpose {
        case .initial:
          "\(place) is new, and its default can't be kept in object \(failure.key): \(failure.error)"
        case .conversion:
          "\(place) is kept otherwise now, and the value of object \(failure.key) can't be taken over: "
            + "\(failure.error); mend it in the store, or take it over in a custom stage"
        }
      throw StorageError.incompatibleSchema(path: connection.path, reason: reason)
    }
  }

  private func register(on connection: Connection) {
    connection.register(Self.function, argumentCount: -1, isDeterministic: false) { call in
      guard let number = call.integer(0).flatMap({ Int(exactly: $0) }),
        let column = call.integer(1).flatMap({ Int(exactly: $0) }), let key = call.integer(2),
        self.values.indices.contains(number)
      else { return call.give(nil as Int?) }
      do {
        let value = try self.value(number, column, key: key) {
          (3..<call.count).map { call.value($0) }
        }
        call.give(value)
      } catch {
        call.fail("\(error)")
      }
    }
  }

  /// The number of rows that are read before their values are written.
  private static let stretch = 1000

  private func fillTable(_ number: Int, on connection: Connection) throws {
    let (rows, dialect) = (values[number].rows, SQLDialect.postgreSQL)
    let columns = values[number].columns.sorted { $0.key < $1.key }
    let table = Self.table(number)
    let definitions: [SQL] =
      ["key bigint PRIMARY KEY"] + columns.map { "c\($0.key) \(dialect.plainType($0.value))" }
    try connection.execute(
      """
      DROP TABLE IF EXISTS \(table.sql);
      CREATE TEMP TABLE strata_value_\(number) (\(definitions.joined().sql)) ON COMMIT DROP
      """)
    let sources = rows.sources.map { dialect.value("t.\(name: $0.column)", of: $0.description) }
    let condition: SQL = rows.condition.map { " AND (\($0))" } ?? ""
    var last = Int64.min
    while true {
      let query: SQL = """
        SELECT \((["t.\(.key)"] + sources).joined()) FROM \(name: rows.table) AS t \
        WHERE t.\(.key) > \(bind: last)\(condition) ORDER BY t.\(.key) LIMIT \(Self.stretch)
        """
      let found = try connection.rows(query) { row in
        (key: row.integer(at: 0), old: sources.indices.map { row.value(at: $0 + 1) })
      }
      for (key, old) in found {
        let made = try make(number, key: key, of: old)
        let parameters: [SQL] = columns.map { index, description in
          let value = made.indices.contains(index) ? made[index] : .null
          return dialect.parameter(
            "\(bind: value, as: description.storageClass)", for: description)
        }
        try connection.run(
          "INSERT INTO \(table) VALUES (\(bind: key), \(parameters.joined()))")
        last = key
      }
      guard found.count == Self.stretch else { return }
    }
  }
}
