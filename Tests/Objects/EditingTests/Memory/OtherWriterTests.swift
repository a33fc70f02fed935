import Foundation
import Strata
import StrataSQLite
import StrataStorage
import StrataStoreSupport
import StrataTestSupport
import Testing

/// The former values of rows that another program writes in a file.
@Suite struct MemoriesOfOtherWritersInAFile {
  private let harbour: Harbour
  private let context: ModelContext

  init() throws {
    harbour = try Harbour()
    context = try harbour.context()
    context.insert(contentsOf: [Vessel(name: "Ada"), Vessel(name: "Bea")])
    try context.save()
  }

  /// Runs statements as a program that knows nothing of the history.
  private func write(_ sql: String) throws {
    let other = try Connection(path: harbour.url.path)
    defer { other.close() }
    try other.execute(sql)
  }

  private func names(after number: Int64) throws -> [String] {
    try ModelContext(harbour.context().container, asOf: number).names()
  }

  private func add(_ name: String) throws {
    let context = try harbour.context()
    context.insert(Vessel(name: name))
    try context.save()
  }

  /// What such a statement says of conflicts doesn't hold for the triggers.
  @Test(arguments: ["", "OR REPLACE", "OR ABORT", "OR IGNORE", "OR ROLLBACK"])
  func beginWithTheFirstOfSeveralChanges(_ conflict: String) throws {
    try write(
      """
      UPDATE \(conflict) "Vessel" SET name = 'Bob' WHERE name = 'Bea';
      UPDATE \(conflict) "Vessel" SET name = 'Cid' WHERE name = 'Bob';
      BEGIN;
      UPDATE \(conflict) "Vessel" SET name = 'Dot' WHERE name = 'Cid';
      DELETE FROM "Vessel" WHERE name = 'Dot';
      COMMIT
      """)
    #expect(try names(after: 1) == ["Ada", "Bea"])
    try add("Eva")
    #expect(try names(after: 1) == ["Ada", "Bea"] && names(after: 2) == ["Ada", "Eva"])
  }

  /// The transaction that will have their number isn't there yet.
  @Test func nameNoTransactionBeforeItIsThere() throws {
    let vessels = try context.fetch(FetchDescriptor<Vessel>(sortBy: [SortDescriptor(\.name)]))
    let identifier = try #require(vessels.last).persistentModelID
    try write("UPDATE \"Vessel\" SET tonnage = 7 WHERE name = 'Bea'")
    func transactions() throws -> [Int64] {
      try harbour.context().changes(of: identifier, Vessel.self).map(\.transaction)
    }
    #expect(try transactions() == [1])
    try add("Eva")
    #expect(try transactions() == [1, 2])
  }

  @Test func followAHistoryThatIsEmpty() throws {
    try add("Eva")
    try write("DELETE FROM strata_history")
    try write("INSERT INTO strata_metadata VALUES ('cleaned', '2')")
    try write("UPDATE \"Vessel\" SET name = 'Cid' WHERE name = 'Bea'")
    #expect(try names(after: 2) == ["Ada", "Bea", "Eva"])
    try add("Fay")
    #expect(try names(after: 2) == ["Ada", "Bea", "Eva"])
    #expect(try names(after: 3) == ["Ada", "Cid", "Eva", "Fay"])
  }

  /// An earlier version of this library has made the triggers, which give rows their number at a transaction's end.
  @Test func goOnWithNewTriggers() throws {
    let triggers = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'Vessel'"
    func own() throws -> [String] {
      let other = try Connection(path: harbour.url.path)
      defer { other.close() }
      return try other.rows(SQL(triggers + " ORDER BY name")) { $0.text(at: 0) }
    }
    let new = try own()
    // The older triggers add a second row behind the last entry for the same object.
    try write("UPDATE \"Vessel\" SET name = 'Bob' WHERE name = 'Bea'")
    let (open, key) = (Int64.max, "\"strata_key\"")
    func addition(_ row: String, _ exists: Int) -> String {
      """
      INSERT INTO "strata_former_Vessel" (strata_until, strata_exists, \(key)\(exists == 0 ? "" : ", \"name\", \"tonnage\""))
      SELECT \(open), \(exists), \(row).\(key)\(exists == 0 ? "" : ", OLD.\"name\", OLD.\"tonnage\"")
      WHERE NOT EXISTS (SELECT 1 FROM "strata_former_Vessel" AS f
        WHERE f.\(key) = \(row).\(key) AND f.strata_until = \(open))
      """
    }
    try write(
      """
      DROP TRIGGER "strata_former_Vessel_insert"; DROP TRIGGER "strata_former_Vessel_update";
      DROP TRIGGER "strata_former_Vessel_delete";
      CREATE TRIGGER "strata_former_Vessel_insert" AFTER INSERT ON "Vessel" BEGIN \(addition("NEW", 0)); END;
      CREATE TRIGGER "strata_former_Vessel_update" AFTER UPDATE ON "Vessel" BEGIN \(addition("OLD", 1)); END;
      CREATE TRIGGER "strata_former_Vessel_delete" AFTER DELETE ON "Vessel" BEGIN \(addition("OLD", 1)); END;
      CREATE TRIGGER "strata_former_Vessel_number" AFTER INSERT ON strata_history BEGIN
        UPDATE "strata_former_Vessel" SET strata_until = NEW.number WHERE strata_until = \(open);
      END;
      UPDATE "Vessel" SET name = 'Cid' WHERE name = 'Bob'
      """)
    #expect(try names(after: 1) == ["Ada", "Bea"])
    #expect(try own() == new)
    try write("UPDATE \"Vessel\" SET name = 'Dan' WHERE name = 'Cid'")
    try add("Eva")
    #expect(try names(after: 1) == ["Ada", "Bea"] && names(after: 2) == ["Ada", "Dan", "Eva"])
  }
}

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
      .replacingOccurrences(of: "ON CONFLICT (\"strata_key\", strata_until) DO NOTHING", with: "")
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

private enum Wider {
  @Model final class Cargo: TemporalModel {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum Narrower {
  @Model final class Cargo {
    var name: String
    @Relationship(inverse: \Dock.cargoes) var dock: Dock?
    init(name: String) { self.name = name }
  }

  @Model final class Dock {
    var name: String
    var cargoes: [Cargo] = []
    init(name: String) { self.name = name }
  }

  @Model final class Watch: TemporalModel {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// Stores that keep former values for other programs' classes as well.
@Suite struct MemoriesOfOtherPrograms {
  private let folder: TemporaryFolder
  private let container: ModelContainer

  init() throws {
    folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file())
    let wider = ModelContext(
      try ModelContainer(for: Wider.Cargo.self, configurations: configuration))
    wider.insert(Wider.Cargo(name: "tea"))
    try wider.save()
    container = try ModelContainer(
      for: Narrower.Cargo.self, Narrower.Dock.self, Narrower.Watch.self,
      configurations: configuration)
  }

  /// What another program keeps of `Cargo` would need former values of `Dock`, too.
  @Test func areThoseOfTheOwnClasses() throws {
    let context = ModelContext(container)
    let watch = Narrower.Watch(name: "first")
    context.insert(watch)
    try context.save()
    watch.name = "second"
    try context.save()
    let changes = try context.changes(of: watch)
    #expect(changes.count == 2)
    let past = try ModelContext(container, asOf: #require(changes.first?.transaction))
    #expect(try past.fetch(FetchDescriptor<Narrower.Watch>()).map(\.name) == ["first"])
  }
}
