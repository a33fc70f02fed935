import Foundation
import GRDB
import Strata

/// The ten integers of I, F2, U and C, whoever keeps them.
protocol NumbersValues {
  var c0: Int { get }
  var c1: Int { get }
  var c2: Int { get }
  var c3: Int { get }
  var c4: Int { get }
  var c5: Int { get }
  var c6: Int { get }
  var c7: Int { get }
  var c8: Int { get }
  var c9: Int { get }
}

@Model final class Numbers: NumbersValues {
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

extension Checksum {
  init(of rows: [some NumbersValues]) {
    self.init()
    for row in rows { add(row) }
  }

  mutating func add(_ row: some NumbersValues) {
    count += 1
    for value in [
      row.c0, row.c1, row.c2, row.c3, row.c4, row.c5, row.c6, row.c7, row.c8, row.c9,
    ] {
      add(value)
    }
  }
}

/// The table of ten integers.
enum NumbersTable {
  static let columns = (0..<10).map { "c\($0)" }
  static let names = columns.joined(separator: ", ")
  static let table = """
    CREATE TABLE Numbers (
      strata_key INTEGER PRIMARY KEY,
      \(columns.map { "\($0) INTEGER NOT NULL" }.joined(separator: ", "))
    ) STRICT
    """
  static let insertion =
    "INSERT INTO Numbers (\(names)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  static let selection = "SELECT strata_key, \(names) FROM Numbers ORDER BY strata_key"

  /// The value of a column in a row.
  static func value(_ row: Int, _ column: Int) -> Int { row * 7 + column * 1_000_003 }

  /// What a table of the first rows comes to.
  static func expected(count: Int) -> Checksum {
    var checksum = Checksum(count: count)
    for row in 0..<count {
      for column in 0..<10 { checksum.sum += UInt64(value(row, column) * (column + 1)) }
    }
    return checksum
  }

  static func checksum(of url: URL) throws -> Checksum {
    let terms = columns.enumerated().map { "\($1) * \($0 + 1)" }.joined(separator: " + ")
    return try RawDatabase.checksum(of: url, "SELECT count(*), sum(\(terms)) FROM Numbers")
  }
}

/// A file of rows of ten integers, which the library has written and all contenders use.
struct NumbersFile {
  let url: URL
  let container: ModelContainer
  let database: RawDatabase
  let queue: DatabaseQueue

  init(count: Int) throws {
    url = try ScratchFolder.keptFile()
    container = try ModelContainer(for: Numbers.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for row in 0..<count { context.insert(Numbers(row: row)) }
    try context.save()
    database = try RawDatabase(url)
    queue = try PeerDatabase.open(url)
  }
}
