import Strata

/// SF: fetch all rows of ten integers on a server to live objects, or to structs.
struct ServerFetching: Workload {
  let name = "SF"
  let count: Int
  let expected: Checksum
  private let numbers: ServerNumbers
  private let server: RawServer

  init(count: Int) throws {
    self.count = count
    numbers = try ServerNumbers()
    try ServerNumbers.fill(numbers.container, count: count)
    server = try numbers.connection()
    try server.prepare(
      "all", "SELECT strata_key, \(NumbersTable.names) FROM \"Numbers\" ORDER BY strata_key")
    var expected = Checksum()
    for row in 0..<count { expected.add(NumbersRecord(row: row)) }
    self.expected = expected
  }

  var aim: Double? { 1.15 }

  var ours: Contender {
    { stopwatch in
      let context = ModelContext(numbers.container)
      var rows = try stopwatch.measure { try context.fetch(FetchDescriptor<Numbers>()) }
      let checksum = Checksum(of: rows)
      stopwatch.measure { rows = [] }
      return checksum
    }
  }

  var raw: Contender {
    { stopwatch in
      var rows: [ServerRow] = []
      try stopwatch.measure {
        try server.rows("all") { rows.append(ServerRow($0)) }
      }
      let checksum = Checksum(of: rows)
      stopwatch.measure { rows = [] }
      return checksum
    }
  }
}

/// SK: look so many objects up by their keys on a server, one by one.
struct ServerLookingUp: Workload {
  let name = "SK"
  let count: Int
  let expected: Checksum
  private let numbers: ServerNumbers
  private let server: RawServer
  private let identifiers: [PersistentIdentifier]

  init(count: Int) throws {
    self.count = count
    numbers = try ServerNumbers()
    try ServerNumbers.fill(numbers.container, count: count)
    server = try numbers.connection()
    try server.prepare(
      "one",
      "SELECT strata_key, \(NumbersTable.names) FROM \"Numbers\" WHERE strata_key = $1::bigint")
    identifiers = try ModelContext(numbers.container).fetchIdentifiers(FetchDescriptor<Numbers>())
    var expected = Checksum(count: count)
    for row in 0..<count { expected.sum += UInt64(NumbersTable.value(row, 9)) }
    self.expected = expected
  }

  var aim: Double? { 1.4 }

  var ours: Contender {
    { stopwatch in
      let context = ModelContext(numbers.container)
      var checksum = Checksum()
      try stopwatch.measure {
        for identifier in identifiers {
          let found = try context.existing(Numbers.self, withID: TypedObjectID(identifier))
          checksum.count += 1
          checksum.sum += UInt64(found.c9)
        }
      }
      return checksum
    }
  }

  var raw: Contender {
    { stopwatch in
      var checksum = Checksum()
      try stopwatch.measure {
        for row in 0..<count {
          try server.rows("one", [row + 1]) { value in
            checksum.count += 1
            checksum.sum += UInt64(ServerRow(value).c9)
          }
        }
      }
      return checksum
    }
  }
}

/// A row of ten integers behind its key, as libpq gives them.
private struct ServerRow: NumbersValues {
  let key, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9: Int

  init(_ value: (Int) -> Int) {
    key = value(0)
    (c0, c1, c2, c3, c4) = (value(1), value(2), value(3), value(4), value(5))
    (c5, c6, c7, c8, c9) = (value(6), value(7), value(8), value(9), value(10))
  }
}
