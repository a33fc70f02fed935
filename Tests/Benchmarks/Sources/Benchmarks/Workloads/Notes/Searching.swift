import GRDB
import SQLiteC
import Strata

/// Z: find the notes with a word, and read their titles, best first.
struct Searching: Workload {
  let name = "Z"
  let count: Int
  let expected: Checksum
  private let file: NotesFile

  init(count: Int) throws {
    self.count = count
    file = try NotesFile(count: count)
    let found = (0..<count).filter { $0 % 5000 == 0 }.map(NoteTable.title).sorted()
    expected = Self.checksum(found)
  }

  var aim: Double? { nil }

  // Notes of the same rank may come in any order.
  private static func checksum(_ titles: [String]) -> Checksum {
    var checksum = Checksum(count: titles.count)
    for title in titles.sorted() { checksum.add(title) }
    return checksum
  }

  private static let index = "\"strata_search:Note\""
  private static let query = """
    SELECT n.title FROM \(index) AS s JOIN Note AS n ON n.strata_key = s.rowid
    WHERE \(index) MATCH 'zermatt' ORDER BY s.rank
    """

  var ours: Contender {
    { stopwatch in
      let context = ModelContext(file.container)
      let notes = try stopwatch.measure {
        try context.fetch(FetchDescriptor<Note>(search: "zermatt"))
      }
      return Self.checksum(notes.map(\.title))
    }
  }

  var raw: Contender {
    { stopwatch in
      let titles = try stopwatch.measure {
        let statement = try file.database.prepare(Self.query)
        var titles: [String] = []
        while try statement.step() { titles.append(statement.text(at: 0)) }
        return titles
      }
      return Self.checksum(titles)
    }
  }

  var peers: [(name: String, run: Contender)] {
    [
      (
        "GRDB",
        { stopwatch in
          let titles = try stopwatch.measure {
            try file.queue.read { try String.fetchAll($0, sql: Self.query) }
          }
          return Self.checksum(titles)
        }
      )
    ]
  }
}
