package import Foundation
import StrataSQLite
import StrataSchema

// The parts of stores on servers that programs have with and without the package's trait Server.

extension Store {
  /// A store's name in messages: the path of its file, or its address without a password.
  package static func path(of url: URL) -> String {
    url.isOfServer ? publicAddress(url).absoluteString : url.path
  }

  /// Throws for a name that a server would cut.
  static func checkNames(_ schema: Schema, _ path: String) throws(StorageError) {
    let tables = schema.entities.map { EntityTable($0, in: schema, dialect: .postgreSQL) }
    let names =
      tables.flatMap { [$0.name] + $0.storedColumns.map(\.name) } + schema.linkTables.map(\.name)
    guard let long = names.first(where: { $0.utf8.count > SQLDialect.longestName }) else { return }
    throw .incompatibleSchema(
      path: path,
      reason: "a table or column would be called \(long), and a name on a server has at most "
        + "\(SQLDialect.longestName) bytes; give the class or property a shorter name")
  }
}

extension Connection {
  /// Keeps others from saving, opening and migrating the store until the end of the transaction.
  func lockServerStore() throws {
    try run("SELECT pg_advisory_xact_lock(hashtextextended(current_schema()::text, 0))")
    // A stage may work for as long as it takes.
    try run("SET LOCAL idle_in_transaction_session_timeout = 0")
    try run(SQL(Self.storeLock))
  }

  /// The statement that keeps others from saving, however they save. They can still read.
  static let storeLock = "LOCK TABLE strata_store IN EXCLUSIVE MODE"
}
