import Foundation
import GRDB
import SQLiteC
import Strata

/// I: insert rows of ten integers into a new file, with one save.
struct Inserting: Workload {
  let name = "I"
  let count: Int

  private static let columns = (0..<10).map { "c\($0)" }
  private static let table = """
    CREATE TABLE Numbers (
      strata_key INTEGER PRIMARY KEY,
      \(columns.map { "\($0) INTEGER NOT NULL" }.joined(separator: ", "))
    ) STRICT
    """

  private func checksum(of url: URL) throws -> Checksum {
    let terms = Self.columns.enumerated().map { "\($1) * \($0 + 1)" }.joined(separator: " + ")
    return try RawDatabase.checksum(of: url, "SELECT count(*), sum(\(terms)) FROM Numbers")
  }

  /// The value of a column in a row.
  private static func value(_ row: Int, _ column: Int) -> Int { row * 7 + column * 1_000_003 }

  var expected: Checksum {
    var checksum = Checksum(count: count)
    for row in 0..<count {
      for column in 0..<10 { checksum.sum += UInt64(Self.value(row, column) * (column + 1)) }
    }
    return checksum
  }

  var ours: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let container = try ModelContainer(
          for: Numbers.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        try stopwatch.measure {
          for row in 0..<count { context.insert(Numbers { Self.value(row, $0) }) }
          try context.save()
        }
        return try checksum(of: url)
      }
    }
  }

  var raw: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let database = try RawDatabase(url)
        try database.execute(Self.table)
        try stopwatch.measure {
          try database.execute("BEGIN IMMEDIATE")
          let statement = try database.prepare(
            "INSERT INTO Numbers (\(Self.columns.joined(separator: ", "))) "
              + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
          for row in 0..<count {
            for column in 0..<10 {
              let value = Int64(Self.value(row, column))
              sqlite3_bind_int64(statement.handle, Int32(column + 1), value)
            }
            try statement.run()
          }
          try database.execute("COMMIT")
        }
        return try checksum(of: url)
      }
    }
  }

  var peers: [(name: String, run: Contender)] { [("GRDB Codable", codable)] }

  private func codable(_ stopwatch: inout Stopwatch) throws -> Checksum {
    try ScratchFolder.withFile { url in
      let queue = try PeerDatabase.open(url)
      try queue.write { try $0.execute(sql: Self.table) }
      try stopwatch.measure {
        try queue.write { database in
          for row in 0..<count { try NumbersRecord { Self.value(row, $0) }.insert(database) }
        }
      }
      return try checksum(of: url)
    }
  }
}

@Model final class Numbers {
  var c0: Int
  var c1: Int
  var c2: Int
  var c3: Int
  var c4: Int
  var c5: Int
  var c6: Int
  var c7: Int
  var c8: Int
  var c9: Int

  init(_ value: (Int) -> Int) {
    c0 = value(0)
    c1 = value(1)
    c2 = value(2)
    c3 = value(3)
    c4 = value(4)
    c5 = value(5)
    c6 = value(6)
    c7 = value(7)
    c8 = value(8)
    c9 = value(9)
  }
}

private struct NumbersRecord: Codable, PersistableRecord {
  static let databaseTableName = "Numbers"

  let c0, c1, c2, c3, c4, c5, c6, c7, c8, c9: Int

  init(_ value: (Int) -> Int) {
    c0 = value(0)
    c1 = value(1)
    c2 = value(2)
    c3 = value(3)
    c4 = value(4)
    c5 = value(5)
    c6 = value(6)
    c7 = value(7)
    c8 = value(8)
    c9 = value(9)
  }
}
