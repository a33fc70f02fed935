import Foundation
import Strata

/// The table of ten integers on a server, in a schema of the library's and in one of libpq's own.
struct ServerNumbers {
  /// The server's address, which `make bench SERVER=1` sets.
  static let address = ProcessInfo.processInfo.environment["STRATA_BENCH_SERVER"].flatMap {
    URL(string: $0)
  }

  let address: URL
  let schema: String
  let container: ModelContainer

  init() throws {
    guard let address = Self.address else {
      throw ServerError(message: "make bench SERVER=1 starts a server")
    }
    self.address = address
    schema = "bench_" + UUID().uuidString.prefix(8).lowercased()
    container = try Self.container(address, schema)
  }

  private static func container(_ address: URL, _ schema: String) throws -> ModelContainer {
    let url = address.appending(queryItems: [URLQueryItem(name: "schema", value: schema)])
    return try ModelContainer(for: Numbers.self, configurations: ModelConfiguration(url: url))
  }

  /// The same store, with connections of its own, as another program has it.
  func another() throws -> ModelContainer { try Self.container(address, schema) }

  /// Runs a contender on a new store, and returns what one of its tables has come to.
  static func run(table: String, _ body: (ServerNumbers) throws -> Void) throws -> Checksum {
    let numbers = try ServerNumbers()
    // Dropped: a schema that stays goes with the private server.
    defer { try? numbers.drop() }
    try body(numbers)
    return try numbers.checksum(of: table)
  }

  static func fill(_ container: ModelContainer, count: Int) throws {
    let context = ModelContext(container)
    for row in 0..<count { context.insert(Numbers(row: row)) }
    try context.save()
  }

  /// A connection that sees the library's tables.
  func connection() throws -> RawServer { try RawServer(address, schema: schema) }

  /// A connection with a table of its own beside the library's.
  func connectionWithTable() throws -> RawServer {
    let server = try connection()
    let columns = NumbersTable.columns.map { "\($0) bigint NOT NULL" }.joined(separator: ", ")
    try server.execute(
      """
      CREATE TABLE raw_numbers (strata_key bigint PRIMARY KEY, \(columns));
      CREATE TABLE raw_lock (number bigint);
      INSERT INTO raw_lock VALUES (0)
      """)
    return server
  }

  static let values = (0..<11).map { "$\($0 + 1)::bigint" }.joined(separator: ", ")

  /// What a row of libpq's own table has in a column.
  static func value(_ row: Int, _ column: Int) -> Int {
    column == 0 ? row + 1 : NumbersTable.value(row, column - 1)
  }

  /// What a table has come to.
  func checksum(of table: String) throws -> Checksum {
    let terms = NumbersTable.columns.enumerated().map { "\($1) * \($0 + 1)" }
      .joined(separator: " + ")
    let server = try connection()
    try server.prepare("checksum", "SELECT count(*), sum(\(terms))::bigint FROM \(table)")
    var checksum = Checksum()
    try server.rows("checksum") { value in
      checksum = Checksum(count: value(0), sum: UInt64(value(1)))
    }
    return checksum
  }

  func drop() throws { try connection().execute("DROP SCHEMA \(schema) CASCADE") }
}
