import Foundation
import GRDB
import SQLiteC
import Strata

/// F: fetch all rows of ten columns of different types to live objects, and release them.
///
/// All contenders read the same file, which the library has written.
struct Fetching: Workload {
  let name = "F"
  let count: Int
  let expected: Checksum
  private let container: ModelContainer
  private let database: RawDatabase
  private let queue: DatabaseQueue

  static let query = """
    SELECT title, note, created, quantity, price, isActive, identifier, summary, rank, due
    FROM Entry ORDER BY strata_key
    """

  init(count: Int) throws {
    self.count = count
    let store = try EntryStore(count: count)
    container = store.container
    expected = store.expected
    database = try RawDatabase(store.url)
    queue = try PeerDatabase.open(store.url)
  }

  var aim: Double? { 1.3 }

  var ours: Contender {
    { stopwatch in
      let context = ModelContext(container)
      var entries = try stopwatch.measure { try context.fetch(FetchDescriptor<Entry>()) }
      let checksum = Checksum(of: entries)
      stopwatch.measure { entries = [] }
      return checksum
    }
  }

  var raw: Contender {
    { stopwatch in
      var entries = try stopwatch.measure { try readRaw() }
      let checksum = Checksum(of: entries)
      stopwatch.measure { entries = [] }
      return checksum
    }
  }

  private func readRaw() throws -> [RawEntry] {
    let statement = try database.prepare(Self.query)
    var entries: [RawEntry] = []
    while try statement.step() { entries.append(RawEntry(statement)) }
    return entries
  }

  var peers: [(name: String, run: Contender)] {
    [("GRDB Codable", codable), ("GRDB by position", byPosition)]
  }

  private func codable(_ stopwatch: inout Stopwatch) throws -> Checksum {
    try structs(EntryRecord.self, &stopwatch)
  }

  private func byPosition(_ stopwatch: inout Stopwatch) throws -> Checksum {
    try structs(PositionalEntry.self, &stopwatch)
  }

  private func structs<Record: FetchableRecord & EntryValues>(
    _ type: Record.Type, _ stopwatch: inout Stopwatch
  ) throws -> Checksum {
    var entries = try stopwatch.measure {
      try queue.read { try Record.fetchAll($0, sql: Self.query) }
    }
    let checksum = Checksum(of: entries)
    stopwatch.measure { entries = [] }
    return checksum
  }
}
