import GRDB
import SQLiteC

/// GRDB's Codable record.
struct NumbersRecord: NumbersValues, Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "Numbers"

  var strata_key: Int64?
  var c0, c1, c2, c3, c4, c5, c6, c7, c8, c9: Int

  init(row: Int) {
    c0 = NumbersTable.value(row, 0)
    c1 = NumbersTable.value(row, 1)
    c2 = NumbersTable.value(row, 2)
    c3 = NumbersTable.value(row, 3)
    c4 = NumbersTable.value(row, 4)
    c5 = NumbersTable.value(row, 5)
    c6 = NumbersTable.value(row, 6)
    c7 = NumbersTable.value(row, 7)
    c8 = NumbersTable.value(row, 8)
    c9 = NumbersTable.value(row, 9)
  }
}

/// GRDB's record read by position.
struct PositionalNumbers: NumbersValues, FetchableRecord {
  let strata_key: Int64
  let c0, c1, c2, c3, c4, c5, c6, c7, c8, c9: Int

  init(row: GRDB.Row) {
    strata_key = row[0]
    c0 = row[1]
    c1 = row[2]
    c2 = row[3]
    c3 = row[4]
    c4 = row[5]
    c5 = row[6]
    c6 = row[7]
    c7 = row[8]
    c8 = row[9]
    c9 = row[10]
  }
}

/// A plain object read through SQLite's C interface.
final class RawNumbers: NumbersValues {
  let key: Int64
  let c0, c1, c2, c3: Int
  var c4: Int
  let c5, c6, c7, c8, c9: Int

  init(_ row: borrowing RawStatement) {
    key = sqlite3_column_int64(row.handle, 0)
    c0 = row.integer(at: 1)
    c1 = row.integer(at: 2)
    c2 = row.integer(at: 3)
    c3 = row.integer(at: 4)
    c4 = row.integer(at: 5)
    c5 = row.integer(at: 6)
    c6 = row.integer(at: 7)
    c7 = row.integer(at: 8)
    c8 = row.integer(at: 9)
    c9 = row.integer(at: 10)
  }

  static func all(_ database: RawDatabase) throws -> [RawNumbers] {
    let statement = try database.prepare(NumbersTable.selection)
    var rows: [RawNumbers] = []
    while try statement.step() { rows.append(RawNumbers(statement)) }
    return rows
  }

  /// Writes a row of the table through a prepared insertion.
  static func insert(row: Int, _ insertion: borrowing RawStatement) throws {
    for column in 0..<10 {
      let value = Int64(NumbersTable.value(row, column))
      sqlite3_bind_int64(insertion.handle, Int32(column + 1), value)
    }
    try insertion.run()
  }
}
