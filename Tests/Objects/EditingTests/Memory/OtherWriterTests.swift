import Foundation
import Strata
import StrataSQLite
import StrataStorage
import StrataStoreSupport
import StrataTestSupport
import Testing

/// The former values of rows that another program writes on a server.
@Suite(.enabled(if: TestServer.isInstalled)) struct MemoriesOfOtherWriters {
  private let server = TestServer.newStore()

  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Harbour.models, configuration: ModelConfiguration(url: server)))
  }

  private func names(after number: Int64) throws -> [String] {
    try ModelContext(context().container, asOf: number).names()
  }

  private func fill() throws -> ModelContext {
    let context = try context()
    context.insert(contentsOf: [Vessel(name: "Ada"), Vessel(name: "Bea")])
    try context.save()
    return context
  }

  private var schema: String {
    get throws {
      try #require(
        URLComponents(url: server, resolvingAgainstBaseURL: false)?.queryItems?
          .last { $0.name == "schema" }?.value)
    }
  }

  /// An administrator names the schema, and has another one for everything else.
  @Test func areKeptWhateverSchemasThatLooksIn() throws {
    let context = try fill()
    let other = try Connection.toTables(of: server)
    defer { other.close() }
    try other.execute("SET search_path = public")
    try other.execute(
      """
      BEGIN;
      UPDATE "\(schema)"."Vessel" SET name = 'Cid' WHERE name = 'Bea';
      DELETE FROM "\(schema)"."Vessel" WHERE name = 'Ada';
      INSERT INTO "\(schema)"."Vessel" SELECT * FROM "\(schema)"."Vessel" WHERE false;
      """)
    #expect(try other.value("SELECT current_setting('search_path')") == .text("public"))
    try other.execute("COMMIT")
    context.insert(Vessel(name: "Dan"))
    try context.save()
    #expect(try names(after: 1) == ["Ada", "Bea"])
    #expect(try self.context().names() == ["Cid", "Dan"])
  }

  /// An earlier version of this library has made the triggers.
  @Test func goOnWithNewTriggers() throws {
    let context = try fill()
    let other = try Connection.toTables(of: server)
    defer { other.close() }
    let body: SQL = "SELECT prosrc FROM pg_proc WHERE proname = 'strata_former_Vessel_row'"
    let own: SQL = "\(body) AND pronamespace = quote_ident(current_schema())::regnamespace"
    let source = try #require(try other.first(own) { $0.text(at: 0) } ?? nil)
    let former = source.replacingOccurrences(of: "TG_TABLE_SCHEMA", with: "current_schema()")
    try other.execute(
      """
      CREATE OR REPLACE FUNCTION "strata_former_Vessel_row"() RETURNS trigger LANGUAGE plpgsql AS $f$\(former)$f$
      """)
    try context.fetch(FetchDescriptor<Vessel>(sortBy: [SortDescriptor(\.name)])).first?.name = "Eva"
    try context.save()
    #expect(try names(after: 1) == ["Ada", "Bea"])
    #expect(try other.value(own) == .text(source))
    try other.execute("SET search_path = public")
    try other.execute("DELETE FROM \"\(schema)\".\"Vessel\"")
    context.insert(Vessel(name: "Dan"))
    try context.save()
    #expect(try names(after: 1) == ["Ada", "Bea"] && names(after: 2) == ["Bea", "Eva"])
  }
}
