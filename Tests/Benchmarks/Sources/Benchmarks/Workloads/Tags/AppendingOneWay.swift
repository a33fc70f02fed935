import Foundation
import SQLiteC
import Strata

@Model final class Board {
  var created: Date
  var pins: [Pin] = []

  init(created: Date) { self.created = created }
}

@Model final class Pin {
  var name: String

  init(name: String) { self.name = name }
}

/// L: the same as R where nothing leads back, so that the links have a table of their own.
struct AppendingOneWay: Workload {
  let name = "L"
  let count: Int
  private let names: [String]
  private let created = Date(timeIntervalSinceReferenceDate: 800_000_000.25)

  init(count: Int) {
    self.count = count
    names = (0..<count).map { "tag number \($0)" }
  }

  private static let tables = """
    CREATE TABLE Board (strata_key INTEGER PRIMARY KEY, created REAL NOT NULL) STRICT;
    CREATE TABLE Pin (strata_key INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE Board_pins (
      Board INTEGER NOT NULL REFERENCES Board(strata_key),
      Pin INTEGER NOT NULL REFERENCES Pin(strata_key),
      UNIQUE (Board, Pin)
    ) STRICT;
    CREATE INDEX Board_pins_Pin ON Board_pins (Pin);
    """

  /// Pins that the one board leads to, and a sum over their names in the order of the links.
  private static let query = """
    SELECT count(*), sum(number * place) FROM (
      SELECT substr(Pin.name, 12) AS number,
        row_number() OVER (ORDER BY Board_pins.rowid) AS place
      FROM Board_pins JOIN Pin ON Pin.strata_key = Board_pins.Pin
        JOIN Board ON Board.strata_key = Board_pins.Board
      WHERE created = 800000000.25 AND (SELECT count(*) FROM Board) = 1
    )
    """

  var expected: Checksum {
    Checksum(count: names.count, sum: names.indices.reduce(0) { $0 + UInt64($1 * ($1 + 1)) })
  }

  var aim: Double? { 2 }

  var ours: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let container = try ModelContainer(
          for: Board.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        let board = try stopwatch.measure {
          let board = Board(created: created)
          context.insert(board)
          for name in names { board.pins.append(Pin(name: name)) }
          try context.save()
          return board
        }
        guard board.pins.map(\.name) == names else { return Checksum() }
        return try RawDatabase.checksum(of: url, Self.query)
      }
    }
  }

  var raw: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let database = try RawDatabase(url)
        try database.execute(Self.tables)
        try stopwatch.measure { try insert(into: database) }
        return try RawDatabase.checksum(of: url, Self.query)
      }
    }
  }

  private func insert(into database: RawDatabase) throws {
    try database.execute("BEGIN IMMEDIATE")
    let board = try database.prepare("INSERT INTO Board (created) VALUES (?)")
    sqlite3_bind_double(board.handle, 1, created.timeIntervalSinceReferenceDate)
    try board.run()
    let key = database.lastKey
    let pin = try database.prepare("INSERT INTO Pin (name) VALUES (?)")
    let link = try database.prepare("INSERT INTO Board_pins (Board, Pin) VALUES (?, ?)")
    for name in names {
      pin.bind(name, at: 1)
      try pin.run()
      sqlite3_bind_int64(link.handle, 1, key)
      sqlite3_bind_int64(link.handle, 2, database.lastKey)
      try link.run()
    }
    try database.execute("COMMIT")
  }
}
