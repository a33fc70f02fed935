import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataSQLite
import StrataStorage
import StrataTestSupport
import Testing

/// What users may do on a server, and what they are told if they may not.
@Suite(.enabled(if: TestServer.hasPrograms)) struct Rights {
  private let server: PrivateServer
  private let schema = "rights_\(UInt32.random(in: .min ... .max))"
  private let user = "reader_\(UInt32.random(in: .min ... .max))"

  init() throws {
    server = try TestServer.ownServer
    try execute("CREATE ROLE \"\(user)\" LOGIN")
  }

  private func url(_ user: String = "strata") -> URL {
    server.url(user: user).appending(queryItems: [URLQueryItem(name: "schema", value: schema)])
  }

  /// Runs statements as an administrator.
  private func connection() throws -> Connection { try .toTables(of: url()) }
  private func execute(_ sql: String) throws { try connection().execute(sql) }

  private func make() throws {
    let context = try open("strata")
    _ = try context.addParcels(1)
  }

  private func open(_ user: String, allowsSave: Bool = true) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Storehouse.models,
        configuration: ModelConfiguration(url: url(user), allowsSave: allowsSave)))
  }

  private func refusal(_ body: () throws -> Void) throws -> String {
    "\(try #require(#expect(throws: (any Error).self) { try body() }))"
  }

  /// A role's own settings change neither what a store means nor what it finds.
  @Test func haveSettingsOfTheirOwn() throws {
    for (name, value) in [
      ("transform_null_equals", "on"),
      ("extra_float_digits", "-10"), ("DateStyle", "German, DMY"), ("TimeZone", "Pacific/Chatham"),
      ("IntervalStyle", "sql_standard"), ("bytea_output", "escape"), ("search_path", "pg_temp"),
      ("backslash_quote", "on"), ("array_nulls", "off"), ("xmloption", "document"),
      ("default_transaction_isolation", "serializable"), ("plan_cache_mode", "force_generic_plan"),
      ("enable_seqscan", "off"), ("enable_hashjoin", "off"),
    ] {
      try execute("ALTER ROLE \"\(user)\" SET \(name) = '\(value)'")
    }
    try execute("CREATE SCHEMA \"\(schema)\" AUTHORIZATION \"\(user)\"")
    let context = ModelContext(
      try ModelContainer(
        for: Specimen.self, configurations: ModelConfiguration(url: url(user))))
    let specimen = Specimen()
    context.insert(specimen)
    specimen.string = "back\\slash 'e\u{301}' \u{131}"
    specimen.double = 0.1 + 0.2
    specimen.data = Data([0, 92, 255])
    try context.save()
    let found = try ModelContext(context.container).fetch(
      FetchDescriptor<Specimen>(
        predicate: #Predicate {
          $0.string.contains("\u{e9}") && $0.string.contains("k\\s")
            && $0.string.caseInsensitiveCompare("BACK\\SLASH '\u{c9}' \u{131}") == .orderedSame
        }))
    #expect(found.map(\.string) == [specimen.string])
    #expect(found.first?.double == 0.1 + 0.2 && found.first?.data == Data([0, 92, 255]))
    // With it, the statements would mean something else.
    try execute("ALTER ROLE \"\(user)\" SET standard_conforming_strings = off")
    let text = try refusal { _ = try open(user) }
    #expect(text.contains("SET standard_conforming_strings = on"), "\(text)")
  }

  @Test func areMissingForTheSchema() throws {
    try make()
    let text = try refusal { _ = try open(user).all(Parcel.self) }
    #expect(text.contains("GRANT USAGE ON SCHEMA \"\(schema)\" TO \"\(user)\""), "\(text)")
    #expect(!text.contains("newer"), "\(text)")
  }

  @Test func areMissingForReading() throws {
    try make()
    try execute("GRANT USAGE ON SCHEMA \"\(schema)\" TO \"\(user)\"")
    let text = try refusal { _ = try open(user, allowsSave: false).all(Parcel.self) }
    #expect(
      text.contains("GRANT SELECT ON ALL TABLES IN SCHEMA \"\(schema)\" TO \"\(user)\""), "\(text)")
  }

  @Test func areMissingForWriting() throws {
    try make()
    try execute(
      """
      GRANT USAGE ON SCHEMA "\(schema)" TO "\(user)"; GRANT SELECT ON ALL TABLES IN SCHEMA "\(schema)" TO "\(user)"
      """)
    let context = try open(user)
    #expect(try context.all(Parcel.self).count == 1)
    context.insert(Parcel(serial: 2))
    let text = try refusal { try context.save() }
    #expect(
      text.contains(
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \"\(schema)\" TO \"\(user)\""),
      "\(text)")
    try execute(
      "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \"\(schema)\" TO \"\(user)\"")
    try context.save()
    #expect(try open("strata").all(Parcel.self).count == 2)
  }

  @Test func areMissingForMakingAStore() throws {
    let text = try refusal { _ = try open(user) }
    #expect(text.contains("CREATE SCHEMA \"\(schema)\" AUTHORIZATION \"\(user)\""), "\(text)")
    try execute("CREATE SCHEMA \"\(schema)\"; GRANT USAGE ON SCHEMA \"\(schema)\" TO \"\(user)\"")
    let other = try refusal { _ = try open(user) }
    #expect(
      other.contains("GRANT USAGE, CREATE ON SCHEMA \"\(schema)\" TO \"\(user)\""), "\(other)")
    try execute("GRANT USAGE, CREATE ON SCHEMA \"\(schema)\" TO \"\(user)\"")
    #expect(try open(user).all(Parcel.self).isEmpty)
  }

  @Test(arguments: [
    "CREATE TABLE \"Parcel\" (n integer)", "CREATE VIEW \"Author\" AS SELECT 1 AS n",
    "CREATE SEQUENCE \"Crate\"", "CREATE TABLE strata_store (n integer)",
    "CREATE FUNCTION strata_fold(t text, options integer) RETURNS text LANGUAGE sql AS 'SELECT t'",
  ])
  func dontReachOtherProgramsTables(_ statement: String) throws {
    try execute("CREATE SCHEMA \"\(schema)\"; SET search_path = \"\(schema)\"; \(statement)")
    let text = try refusal { _ = try open("strata") }
    #expect(text.contains("name another schema in the address"), "\(text)")
    // Nothing was made beside it.
    let count = try connection().integer(
      "SELECT count(*) FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace"
    )
    #expect(count == (statement.contains("FUNCTION") ? 0 : 1))
  }

  @Test func endAtTablesOfOtherProgramsForNewClasses() throws {
    _ = try ModelContainer(for: Sack.self, configurations: ModelConfiguration(url: url()))
    try execute("CREATE TABLE \"\(schema)\".\"Author\" (n integer)")
    let text = try refusal { _ = try open("strata") }
    #expect(text.contains("Author"), "\(text)")
    #expect(!text.contains("newer program"), "\(text)")
  }
}

