import GRDB
import SQLiteC
import Strata

/// U: change one property of every tenth object that is in memory, and save.
struct Updating: Workload {
  let name = "U"
  let count: Int
  let expected: Checksum
  private let file: NumbersFile

  init(count: Int) throws {
    self.count = count
    file = try NumbersFile(count: count)
    var sum = 0
    for row in 0..<count {
      let value = row.isMultiple(of: 10) ? Self.changed(row) : NumbersTable.value(row, 4)
      sum += value * (row + 1)
    }
    expected = Checksum(count: count, sum: UInt64(bitPattern: Int64(sum)))
  }

  var aim: Double? { 2 }

  private static func changed(_ row: Int) -> Int { -NumbersTable.value(row, 4) }

  private var changedRows: StrideTo<Int> { stride(from: 0, to: count, by: 10) }

  // Each contender finds the file as it was at first.
  private func restore() throws {
    try file.database.execute(
      "UPDATE Numbers SET c4 = c0 + \(NumbersTable.value(0, 4)) WHERE c4 < 0")
  }

  private func checksum() throws -> Checksum {
    try RawDatabase.checksum(of: file.url, "SELECT count(*), sum(c4 * (c0 / 7 + 1)) FROM Numbers")
  }

  var ours: Contender {
    { stopwatch in
      try restore()
      let context = ModelContext(file.container)
      let rows = try context.fetch(FetchDescriptor<Numbers>())
      try stopwatch.measure {
        for row in changedRows { rows[row].c4 = Self.changed(row) }
        try context.save()
      }
      return try checksum()
    }
  }

  var raw: Contender {
    { stopwatch in
      try restore()
      let rows = try RawNumbers.all(file.database)
      try stopwatch.measure {
        for row in changedRows { rows[row].c4 = Self.changed(row) }
        try file.database.execute("BEGIN IMMEDIATE")
        let update = try file.database.prepare("UPDATE Numbers SET c4 = ? WHERE strata_key = ?")
        for row in changedRows {
          sqlite3_bind_int64(update.handle, 1, Int64(rows[row].c4))
          sqlite3_bind_int64(update.handle, 2, rows[row].key)
          try update.run()
        }
        try file.database.execute("COMMIT")
      }
      return try checksum()
    }
  }

  var peers: [(name: String, run: Contender)] { [("GRDB Codable", codable)] }

  private func codable(_ stopwatch: inout Stopwatch) throws -> Checksum {
    try restore()
    var rows = try file.queue.read {
      try NumbersRecord.fetchAll($0, sql: NumbersTable.selection)
    }
    try stopwatch.measure {
      for row in changedRows { rows[row].c4 = Self.changed(row) }
      try file.queue.write { database in
        for row in changedRows { try rows[row].update(database, columns: ["c4"]) }
      }
    }
    return try checksum()
  }
}
