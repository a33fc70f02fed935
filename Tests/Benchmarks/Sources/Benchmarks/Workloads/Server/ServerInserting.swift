import Foundation
import Strata
import Synchronization

/// SI: insert rows of ten integers into a table on a server with one save, or with one COPY.
struct ServerInserting: Workload {
  let name = "SI"
  let count: Int

  var expected: Checksum { NumbersTable.expected(count: count) }
  var aim: Double? { 1.3 }

  var ours: Contender {
    { stopwatch in
      try ServerNumbers.run(table: "\"Numbers\"") { numbers in
        let context = ModelContext(numbers.container)
        try stopwatch.measure {
          for row in 0..<count { context.insert(Numbers(row: row)) }
          try context.save()
        }
      }
    }
  }

  var raw: Contender {
    { stopwatch in
      try ServerNumbers.run(table: "raw_numbers") { numbers in
        let server = try numbers.connectionWithTable()
        try stopwatch.measure {
          try server.execute("BEGIN")
          try server.copy(
            "COPY raw_numbers FROM STDIN (FORMAT binary)", count: count, columns: 11,
            value: ServerNumbers.value)
          try server.execute("COMMIT")
        }
      }
    }
  }
}

/// SC: so many saves of one new row each on a server, or so many pipelines that lock a row, insert one and commit.
struct ServerCommitting: Workload {
  let name = "SC"
  let count: Int

  var expected: Checksum { NumbersTable.expected(count: count) }
  var aim: Double? { 1.3 }

  var ours: Contender {
    { stopwatch in
      try ServerNumbers.run(table: "\"Numbers\"") { numbers in
        let context = ModelContext(numbers.container)
        try stopwatch.measure {
          for row in 0..<count {
            context.insert(Numbers(row: row))
            try context.save()
          }
        }
      }
    }
  }

  var raw: Contender {
    { stopwatch in
      try ServerNumbers.run(table: "raw_numbers") { numbers in
        let server = try numbers.connectionWithTable()
        try server.prepareLockedInsertion()
        try stopwatch.measure {
          for row in 0..<count { try server.insertLocked(row) }
        }
      }
    }
  }
}

/// SW: so many saves of one new row each by eight writers, each with connections of its own, or by as many connections
/// that lock a row, wait, and insert one. A writer can't know what others have saved before it has the lock.
struct ServerWriting: Workload {
  let name = "SW"
  let count: Int

  private static let writers = 8

  var expected: Checksum { NumbersTable.expected(count: count) }
  // 0.7 times as many saves in the same time.
  var aim: Double? { 1 / 0.7 }

  /// Runs a body for each writer and each of its rows, on threads of their own.
  private func write(_ body: @escaping @Sendable (_ writer: Int, _ row: Int) throws -> Void) throws
  {
    let group = DispatchGroup()
    let failure = Mutex<(any Error)?>(nil)
    for writer in 0..<Self.writers {
      group.enter()
      Thread.detachNewThread { [count] in
        do {
          for row in stride(from: writer, to: count, by: Self.writers) { try body(writer, row) }
        } catch {
          failure.withLock { $0 = error }
        }
        group.leave()
      }
    }
    group.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  var ours: Contender {
    { stopwatch in
      try ServerNumbers.run(table: "\"Numbers\"") { numbers in
        // Each thread uses its own.
        nonisolated(unsafe) let contexts = try (0..<Self.writers).map { _ in
          ModelContext(try numbers.another())
        }
        try stopwatch.measure {
          try write { writer, row in
            contexts[writer].insert(Numbers(row: row))
            try contexts[writer].save()
          }
        }
      }
    }
  }

  var raw: Contender {
    { stopwatch in
      try ServerNumbers.run(table: "raw_numbers") { numbers in
        let first = try numbers.connectionWithTable()
        // Each thread uses its own.
        nonisolated(unsafe) let servers =
          try [first] + (1..<Self.writers).map { _ in try numbers.connection() }
        for server in servers { try server.prepareLockedInsertion() }
        try stopwatch.measure {
          try write { writer, row in try servers[writer].lockAndInsert(row) }
        }
      }
    }
  }
}

extension RawServer {
  /// Prepares the statements of ``insertLocked(_:)``.
  fileprivate func prepareLockedInsertion() throws {
    try prepare("begin", "BEGIN")
    try prepare("lock", "SELECT number FROM raw_lock FOR UPDATE")
    try prepare("insert", "INSERT INTO raw_numbers VALUES (\(ServerNumbers.values))")
    try prepare("count", "UPDATE raw_lock SET number = $1::bigint")
    try prepare("commit", "COMMIT")
    try enterPipeline()
  }

  /// Inserts a row in a transaction that waits for its lock of another one.
  fileprivate func lockAndInsert(_ row: Int) throws {
    try pipeline([("begin", []), ("lock", [])])
    let values = (0..<11).map { ServerNumbers.value(row, $0) }
    try pipeline([("insert", values), ("count", [row]), ("commit", [])])
  }

  /// Inserts a row in a transaction that locks another one, in one pipeline.
  fileprivate func insertLocked(_ row: Int) throws {
    let values = (0..<11).map { ServerNumbers.value(row, $0) }
    try pipeline([
      ("begin", []), ("lock", []), ("insert", values), ("count", [row]), ("commit", []),
    ])
  }
}
