package import Foundation
package import Strata
internal import StrataPostgreSQL
package import StrataSQLite
internal import StrataStorage
internal import StrataTestSupport

extension ModelConfiguration {
  /// A new store in memory, or on a server where the variable `STRATA_TEST_ENGINE` says so.
  package static var temporary: ModelConfiguration {
    TestServer.isWanted
      ? ModelConfiguration("default", url: TestServer.newStore())
      : ModelConfiguration(isStoredInMemoryOnly: true)
  }
}

extension Connection {
  /// A connection to a store's tables, as a program of another kind has.
  package static func toTables(of store: URL) throws -> Connection {
    guard store.isOfServer else { return try Connection(path: store.path) }
    let address = try ServerAddress(store)
    return Connection(try ServerConnection(address), path: address.description, isReadOnly: false)
  }
}

/// Everything that a store has.
package func storeContent(at store: URL) throws -> [String] {
  guard store.isOfServer else { return [try Data(contentsOf: store).base64EncodedString()] }
  let connection = try Connection.toTables(of: store)
  defer { connection.close() }
  let tables: SQL = """
    SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY 1
    """
  let columns: SQL = """
    SELECT string_agg(concat_ws(' ', table_name, column_name, data_type, is_nullable), ',' ORDER BY table_name, column_name)
    FROM information_schema.columns WHERE table_schema = current_schema()
    """
  let rows = try connection.rows(tables) { $0.text(at: 0) }.map { table in
    try connection.value(
      "SELECT string_agg(t::text, ',' ORDER BY t::text) FROM \(name: table) AS t")
  }
  return try ([connection.value(columns)] + rows).map { "\($0)" }
}
