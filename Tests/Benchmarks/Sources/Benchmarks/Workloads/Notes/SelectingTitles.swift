import GRDB
import SQLiteC
import Strata

/// V: read the titles of objects that have 100 KB each.
struct SelectingTitles: Workload {
  let name = "V"
  let count: Int
  let expected: Checksum
  private let file: NotesFile

  init(count: Int) throws {
    self.count = count
    file = try NotesFile(count: count, attachmentSize: 100_000)
    var expected = Checksum(count: count)
    for row in 0..<count { expected.add(NoteTable.title(row)) }
    self.expected = expected
  }

  var aim: Double? { nil }

  private func checksum(_ titles: [String]) -> Checksum {
    var checksum = Checksum(count: titles.count)
    for title in titles { checksum.add(title) }
    return checksum
  }

  private static let query = "SELECT title FROM Note ORDER BY strata_key"

  var ours: Contender {
    { stopwatch in
      let context = ModelContext(file.container)
      let titles = try stopwatch.measure {
        try context.fetch(FetchDescriptor<Note>(), selecting: \.title)
      }
      return checksum(titles)
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
      return checksum(titles)
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
          return checksum(titles)
        }
      )
    ]
  }
}
