import Foundation
import GRDB
import SQLiteC
import Strata

/// A reading whose former values are kept.
@Model final class Meter: TemporalModel {
  var number: Int
  var value: Int
  var unit: String

  init(row: Int) {
    number = row
    value = row
    unit = "unit \(row % 10)"
  }
}

/// E: change every tenth of some objects in memory and save, while former rows are kept: by triggers, as a
/// program would write them by hand.
struct Remembering: Workload {
  let name = "E"
  let count: Int
  let expected: Checksum
  private let url: URL
  private let container: ModelContainer
  private let handURL: URL
  private let database: RawDatabase
  private let queue: DatabaseQueue

  private static let table = """
    CREATE TABLE Meter (
      strata_key INTEGER PRIMARY KEY, number INTEGER NOT NULL, value INTEGER NOT NULL, unit TEXT NOT NULL
    ) STRICT;
    CREATE TABLE Former (strata_key INTEGER, until INTEGER, number INTEGER, value INTEGER, unit TEXT);
    CREATE UNIQUE INDEX former_key ON Former (strata_key, until);
    CREATE INDEX former_until ON Former (until);
    CREATE TABLE Save (number INTEGER PRIMARY KEY, time REAL);
    CREATE TRIGGER meter_update AFTER UPDATE ON Meter BEGIN
      INSERT INTO Former SELECT OLD.strata_key, (SELECT max(number) FROM Save), OLD.number, OLD.value, OLD.unit;
    END;
    """

  init(count: Int) throws {
    self.count = count
    url = try ScratchFolder.keptFile()
    container = try ModelContainer(for: Meter.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for row in 0..<count { context.insert(Meter(row: row)) }
    try context.save()
    handURL = try ScratchFolder.keptFile()
    database = try RawDatabase(handURL)
    try database.execute(Self.table)
    try database.execute("BEGIN")
    let insertion = try database.prepare(
      "INSERT INTO Meter (strata_key, number, value, unit) VALUES (?, ?, ?, ?)")
    for row in 0..<count {
      sqlite3_bind_int64(insertion.handle, 1, Int64(row + 1))
      sqlite3_bind_int64(insertion.handle, 2, Int64(row))
      sqlite3_bind_int64(insertion.handle, 3, Int64(row))
      insertion.bind("unit \(row % 10)", at: 4)
      try insertion.run()
    }
    try database.execute("COMMIT")
    queue = try PeerDatabase.open(handURL)
    expected = Checksum(count: count / 10, sum: 0)
  }

  var aim: Double? { 2 }

  private var changedRows: StrideTo<Int> { stride(from: 0, to: count, by: 10) }

  /// The number of former rows of the last save.
  private func checksum(_ url: URL, _ table: String, _ until: String) throws -> Checksum {
    try RawDatabase.checksum(
      of: url,
      "SELECT count(*), 0 FROM \(table) WHERE \(until) = (SELECT max(\(until)) FROM \(table))")
  }

  var ours: Contender {
    { stopwatch in
      let context = ModelContext(container)
      let meters = try context.fetch(
        FetchDescriptor<Meter>(sortBy: [SortDescriptor(\.number)]))
      try stopwatch.measure {
        for row in changedRows { meters[row].value += 1 }
        try context.save()
      }
      return try checksum(url, "strata_former_Meter", "strata_until")
    }
  }

  var raw: Contender {
    { stopwatch in
      try stopwatch.measure {
        try database.execute("BEGIN IMMEDIATE; INSERT INTO Save (time) VALUES (0)")
        let update = try database.prepare("UPDATE Meter SET value = value + 1 WHERE strata_key = ?")
        for row in changedRows {
          sqlite3_bind_int64(update.handle, 1, Int64(row + 1))
          try update.run()
        }
        try database.execute("COMMIT")
      }
      return try checksum(handURL, "Former", "until")
    }
  }

  var peers: [(name: String, run: Contender)] {
    [
      (
        "GRDB",
        { stopwatch in
          try stopwatch.measure {
            try queue.write { database in
              try database.execute(sql: "INSERT INTO Save (time) VALUES (0)")
              let update = try database.cachedStatement(
                sql: "UPDATE Meter SET value = value + 1 WHERE strata_key = ?")
              for row in changedRows { try update.execute(arguments: [row + 1]) }
            }
          }
          return try checksum(handURL, "Former", "until")
        }
      )
    ]
  }
}
