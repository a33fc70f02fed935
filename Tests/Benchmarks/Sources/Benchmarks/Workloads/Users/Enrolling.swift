import Foundation
import Strata

/// W: create users with a unique random identifier, and save them all at once.
///
/// A random identifier lands anywhere in its index, so that the cache's size decides: raw SQLite has
/// its default of 2 MB; beside it, 64 MB, and an index that is made when all rows are there.
struct Enrolling: Workload {
  let name = "W"
  let count: Int

  var expected: Checksum { UserTable.expected(count: count) }
  var aim: Double? { 1 }

  // Source: the README of https://github.com/jacobsapps/RealmVsSwiftData, in the simulator of an M2 Mac
  // mini; it says that Core Data seems about 40 times faster on a device.
  var published: [(name: String, milliseconds: Double)] {
    guard count == 1_000_000 else { return [] }
    return [("Realm", 5_050), ("Core Data", 4_749_000), ("SwiftData", 10_334_000)]
  }

  var ours: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let container = try ModelContainer(
          for: User.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        try stopwatch.measure {
          for row in 0..<count { context.insert(User(row: row)) }
          try context.save()
        }
        return try UserTable.checksum(of: url)
      }
    }
  }

  var raw: Contender { { try insert(&$0, megabytes: 2, indexesLast: false) } }

  var peers: [(name: String, run: Contender)] {
    [
      ("raw, 64 MB", { try insert(&$0, megabytes: 64, indexesLast: false) }),
      ("raw, index last", { try insert(&$0, megabytes: 2, indexesLast: true) }),
    ]
  }

  private func insert(
    _ stopwatch: inout Stopwatch, megabytes: Int, indexesLast: Bool
  ) throws -> Checksum {
    try ScratchFolder.withFile { url in
      let database = try RawDatabase(url)
      try database.execute("PRAGMA cache_size = \(-1000 * megabytes);" + UserTable.table)
      if !indexesLast { try database.execute(UserTable.index) }
      try stopwatch.measure {
        try database.execute("BEGIN IMMEDIATE")
        let insertion = try database.prepare(UserTable.insertion)
        for row in 0..<count { try UserTable.insert(row: row, insertion) }
        if indexesLast { try database.execute(UserTable.index) }
        try database.execute("COMMIT")
      }
      return try UserTable.checksum(of: url)
    }
  }
}
