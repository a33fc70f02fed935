import Foundation
import GRDB
import SQLiteC
import Strata
import Synchronization

/// K: look so many objects up by their keys, in no order, one by one, with one reader or several at once.
struct LookingUp: Workload {
  let count: Int
  let readers: Int
  let expected: Checksum
  private let file: NumbersFile
  private let identifiers: [PersistentIdentifier]
  /// Rows in an order that no cache likes, the same each time.
  private let rows: [Int]

  var name: String { readers == 1 ? "K" : "K, \(readers) readers" }
  // Raw SQLite looks some 310,000 rows up in a second, of which a third is wanted.
  var aim: Double? { 3 }

  init(count: Int, readers: Int) throws {
    self.count = count
    self.readers = readers
    file = try NumbersFile(count: count)
    identifiers = try ModelContext(file.container).fetchIdentifiers(FetchDescriptor<Numbers>())
    rows = (0..<count).map { $0 * 7_919 % count }
    var expected = Checksum(count: count)
    for row in rows { expected.sum += UInt64(NumbersTable.value(row, 9)) }
    self.expected = expected
  }

  var ours: Contender {
    { stopwatch in
      try run(&stopwatch) { [container = file.container, identifiers] rows in
        let context = ModelContext(container)
        return try rows.reduce(into: Checksum()) { checksum, row in
          let found = try context.existing(Numbers.self, withID: TypedObjectID(identifiers[row]))
          checksum.count += 1
          checksum.sum += UInt64(found.c9)
        }
      }
    }
  }

  var raw: Contender {
    { stopwatch in
      try run(&stopwatch) { [url = file.url] rows in
        let database = try RawDatabase(url)
        let statement = try database.prepare(
          "SELECT strata_key, \(NumbersTable.names) FROM Numbers WHERE strata_key = ?")
        var checksum = Checksum()
        for row in rows {
          sqlite3_bind_int64(statement.handle, 1, Int64(row + 1))
          while try statement.step() {
            checksum.count += 1
            checksum.sum += UInt64(RawNumbers(statement).c9)
          }
          sqlite3_reset(statement.handle)
        }
        return checksum
      }
    }
  }

  var peers: [(name: String, run: Contender)] {
    [
      (
        "GRDB Codable",
        { stopwatch in
          let pool = try DatabasePool(path: file.url.path)
          return try run(&stopwatch) { rows in
            try rows.reduce(into: Checksum()) { checksum, row in
              let found = try pool.read { try NumbersRecord.fetchOne($0, key: row + 1) }
              guard let found else { return }
              checksum.count += 1
              checksum.sum += UInt64(found.c9)
            }
          }
        }
      )
    ]
  }

  /// Has each reader look up its part of the rows, on a thread of its own.
  private func run(
    _ stopwatch: inout Stopwatch, _ body: @Sendable ([Int]) throws -> Checksum
  ) throws -> Checksum {
    let size = (count + readers - 1) / readers
    let parts = stride(from: 0, to: count, by: size).map { Array(rows[$0..<min($0 + size, count)]) }
    let sum = Mutex((Checksum(), nil as (any Error)?))
    stopwatch.measure {
      DispatchQueue.concurrentPerform(iterations: parts.count) { reader in
        do {
          let checksum = try body(parts[reader])
          sum.withLock {
            $0.0.count += checksum.count
            $0.0.sum += checksum.sum
          }
        } catch {
          sum.withLock { $0.1 = error }
        }
      }
    }
    let (checksum, error) = sum.withLock { $0 }
    if let error { throw error }
    return checksum
  }
}
