import Dispatch
import Foundation
import GRDB
import SQLiteC
import Strata
import Synchronization

/// T: a server's requests. Eight tasks, each time with a new context, fetch ten objects with what they are
/// related to, change one and save.
struct Serving: Workload {
  let name = "T"
  let count: Int
  private static let taskCount = 8

  var expected: Checksum { Checksum(count: PurchaseTable.purchaseCount, sum: UInt64(count)) }
  var aim: Double? { nil }

  /// Runs all requests, each task's on a thread of its own, and throws the first error.
  private func serve(
    _ makeTask: @Sendable @escaping () throws -> (_ first: Int) throws -> Void
  ) throws {
    let failure = Mutex<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: Self.taskCount) { task in
      do {
        let handle = try makeTask()
        for request in 0..<(count / Self.taskCount) {
          try handle(
            PurchaseTable.start(task: task, taskCount: Self.taskCount, request: request))
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func contend(
    _ stopwatch: inout Stopwatch, _ run: (URL, ModelContainer) throws -> () throws -> Void
  ) throws -> Checksum {
    try ScratchFolder.withFile { url in
      let work = try run(url, try PurchaseTable.fill(url))
      try stopwatch.measure { try work() }
      return try PurchaseTable.checksum(of: url)
    }
  }

  var ours: Contender {
    { stopwatch in
      try contend(&stopwatch) { _, container in
        {
          try serve {
            { first in
              let context = ModelContext(container)
              let end = first + PurchaseTable.pageSize
              var page = FetchDescriptor<Purchase>(
                predicate: #Predicate { $0.number >= first && $0.number < end },
                sortBy: [SortDescriptor(\.number)])
              page.relationshipKeyPathsForPrefetching = [\.customer]
              let purchases = try context.fetch(page)
              guard purchases.allSatisfy({ $0.customer?.name.isEmpty == false }) else { return }
              purchases[0].amount += 1
              try context.save()
            }
          }
        }
      }
    }
  }

  var raw: Contender {
    { stopwatch in
      try contend(&stopwatch) { url, _ in
        {
          try serve {
            let database = try RawDatabase(url)
            return { first in try Self.request(database, first) }
          }
        }
      }
    }
  }

  private static func request(_ database: RawDatabase, _ first: Int) throws {
    let page = try database.prepare(PurchaseTable.page)
    sqlite3_bind_int64(page.handle, 1, Int64(first))
    sqlite3_bind_int64(page.handle, 2, Int64(first + PurchaseTable.pageSize))
    var keys: [Int] = []
    while try page.step() { if !page.text(at: 3).isEmpty { keys.append(page.integer(at: 0)) } }
    sqlite3_reset(page.handle)
    try database.execute("BEGIN IMMEDIATE")
    let change = try database.prepare(PurchaseTable.change)
    sqlite3_bind_int64(change.handle, 1, Int64(keys[0]))
    try change.run()
    try database.execute("COMMIT")
  }

  var peers: [(name: String, run: Contender)] { [("GRDB pool", pool)] }

  private func pool(_ stopwatch: inout Stopwatch) throws -> Checksum {
    try contend(&stopwatch) { url, _ in
      var configuration = Configuration()
      configuration.prepareDatabase { try $0.execute(sql: RawDatabase.settings) }
      configuration.maximumReaderCount = Self.taskCount
      let pool = try DatabasePool(path: url.path, configuration: configuration)
      return {
        try serve {
          { first in
            let rows = try pool.read { database in
              try PurchaseRecord.fetchAll(
                database, sql: PurchaseTable.page,
                arguments: [first, first + PurchaseTable.pageSize])
            }
            guard rows.allSatisfy({ !$0.name.isEmpty }) else { return }
            try pool.write { database in
              try database.execute(sql: PurchaseTable.change, arguments: [rows[0].strata_key])
            }
          }
        }
      }
    }
  }
}

/// A purchase with its customer's name, as GRDB reads it.
private struct PurchaseRecord: Codable, FetchableRecord {
  let strata_key: Int64
  let number: Int
  let amount: Int
  let name: String
}
