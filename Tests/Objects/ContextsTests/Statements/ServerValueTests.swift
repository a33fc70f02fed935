import Foundation
import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

/// The values of a server's own types in the results of a program's SQL, and values for them.
@Suite(.enabled(if: TestServer.isInstalled)) struct ServerValues {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Storehouse.models, configuration: ModelConfiguration(url: TestServer.newStore())))
    _ = try context.addParcels(1)
  }

  private func row(_ sql: SQL) throws -> SQLRow { try #require(try context.rows(sql).first) }

  @Test(arguments: [
    ("date '2026-03-01'", "2026-03-01"), ("time '10:00'", "10:00:00"),
    ("timestamp '2026-03-01 12:30:00.25'", "2026-03-01 12:30:00.25"),
    ("timestamptz '2026-03-01 12:30:00+02'", "2026-03-01 10:30:00+00"),
    ("date_trunc('day', timestamp '2020-01-02 03:04')", "2020-01-02 00:00:00"),
    ("interval '1 day 2 hours'", "1 day 02:00:00"), ("'{\"a\": 1}'::jsonb", "{\"a\": 1}"),
    ("'{\"a\":1}'::json", "{\"a\":1}"), ("ARRAY[1, 2]", "{1,2}"),
    ("(SELECT array_agg(serial) FROM \"Parcel\")", "{0}"), ("'127.0.0.1'::inet", "127.0.0.1"),
    ("B'101'", "101"), ("'x'::\"char\"", "x"), ("'x'::name", "x"), ("'a'", "a"),
    ("'x'::varchar(3)", "x"), ("int4range(1, 5)", "[1,5)"), ("ROW(1, 'a')", "(1,a)"),
    ("point(1, 2)", "(1,2)"), ("'<a/>'::text", "<a/>"), ("1.50::numeric", "1.50"),
  ])
  func areTextsAsTheServerWritesThem(_ expression: String, _ text: String) throws {
    let value = try row(SQL(stringLiteral: "SELECT \(expression) AS v")).value("v", as: String.self)
    #expect(value == text)
  }

  @Test func keepTheirTypesBesideTexts() throws {
    let id = UUID()
    let row = try row(
      """
      SELECT now() AS other, 7::smallint AS small, 8::integer AS medium, \(9) AS large, true AS yes, false AS no,
        1.5::real AS float, 0.1::double precision AS double, 'Infinity'::double precision AS infinite,
        1.25::numeric AS decimal, \(Data([0, 255, 16])) AS data, \(id) AS id, 'it''s' AS text, NULL::bigint AS none,
        4000000000::oid AS oid
      """)
    #expect(try row.value("small", as: Int.self) == 7 && row.value("medium", as: Int.self) == 8)
    #expect(try row.value("large", as: Int.self) == 9 && row.value("none", as: Int?.self) == nil)
    #expect(try row.value("yes", as: Bool.self) && !row.value("no", as: Bool.self))
    #expect(try row.value("float", as: Double.self) == 1.5)
    #expect(try row.value("double", as: Double.self) == 0.1)
    #expect(try row.value("infinite", as: Double.self) == .infinity)
    #expect(try row.value("decimal", as: Decimal.self) == Decimal(string: "1.25"))
    #expect(try row.value("data", as: Data.self) == Data([0, 255, 16]))
    #expect(try row.value("id", as: UUID.self) == id)
    #expect(try row.value("text", as: String.self) == "it's")
    #expect(try row.value("oid", as: Int.self) == 4_000_000_000)
    let now = try row.value("other", as: Date.self)
    #expect(abs(now.timeIntervalSinceNow) < 86_400)
  }

  @Test(arguments: [
    ("date '2001-01-01'", 0), ("date '2000-02-29'", -307 * 86_400.0),
    ("timestamp '2001-01-02 00:00:01.5'", 86_401.5),
    ("timestamptz '2001-01-01 00:00:00+05:45'", -20_700),
    ("timestamptz '1969-12-31 23:59:59+00'", -978_307_201),
    ("date '0001-01-01'", -63_113_904_000), ("date '0044-03-15 BC'", -64_496_131_200),
    ("date '9999-12-31'", 252_423_907_200), ("to_timestamp(0)", -978_307_200),
  ])
  func areDatesIfAskedForAsDates(_ expression: String, _ seconds: Double) throws {
    let row = try row(SQL(stringLiteral: "SELECT \(expression) AS v"))
    #expect(try row.value("v", as: Date.self).timeIntervalSinceReferenceDate == seconds)
    #expect(try row.value("v", as: Date?.self)?.timeIntervalSinceReferenceDate == seconds)
  }

  @Test(arguments: [
    "timestamp 'infinity'", "'today'", "time '10:00'", "interval '1 day'", "'2026-13-01'",
  ])
  func areNoDatesIfTheyAreNone(_ expression: String) throws {
    let row = try row(SQL(stringLiteral: "SELECT \(expression) AS v"))
    #expect(throws: StorageError.self) { try row.value("v", as: Date.self) }
  }

  @Test func takeDates() throws {
    let date = Date(timeIntervalSinceReferenceDate: 86_401.5)
    let row = try row(
      """
      SELECT \(date)::timestamptz AS zoned, \(date)::timestamp AS plain, \(date)::date AS day,
        timestamptz '2001-01-02 00:00:01.5+00' = \(date)::timestamptz AS equal, \(date) AS own
      """)
    #expect(try row.value("zoned", as: Date.self) == date)
    #expect(try row.value("plain", as: String.self) == "2001-01-02 00:00:01.5")
    #expect(try row.value("day", as: String.self) == "2001-01-02")
    #expect(try row.value("equal", as: Bool.self) && row.value("own", as: Date.self) == date)
  }

  // MARK: Parameters

  @Test func standBesideOperatorsTextsAndComments() throws {
    func text(_ sql: SQL) throws -> String { try row(sql).value("v", as: String.self) }
    let a = "a"
    #expect(try row("SELECT '{\"a\":1}'::jsonb ? 'a' AS v").value("v", as: Bool.self))
    #expect(try row("SELECT '{\"a\":1}'::jsonb ? \(a) AS v").value("v", as: Bool.self))
    #expect(
      try row("SELECT '{\"a\":1}'::jsonb ?| ARRAY[\(a), 'b'] AS v").value("v", as: Bool.self))
    #expect(try text("SELECT /* ? /* ? */ ' */ \(a) AS v -- ?") == "a")
    #expect(try text("SELECT \(a) || E'\\'?' AS v") == "a'?")
    #expect(try text("SELECT \(a) || $$ it's ? $$ AS v") == "a it's ? ")
    #expect(try text("SELECT \(a) || $b$ $$ ' $b$ AS v") == "a $$ ' ")
    #expect(try text("SELECT (ARRAY['x', \(a), ']'''])[2] AS v") == "a")
    // A value inside of a text or a comment has no effect there.
    for statement in ["SELECT '\(bind: a)'", "SELECT 1 /* \(bind: a) */", "SELECT $$\(bind: a)$$"]
      as [SQL]
    {
      #expect(throws: StorageError.self) { try context.rows(statement) }
    }
  }

  @Test(arguments: [
    "/* /* */ ' */ DELETE FROM \"Parcel\" --'",
    "WITH gone AS (SELECT E'\\'') , a AS (DELETE FROM \"Parcel\" RETURNING 1) SELECT '' FROM a",
    "SELECT $$ ' $$; DELETE FROM \"Parcel\" --'", "SELECT 1 -- \r; DELETE FROM \"Parcel\"",
    "WITH a AS (DELETE FROM \"Parcel\" WHERE $$'$$ <> '' RETURNING 1) SELECT * FROM a --'",
  ])
  func hideNoChange(_ sql: String) throws {
    #expect(throws: StorageError.self) { try context.rows(SQL(stringLiteral: sql)) }
    #expect(try context.fetchCount(FetchDescriptor<Parcel>()) == 1)
  }
}
