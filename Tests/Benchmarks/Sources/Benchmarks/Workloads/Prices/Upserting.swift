import Foundation
import Strata

/// P: insert objects whose pair of values is unique, where rows have some of the pairs already, and save
/// them all at once.
struct Upserting: Workload {
  /// Which of the pairs the file has already.
  enum Existing: String, CaseIterable {
    case none = "new"
    case half
    case all

    func contains(_ row: Int) -> Bool {
      switch self {
      case .none: false
      case .half: row.isMultiple(of: 2)
      case .all: true
      }
    }
  }

  let existing: Existing
  let count: Int

  var name: String { "P \(existing.rawValue)" }
  var expected: Checksum { PriceTable.expected(count: count) }
  var aim: Double? { 2 }

  var ours: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let container = try ModelContainer(
          for: Price.self, configurations: ModelConfiguration(url: url))
        let first = ModelContext(container)
        for row in 0..<count where existing.contains(row) {
          first.insert(Price(row: row, edition: 1))
        }
        try first.save()
        let context = ModelContext(container)
        try stopwatch.measure {
          for row in 0..<count { context.insert(Price(row: row, edition: 2)) }
          try context.save()
        }
        return try PriceTable.checksum(of: url)
      }
    }
  }

  var raw: Contender {
    { stopwatch in
      try ScratchFolder.withFile { url in
        let database = try RawDatabase(url)
        try database.execute(PriceTable.table)
        try write(edition: 1, database) { existing.contains($0) }
        try stopwatch.measure { try write(edition: 2, database) { _ in true } }
        return try PriceTable.checksum(of: url)
      }
    }
  }

  private func write(
    edition: Int, _ database: RawDatabase, where isWanted: (Int) -> Bool
  ) throws {
    try database.execute("BEGIN IMMEDIATE")
    let upsert = try database.prepare(PriceTable.upsert)
    for row in 0..<count where isWanted(row) {
      try PriceTable.write(row: row, edition: edition, upsert)
    }
    try database.execute("COMMIT")
  }
}
