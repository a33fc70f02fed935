package import Foundation
internal import StrataStoreSupport
package import Strata
internal import StrataSQLite
internal import StrataStorage
internal import StrataTables
package import StrataTestSupport

/// A store that is opened with one version of its models after the other, in a file, or on a server where the variable
/// `STRATA_TEST_ENGINE` says so.
package struct Depot: Sendable {
  package let folder: TemporaryFolder
  package let url: URL
  package let isOnServer: Bool

  package init(isOnServer: Bool = TestServer.isWanted) throws {
    self.isOnServer = isOnServer
    folder = try TemporaryFolder()
    url = isOnServer ? TestServer.newStore() : folder.file("depot.store")
  }

  package func container(
    _ types: [any PersistentModel.Type], _ plan: (any SchemaMigrationPlan.Type)? = nil,
    allowsSave: Bool = true
  ) throws -> ModelContainer {
    try ModelContainer(
      for: types, migrationPlan: plan,
      configuration: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  package func open(
    _ types: any PersistentModel.Type..., plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContext { ModelContext(try container(types, plan)) }

  /// Opens a version, fills it, saves and closes it.
  package func fill(
    _ types: any PersistentModel.Type..., plan: (any SchemaMigrationPlan.Type)? = nil,
    _ body: (ModelContext) throws -> Void
  ) throws {
    let context = ModelContext(try container(types, plan))
    try body(context)
    try context.save()
  }

  /// The error with which a version is refused, and whether the store stayed as it was.
  package func refusal(
    _ types: any PersistentModel.Type..., plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> (text: String, isUntouched: Bool) {
    let before = try content()
    do {
      _ = try container(types, plan)
      return ("it is opened", false)
    } catch {
      return ("\(error)", try content() == before)
    }
  }

  /// The store as errors name it.
  package var path: String { Store.path(of: url) }

  /// True if there is a table or a view.
  package func hasTable(_ name: String) throws -> Bool {
    try sql(
      file: "SELECT count(*) FROM sqlite_schema WHERE name = '\(name)'",
      server: """
        SELECT count(*) FROM information_schema.tables
        WHERE table_schema = current_schema() AND table_name = '\(name)'
        """) != .integer(0)
  }

  /// A number that changes when a table does.
  package func tableVersion() throws -> Int64 { try connection().catalog.version() }

  /// Everything that the store has.
  package func content() throws -> [String] {
    try storeContent(at: url) + (isOnServer ? [] : folder.names())
  }

  /// The columns, rules and indexes of a server's tables with their comments, without the schema's name.
  package func rules() throws -> [String] {
    let query: SQL = """
      SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable)
      FROM information_schema.columns WHERE table_schema = current_schema()
      UNION ALL
      SELECT concat_ws(' ', c.relname, k.conname, pg_get_constraintdef(k.oid),
        obj_description(k.oid, 'pg_constraint'))
      FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
      WHERE c.relnamespace = quote_ident(current_schema())::regnamespace
      UNION ALL
      SELECT replace(indexdef, schemaname || '.', '') FROM pg_indexes
      WHERE schemaname = current_schema()
      ORDER BY 1
      """
    return try connection().rows(query) { $0.text(at: 0) }
  }

  private func connection() throws -> Connection { try .toTables(of: url) }

  package func sql(_ sql: String) throws -> ColumnValue { try connection().value(SQL(sql)) }

  package func execute(_ sql: String) throws { try connection().execute(sql) }

  /// The value of the statement for the store's engine.
  package func sql(file: String, server: String) throws -> ColumnValue {
    try sql(isOnServer ? server : file)
  }
}
