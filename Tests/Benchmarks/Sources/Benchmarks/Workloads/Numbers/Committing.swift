import Foundation
import GRDB
import Strata

/// C: so many saves of one new row each.
struct Committing: Workload {
  let name = "C"
  let count: Int

  var expected: Checksum { NumbersTable.expected(count: count) }
  var aim: Double? { 2 }

  var ours: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let container = try ModelContainer(
          for: Numbers.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        try stopwatch.measure {
          for row in 0..<count {
            context.insert(Numbers(row: row))
            try context.save()
          }
        }
        return try NumbersTable.checksum(of: url)
      }
    }
  }

  var raw: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let database = try RawDatabase(url)
        try database.execute(NumbersTable.table)
        try stopwatch.measure {
          let insertion = try database.prepare(NumbersTable.insertion)
          for row in 0..<count { try RawNumbers.insert(row: row, insertion) }
        }
        return try NumbersTable.checksum(of: url)
      }
    }
  }

  var peers: [(name: String, run: Contender)] { [("GRDB Codable", codable)] }

  private func codable(_ stopwatch: inout Stopwatch) throws -> Checksum {
    try ScratchFolder.withFile { url in
      let queue = try PeerDatabase.open(url)
      try queue.write { try $0.execute(sql: NumbersTable.table) }
      try stopwatch.measure {
        for row in 0..<count {
          try queue.write { database in
            var record = NumbersRecord(row: row)
            try record.insert(database)
          }
        }
      }
      return try NumbersTable.checksum(of: url)
    }
  }
}
