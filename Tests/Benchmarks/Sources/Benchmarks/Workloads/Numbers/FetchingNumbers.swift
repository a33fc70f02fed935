import GRDB
import Strata

/// F2: fetch all rows of ten integers to live objects, and release them.
struct FetchingNumbers: Workload {
  let name = "F2"
  let count: Int
  let expected: Checksum
  private let file: NumbersFile

  init(count: Int) throws {
    self.count = count
    file = try NumbersFile(count: count)
    var expected = Checksum()
    for row in 0..<count { expected.add(NumbersRecord(row: row)) }
    self.expected = expected
  }

  var aim: Double? { 1.5 }

  var ours: Contender {
    { stopwatch in
      let context = ModelContext(file.container)
      return try fetch(&stopwatch) { try context.fetch(FetchDescriptor<Numbers>()) }
    }
  }

  var raw: Contender { { try fetch(&$0) { try RawNumbers.all(file.database) } } }

  var peers: [(name: String, run: Contender)] {
    [
      ("GRDB Codable", { try fetch(&$0) { try records(NumbersRecord.self) } }),
      ("GRDB by position", { try fetch(&$0) { try records(PositionalNumbers.self) } }),
    ]
  }

  private func fetch<Row: NumbersValues>(
    _ stopwatch: inout Stopwatch, _ body: () throws -> [Row]
  ) throws -> Checksum {
    var rows = try stopwatch.measure(body)
    let checksum = Checksum(of: rows)
    stopwatch.measure { rows = [] }
    return checksum
  }

  private func records<Record: FetchableRecord>(_ type: Record.Type) throws -> [Record] {
    try file.queue.read { try Record.fetchAll($0, sql: NumbersTable.selection) }
  }
}
