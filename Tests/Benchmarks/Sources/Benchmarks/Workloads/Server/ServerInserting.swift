import Strata

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
        try server.prepare("begin", "BEGIN")
        try server.prepare("lock", "SELECT number FROM raw_lock FOR UPDATE")
        try server.prepare("insert", "INSERT INTO raw_numbers VALUES (\(ServerNumbers.values))")
        try server.prepare("count", "UPDATE raw_lock SET number = $1::bigint")
        try server.prepare("commit", "COMMIT")
        try server.enterPipeline()
        try stopwatch.measure {
          for row in 0..<count {
            let values = (0..<11).map { ServerNumbers.value(row, $0) }
            try server.pipeline([
              ("begin", []), ("lock", []), ("insert", values), ("count", [row]), ("commit", []),
            ])
          }
        }
      }
    }
  }
}
