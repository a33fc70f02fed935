import Foundation
import StrataSQLite
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataPostgreSQL

@Suite(
  "A pooler before the server", .enabled(if: TestServer.hasPrograms && TestPooler.isInstalled))
struct PoolerTests {
  private func connection(
    _ pooler: TestPooler, _ mode: String, schema: String? = nil
  ) throws -> Connection {
    let items =
      [URLQueryItem(name: "pooler", value: mode)]
      + (schema.map { [URLQueryItem(name: "schema", value: $0)] } ?? [])
    let address = try ServerAddress(pooler.url.appending(queryItems: items))
    return Connection(
      try ServerConnection(address, lockTimeout: 7), path: address.description, isReadOnly: false)
  }

  @Test("It is refused by name, with what makes it work", arguments: ["transaction", "session"])
  func refusal(mode: String) throws {
    let pooler = try TestPooler(before: TestServer.ownServer, mode: mode)
    defer { withExtendedLifetime(pooler) {} }
    let error = #expect(throws: StorageError.self) {
      _ = try ServerConnection(ServerAddress(pooler.url))
    }
    let text = "\(try #require(error))"
    #expect(text.contains("a pooler stands before the server"))
    #expect(text.contains("pooler=session") && text.contains("pooler=transaction"))
  }

  @Test("One of sessions is used if the address says so")
  func session() throws {
    let pooler = try TestPooler(before: TestServer.ownServer, mode: "session")
    defer { withExtendedLifetime(pooler) {} }
    let connection = try connection(pooler, "session")
    defer { connection.close() }
    #expect(try connection.integer("SELECT 1::bigint") == 1)
  }

  @Test("Another word for its mode is refused")
  func unknownMode() throws {
    #expect {
      _ = try ServerAddress(#require(URL(string: "postgresql:///x?pooler=statement")))
    } throws: {
      "\($0)".contains("pooler=session") && "\($0)".contains("pooler=transaction")
    }
  }

  @Test(
    "Statements have names where the pooler keeps them",
    arguments: TestPooler.keepsStatements ? [0, 50] : [0])
  func statementNames(count: Int) throws {
    let pooler = try TestPooler(
      before: TestServer.ownServer, mode: "transaction", size: 1,
      preparedStatements: TestPooler.keepsStatements ? count : nil)
    defer { withExtendedLifetime(pooler) {} }
    let items = [URLQueryItem(name: "pooler", value: "transaction")]
    let servers = try (0..<3).map { _ in
      try ServerConnection(ServerAddress(pooler.url.appending(queryItems: items)))
    }
    let connections = servers.map { Connection($0, path: "", isReadOnly: false) }
    defer { for connection in connections { connection.close() } }
    for server in servers { #expect(server.namesStatements == (count > 0)) }
    let prepared: SQL = "SELECT count(*) FROM pg_prepared_statements WHERE NOT from_sql"
    for round in 0..<3 {
      for connection in connections { #expect(try connection.integer("SELECT 1::bigint") == 1) }
      // Each text is prepared once on the one connection to the server, whoever runs it: these two, and the one by which
      // the connections have found out.
      let number = try connections[round].integer(prepared)
      #expect(number == (count == 0 ? 0 : 3))
    }
  }

  private static let settings: SQL = """
    SELECT current_setting('search_path') || ' ' || current_setting('TimeZone') || ' '
      || current_setting('lock_timeout') || ' ' || current_setting('DateStyle')
    """

  @Test("One of transactions gives each statement and transaction its settings, and others none")
  func settings() throws {
    let pooler = try TestPooler(before: TestServer.ownServer, mode: "transaction", size: 1)
    defer { withExtendedLifetime(pooler) {} }
    let connections = try ["first", "Sec\"ond"].map {
      try connection(pooler, "transaction", schema: $0)
    }
    defer { for connection in connections { connection.close() } }
    let expected = ["\"first\" UTC 7s ISO, MDY", "\"Sec\"\"ond\" UTC 7s ISO, MDY"]
    func text(_ connection: Connection) throws -> String? {
      try connection.rows(Self.settings) { $0.text(at: 0) }.first ?? nil
    }
    for _ in 0..<3 {
      for (connection, expected) in zip(connections, expected) {
        #expect(try text(connection) == expected)
        #expect(try connection.snapshot { try text(connection) } == expected)
        #expect(try connection.transaction { try text(connection) } == expected)
      }
    }
  }

  @Test("Tables of one name in two schemas are kept apart, also where their columns differ")
  func tables() throws {
    let pooler = try TestPooler(
      before: TestServer.ownServer, mode: "transaction", size: 1)
    defer { withExtendedLifetime(pooler) {} }
    let schemas = ["apart_\(UUID().uuidString)", "apart_\(UUID().uuidString)"]
    let connections = try schemas.map { try connection(pooler, "transaction", schema: $0) }
    defer { for connection in connections { connection.close() } }
    for (number, connection) in connections.enumerated() {
      try connection.execute("CREATE SCHEMA \"\(schemas[number])\"")
      try connection.execute("CREATE TABLE t (x \(["bigint", "text"][number]))")
      let values: [ColumnValue] = [.integer(5), .text("five")]
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (\(bind: values[number]))")
      }
    }
    for _ in 0..<3 {
      #expect(try connections[0].rows("SELECT x FROM t") { $0.value(at: 0) } == [.integer(5)])
      #expect(try connections[1].rows("SELECT x FROM t") { $0.value(at: 0) } == [.text("five")])
    }
    // A statement that is prepared already, for columns of another type.
    try connections[0].execute("ALTER TABLE t ALTER x TYPE text")
    #expect(throws: StorageError.self) {
      _ = try connections[0].rows("SELECT x FROM t") { $0.value(at: 0) }
    }
  }

  @Test("Nobody keeps a connection of a pool behind a transaction")
  func rest() throws {
    let pooler = try TestPooler(before: TestServer.ownServer, mode: "transaction", size: 1)
    defer { withExtendedLifetime(pooler) {} }
    let connections = try (0..<3).map { _ in try connection(pooler, "transaction") }
    defer { for connection in connections { connection.close() } }
    for _ in 0..<3 {
      for connection in connections {
        #expect(try connection.snapshot { try connection.integer("SELECT 1::bigint") } == 1)
        #expect(throws: StorageError.self) {
          try connection.transaction { try connection.execute("SELECT 1 / 0") }
        }
        #expect(throws: StorageError.self) { _ = try connection.integer("SELECT 1::bigint / 0") }
      }
    }
  }
}
