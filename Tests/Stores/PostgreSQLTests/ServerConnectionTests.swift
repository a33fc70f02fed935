import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataPostgreSQL
@testable import StrataSQLite

@Suite("A connection to a server", .enabled(if: TestServer.isInstalled))
struct ServerConnectionTests {
  private let address: ServerAddress
  private let server: ServerConnection
  private let connection: Connection

  init() throws {
    address = try ServerAddress(TestServer.newStore())
    server = try ServerConnection(address, lockTimeout: 0.2)
    connection = Connection(server, path: address.description)
    try connection.execute("CREATE SCHEMA \(quoted(address.schema))")
    try connection.execute(
      """
      CREATE TABLE row (
        key bigint PRIMARY KEY, flag boolean, number double precision, name text COLLATE "C",
        price numeric, id uuid, data bytea
      )
      """)
  }

  private func other() throws -> Connection {
    Connection(try ServerConnection(address, lockTimeout: 0.2), path: address.description)
  }

  private func insert(_ key: Int64, _ name: String?) throws {
    try connection.run("INSERT INTO row (key, name) VALUES (\(bind: key), \(bind: name))")
  }

  @Test("Values of each type go there and come back")
  func values() throws {
    let id = Data(0..<16)
    let insertion: SQL = """
      INSERT INTO row VALUES (\(bind: -5 as Int64), \(bind: 1 as Int64)::boolean, \(bind: 0.1), \(bind: "it's ?"),
        \(bind: "12.50")::numeric, \(bind: .blob(id))::uuid, \(bind: .blob(Data([0, 255]))))
      """
    try connection.run(insertion)
    let values = try connection.rows(
      "SELECT *, '?' AS mark FROM row WHERE name = \(bind: "it's ?")"
    ) { row in
      (0..<row.columnCount).map { row.value(at: $0) }
    }
    #expect(
      values == [
        [
          .integer(-5), .integer(1), .real(0.1), .text("it's ?"), .text("12.50"), .blob(id),
          .blob(Data([0, 255])), .text("?"),
        ]
      ])
  }

  @Test("NULL is bound and read")
  func null() throws {
    try insert(1, nil)
    #expect(try connection.value("SELECT name FROM row WHERE key = \(bind: 1 as Int64)") == .null)
  }

  @Test(
    "Decimal numbers have all their digits",
    arguments: [
      "0", "-0.001", "12345678901234567890.125", "10000", "0.00010000", "99999999", "-1", "NaN",
      "1000000000000000000000000000000000000",
    ])
  func decimals(text: String) throws {
    #expect(try connection.value("SELECT \(bind: text)::numeric") == .text(text))
  }

  @Test(
    "Decimal numbers in binary form are the same",
    arguments: [
      "0", "-0.001", "12345678901234567890.125", "10000", "0.00010000", "99999999", "-1",
      "9999.9999",
      "1000000000000000000000000000000000000", "-120000.5", "0.0000000000000000000000000001",
    ])
  func binaryDecimals(text: String) throws {
    let bytes = try #require(ServerNumber.numeric(Array(text.utf8)[...]))
    let digits = bytes.withUnsafeBytes { ServerNumber.text($0) }
    #expect(String(decoding: digits, as: UTF8.self) == text)
  }

  @Test(
    "What is no plain decimal number has no binary form",
    arguments: ["", "-", "1.", ".5", "1e5", "NaN", "1.2.3"])
  func otherDecimals(text: String) throws {
    #expect(ServerNumber.numeric(Array(text.utf8)[...]) == nil)
  }

  @Test("Many rows are read one after the other, and others between them")
  func rows() throws {
    var sum: Int64 = 0
    try connection.forEachRow("SELECT n FROM generate_series(1, 3000) AS n") { row in
      let number = row.integer(at: 0)
      if number.isMultiple(of: 1000) {
        let next = try connection.integer("SELECT \(bind: number) + 1")
        #expect(next == number + 1)
      }
      sum += number
    }
    #expect(sum == 3000 * 3001 / 2)
  }

  @Test("Rows that nobody reads any more don't disturb what comes")
  func abandonedRows() throws {
    for _ in 0..<3 {
      let first = try connection.first("SELECT n FROM generate_series(1, 3000) AS n") {
        $0.integer(at: 0)
      }
      #expect(first == 1)
    }
  }

  @Test("A save of many rows waits for its commit alone")
  func pipeline() throws {
    try insert(0, "known")
    let before = server.roundTripCount
    try connection.transaction {
      for key in 1...500 as ClosedRange<Int64> { try insert(key, "n\(key)") }
    }
    #expect(server.roundTripCount - before == 1)
    #expect(try connection.integer("SELECT count(*) FROM row") == 501)
  }

  @Test("A statement that nobody waited for fails at the commit, and nothing is kept")
  func lateError() throws {
    try insert(1, "a")
    #expect {
      try connection.transaction {
        try insert(2, "b")
        try insert(1, "c")
        try insert(3, "d")
      }
    } throws: {
      guard case StorageError.constraint(let rule)? = $0 as? StorageError else { return false }
      return rule.kind == .primaryKey && rule.table == "row"
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.integer("SELECT count(*) FROM row") == 1)
  }

  @Test("The rows that a statement changed are counted")
  func changedRows() throws {
    try insert(1, "a")
    try connection.transaction {
      try connection.run("UPDATE row SET name = \(bind: "b") WHERE key = \(bind: 1 as Int64)")
      #expect(try connection.changedRowCount == 1)
      try connection.run("UPDATE row SET name = \(bind: "c") WHERE key = \(bind: 9 as Int64)")
      #expect(try connection.changedRowCount == 0)
    }
  }

  @Test("A refused row leaves its transaction usable")
  func checkedInsertion() throws {
    try connection.execute("CREATE UNIQUE INDEX names ON row (name)")
    try connection.transaction {
      let insertion = try Statement(
        "INSERT INTO row (key, name) VALUES (\(bind: 0 as Int64), \(bind: ""))",
        connection: connection, .checkedInsertion)
      try insertion.run([.integer(1), .text("a")])
      #expect {
        try insertion.run([.integer(2), .text("a")])
      } throws: {
        guard case StorageError.constraint(let rule)? = $0 as? StorageError else { return false }
        return rule.kind == .unique
      }
      try insertion.run([.integer(3), .text("b")])
    }
    #expect(try connection.integers("SELECT key FROM row ORDER BY key") == [1, 3])
  }

  @Test("A snapshot shows one state")
  func snapshot() throws {
    let reader = try other()
    try insert(1, "a")
    try reader.snapshot {
      #expect(try reader.integer("SELECT count(*) FROM row") == 1)
      try insert(2, "b")
      #expect(try reader.integer("SELECT count(*) FROM row") == 1)
    }
    #expect(try reader.integer("SELECT count(*) FROM row") == 2)
  }

  @Test("A statement that is no longer used doesn't keep the next snapshot from beginning")
  func releasedStatements() throws {
    for _ in 0..<3 {
      try connection.snapshot {
        let statement = try Statement("SELECT 1", connection: connection)
        try statement.run()
      }
    }
    #expect(try connection.snapshot { try connection.integer("SELECT 2") } == 2)
  }

  @Test("A save whose error somebody has swallowed isn't taken for done")
  func swallowedError() throws {
    #expect(throws: StorageError.self) {
      try connection.transaction {
        try insert(1, "a")
        // The error that is swallowed.
        _ = try? connection.integer("SELECT 1 / 0")
      }
    }
    #expect(try connection.integer("SELECT count(*) FROM row") == 0)
  }

  @Test("Rows are refused one after the other, and a text can't pass for a key")
  func manyRefusals() throws {
    try connection.execute("CREATE UNIQUE INDEX names ON row (name)")
    let name = "x (strata_key)=(7)"
    try insert(1, name)
    try connection.transaction {
      let insertion = try Statement(
        "INSERT INTO row (key, name) VALUES (\(bind: 0 as Int64), \(bind: ""))",
        connection: connection, .checkedInsertion)
      for key in 2...20 as ClosedRange<Int64> {
        #expect {
          try insertion.run([.integer(key), .text(name)])
        } throws: {
          guard case StorageError.constraint(let rule)? = $0 as? StorageError else { return false }
          return rule.kind == .unique && rule.columns == ["name"] && rule.table == "row"
        }
      }
      try insertion.run([.integer(30), .text("b")])
    }
    #expect(try connection.integers("SELECT key FROM row ORDER BY key") == [1, 30])
  }

  @Test(
    "A name may have any characters, also quotes with marks",
    arguments: ["a\"b", "a\"\u{301}b", "\u{600}\"; DROP TABLE row; --", "it's"])
  func names(name: String) throws {
    try connection.execute("CREATE TABLE \(quoted(name)) (key bigint)")
    #expect(try connection.value("SELECT \(literal: name)::text") == .text(name))
    #expect(try connection.integer("SELECT count(*) FROM \(name: name)") == 0)
    #expect(try connection.integer("SELECT count(*) FROM row") == 0)
  }

  @Test("A connection with rows that nobody has read isn't idle")
  func idle() throws {
    #expect(server.isIdle())
    _ = try connection.first("SELECT repeat('x', 1000) FROM generate_series(1, 100000)") { _ in 1 }
    #expect(!server.isIdle())
    #expect(try connection.integer("SELECT 1") == 1)
    #expect(server.isIdle())
  }

  @Test("A lock that isn't released in time is an error that says so")
  func busy() throws {
    let second = try other()
    try insert(1, "a")
    try connection.transaction {
      try connection.run("UPDATE row SET name = \(bind: "b")")
      #expect(try connection.changedRowCount == 1)
      #expect(throws: StorageError.busy(path: address.description, seconds: 0.2)) {
        try second.run("UPDATE row SET name = \(bind: "c")")
      }
    }
  }

  @Test("Errors say what and where")
  func errors() throws {
    let missing: [(SQL, String)] = [
      ("SELECT * FROM nothing", "table nothing"), ("SELECT nothing FROM row", "column nothing"),
      ("SELECT t0.nothing FROM row AS t0", "column nothing"),
      ("SELECT Row.name FROM row AS t0", "table row"),
      ("UPDATE row SET nothing = 1", "column nothing"),
    ]
    for (query, name) in missing {
      #expect(
        throws: StorageError.missingName(
          path: address.description, missing: name, advice: nil)
      ) { _ = try connection.run(query) }
    }
    #expect {
      try connection.run("INSERT INTO row (key, name) VALUES (1, \(bind: "a\0b"))")
    } throws: {
      "\($0)".contains("zero character")
    }
    #expect(try connection.integer("SELECT 7::bigint") == 7)
  }

  @Test("A connection that the server has ended says so, from then on")
  func lostConnection() throws {
    let second = try other()
    let process = try #require(try connection.integer("SELECT pg_backend_pid()"))
    _ = try second.value("SELECT pg_terminate_backend(\(bind: process)::integer)")
    for _ in 0..<2 {
      #expect {
        _ = try connection.integer("SELECT 1")
      } throws: {
        if case StorageError.disconnected? = $0 as? StorageError { true } else { false }
      }
    }
    #expect(!connection.isInTransaction)
  }

  @Test("A cancelled task ends its statement")
  func cancellation() async throws {
    let address = address
    let task = Task {
      try await withCancellableStatements {
        let connection = Connection(try ServerConnection(address), path: address.description)
        _ = try connection.value("SELECT pg_sleep(600)")
      }
    }
    task.cancel()
    await #expect(throws: StorageError.interrupted(path: address.description)) {
      try await task.value
    }
  }
}

