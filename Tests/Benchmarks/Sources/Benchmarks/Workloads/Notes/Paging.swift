import GRDB
import SQLiteC
import Strata

/// B: read the page of 50 that ends the list, in an order with ties, by where the page before it ends.
struct Paging: Workload {
  let name = "B"
  let count: Int
  let expected: Checksum
  private let file: NotesFile
  private let cursor: PageCursor
  private let last: (rank: Int, key: Int)

  private static let size = 50

  private static var descriptor: FetchDescriptor<Note> {
    FetchDescriptor<Note>(sortBy: [SortDescriptor(\.rank)])
  }

  init(count: Int) throws {
    self.count = count
    file = try NotesFile(count: count)
    let rows = (0..<count).sorted { (NoteTable.rank($0), $0) < (NoteTable.rank($1), $1) }
    var expected = Checksum(count: Self.size)
    for row in rows.suffix(Self.size) { expected.add(NoteTable.rank(row)) }
    self.expected = expected
    let before = rows[count - Self.size - 1]
    last = (NoteTable.rank(before), before + 1)
    let context = ModelContext(file.container)
    var descriptor = Self.descriptor
    descriptor.predicate = nil
    let end = try context.fetchPage(descriptor, before: nil, limit: Self.size)
    guard let start = end.previous else {
      throw RawError(code: 0, message: "no page before the last")
    }
    let page = try context.fetchPage(descriptor, before: start, limit: 1)
    guard let next = page.next else { throw RawError(code: 0, message: "no page behind") }
    cursor = next
  }

  var aim: Double? { nil }

  private func checksum(_ ranks: [Int]) -> Checksum {
    var checksum = Checksum(count: ranks.count)
    for rank in ranks { checksum.add(rank) }
    return checksum
  }

  private static let query = """
    SELECT title, body, rank, attachment FROM Note
    WHERE (rank, strata_key) > (?, ?) ORDER BY rank, strata_key LIMIT 50
    """

  var ours: Contender {
    { stopwatch in
      let context = ModelContext(file.container)
      let page = try stopwatch.measure {
        try context.fetchPage(Self.descriptor, after: cursor, limit: Self.size)
      }
      return checksum(page.elements.map(\.rank))
    }
  }

  var raw: Contender {
    { stopwatch in
      let ranks = try stopwatch.measure {
        let statement = try file.database.prepare(Self.query)
        sqlite3_bind_int64(statement.handle, 1, Int64(last.rank))
        sqlite3_bind_int64(statement.handle, 2, Int64(last.key))
        var ranks: [Int] = []
        while try statement.step() {
          _ = (statement.text(at: 0), statement.text(at: 1))
          ranks.append(statement.integer(at: 2))
        }
        return ranks
      }
      return checksum(ranks)
    }
  }

  var peers: [(name: String, run: Contender)] {
    [
      (
        "GRDB",
        { stopwatch in
          let rows = try stopwatch.measure {
            try file.queue.read {
              try GRDB.Row.fetchAll($0, sql: Self.query, arguments: [last.rank, last.key])
            }
          }
          return checksum(rows.map { $0["rank"] })
        }
      )
    ]
  }
}