/// The errors of rules that a server finds broken.
@Suite(.enabled(if: TestServer.isInstalled)) struct BrokenRules {
  private let depot: Depot

  init() throws { depot = try Depot(isOnServer: true) }

  @Test func nameObjectAndPropertyOfZeroCharacters() throws {
    let context = try depot.open(Specimen.self)
    let specimen = Specimen()
    context.insert(specimen)
    specimen.string = "secret\0text"
    var text = "\(try #require(#expect(throws: (any Error).self) { try context.save() }))"
    #expect(
      text.contains("Specimen") && text.contains("string") && text.contains("U+0000"), "\(text)")
    #expect(!text.contains("secret"), "\(text)")
    specimen.string = "text"
    specimen.words = ["fine", "secret\\\0"]
    text = "\(try #require(#expect(throws: (any Error).self) { try context.save() }))"
    #expect(
      text.contains("Specimen") && text.contains("words") && text.contains("U+0000"), "\(text)")
    #expect(!text.contains("secret"), "\(text)")
    specimen.words = ["\\u0000"]
    try context.save()
    #expect(try depot.open(Specimen.self).all(Specimen.self).map(\.words) == [["\\u0000"]])
  }

  @Test func showNoValuesOfRows() throws {
    let context = try depot.open(Specimen.self)
    let specimen = Specimen()
    specimen.string = "secret"
    context.insert(specimen)
    try context.save()
    for (statement, words) in [
      ("UPDATE \"Specimen\" SET string = NULL", "Specimen.string must have a value"),
      ("UPDATE \"Specimen\" SET words = '[\"\\u0000\"]'", "Specimen.words"),
    ] {
      let error = #expect(throws: (any Error).self) {
        try context.withConnection { try $0.execute(SQL(stringLiteral: statement)) }
      }
      #expect("\(error as Any)".contains(words), "\(error as Any)")
      #expect(!"\(error as Any)".contains("secret"), "\(error as Any)")
      #expect(!String(reflecting: error).contains("secret"))
    }
    try depot.execute(
      """
      ALTER TABLE "Specimen" ADD CONSTRAINT short CHECK (char_length(string) < 10);
      CREATE TABLE notes (specimen bigint REFERENCES "Specimen" (strata_key));
      INSERT INTO notes SELECT strata_key FROM "Specimen"
      """)
    specimen.string = "a secret that is long"
    var text = "\(try #require(#expect(throws: (any Error).self) { try context.save() }))"
    #expect(text.contains("short") && !text.contains("Failing row"), "\(text)")
    #expect(!text.contains("secret"), "\(text)")
    context.rollback()
    context.delete(specimen)
    text = "\(try #require(#expect(throws: (any Error).self) { try context.save() }))"
    #expect(
      text.contains("Specimen/1 can't be deleted, since a row of notes leads to it"), "\(text)")
  }
}

/// A class that no program of these tests has besides.
@Model private final class Sack {
  var label = ""
  init() {}
}