@Suite("A server's address")
struct ServerAddressTests {
  private func address(_ text: String) throws -> ServerAddress {
    try ServerAddress(try #require(URL(string: text)))
  }

  @Test(
    "A server that the environment or a service names isn't taken for this machine",
    arguments: [
      "postgresql:///shop?service=prod", "postgresql:///shop?hostaddr=8.8.8.8&host=localhost",
    ])
  func namedElsewhere(text: String) throws {
    #expect(try address(text).connectionText.contains("sslmode=verify-full"))
  }

  @Test("A password is in no description")
  func password() throws {
    let address = try address(
      "postgres://app:geheim@db.example:5433/shop?schema=s7&password=geheim2")
    #expect(address.description == "postgresql://app@db.example:5433/shop?schema=s7")
    #expect(address.schema == "s7")
    #expect(address.connectionText.contains("geheim"))
    var dumped = ""
    dump(address, to: &dumped)
    #expect(!dumped.contains("geheim"))
    #expect(!address.connectionText.contains("schema"))
  }

  @Test(
    "A server elsewhere must prove who it is, unless the address says otherwise",
    arguments: [
      ("postgresql://db.example/shop", true), ("postgresql://localhost/shop", false),
      ("postgresql:///shop?host=/tmp", false),
      ("postgresql://db.example/shop?sslmode=require", false),
    ])
  func encryption(text: String, isVerified: Bool) throws {
    #expect(try address(text).connectionText.contains("sslmode=verify-full") == isVerified)
  }

  @Test(
    "Of several servers that one is taken which accepts writes, unless the address says otherwise",
    arguments: [
      ("postgresql:///shop?host=/a,/b", "read-write"), ("postgresql:///shop?host=/a", nil),
      ("postgresql:///shop?host=/a,/b&target_session_attrs=any", "any"),
    ])
  func severalHosts(text: String, attribute: String?) throws {
    let said = try address(text).connectionText
    #expect(said.contains("target_session_attrs") == (attribute != nil))
    if let attribute { #expect(said.contains("target_session_attrs=\(attribute)")) }
  }

  @Test("A replica has the primary's schema, and its own host, encryption and password")
  func replica() throws {
    let primary = try address(
      "postgresql://app@localhost/shop?schema=s7&replica=postgresql://reader:geheim@db.example/shop"
    )
    let replica = try #require(primary.replica)
    #expect(replica.schema == "s7" && replica.replica == nil)
    #expect(replica.description == "postgresql://reader@db.example/shop?schema=s7")
    #expect(replica.connectionText.contains("sslmode=verify-full"))
    #expect(replica.connectionText.contains("geheim"))
    #expect(!primary.description.contains("geheim") && !primary.connectionText.contains("replica"))
    #expect(throws: StorageError.self) {
      _ = try address("postgresql:///x?replica=postgresql:///y?replica=postgresql:///z")
    }
  }

  @Test("The number of connections is that of the address, also at its standby")
  func connectionCounts() throws {
    #expect(try address("postgresql:///x").connectionCount == 8)
    let many = try address("postgresql:///x?connections=32&replica=postgresql:///y")
    #expect(many.connectionCount == 32 && many.replica?.connectionCount == 32)
    #expect(!many.connectionText.contains("connections"))
    let other = try address("postgresql:///x?replica=postgresql:///y?connections=4")
    #expect(other.connectionCount == 8 && other.replica?.connectionCount == 4)
    for wrong in ["0", "-1", "1001", "many", ""] {
      #expect {
        _ = try address("postgresql:///x?connections=\(wrong)")
      } throws: {
        "\($0)".contains("a number from 1 to 1000")
      }
    }
  }

  @Test("Notifications are refused behind a pooler that doesn't pass them on")
  func notificationsBehindPooler() throws {
    #expect(try address("postgresql:///x?listen=on&pooler=session").usesNotifications)
    #expect {
      _ = try address("postgresql:///x?listen=on&pooler=transaction")
    } throws: {
      "\($0)".contains("leave listen=on out")
    }
  }

  @Test("What is no address is refused without repeating it")
  func mistakes() {
    #expect {
      _ = try address("mysql://me:geheim@host/db")
    } throws: {
      "\($0)".contains("postgresql://") && !"\($0)".contains("geheim")
    }
    #expect(throws: StorageError.self) { _ = try address("postgresql:///db?schema=pg_own") }
  }

  @Test("A server that isn't there is an error with its address")
  func noServer() throws {
    let address = try address("postgresql://me:geheim@localhost:1/db")
    #expect {
      _ = try ServerConnection(address)
    } throws: {
      "\($0)".contains("postgresql://me@localhost:1/db") && !"\($0)".contains("geheim")
    }
  }
}
