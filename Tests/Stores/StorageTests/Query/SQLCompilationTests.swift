import StrataQuery
import StrataSchema
import Testing

@testable import StrataSQLite
@testable import StrataStorage
@testable import StrataTables

@Suite("Queries as SQL")
struct SQLCompilationTests {
  private typealias E = QueryExpression
  private let tables: Tables
  private let n = Graph.column("n")
  private let s = Graph.column("s", .text)

  init() throws { tables = Tables(try Graph.schema()) }

  private func compiled(
    _ predicate: QueryExpression, sort: [Query.Sort] = [], limit: Int? = nil, offset: Int = 0,
    select: QuerySelection = .keys
  ) throws -> SQLQuery {
    try SQLQuery(
      Query(entity: "Node", predicate: predicate, sort: sort, limit: limit, offset: offset),
      select: select, tables: tables)
  }

  /// Expects the text between WHERE and ORDER BY, and the arguments.
  private func expect(
    _ predicate: QueryExpression, _ condition: String, _ arguments: [ColumnValue] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let query = try compiled(predicate)
    #expect(
      query.sql == #"SELECT t0.strata_key FROM "Node" AS t0 WHERE "# + condition
        + " ORDER BY t0.strata_key", sourceLocation: sourceLocation)
    #expect(query.arguments == arguments, sourceLocation: sourceLocation)
  }

  @Test("A comparison with a value uses = where NULL makes no difference")
  func comparisons() throws {
    let three = E.literal(.integer(3))
    try expect(.comparison(.equal, n, three), #"t0."n" = ?"#, [.integer(3)])
    try expect(.comparison(.equal, three, n), #"? = t0."n""#, [.integer(3)])
    try expect(.comparison(.notEqual, n, three), #"t0."n" IS NOT ?"#, [.integer(3)])
    try expect(.comparison(.less, n, three), #"t0."n" < ?"#, [.integer(3)])
    try expect(.comparison(.lessOrEqual, n, three), #"t0."n" <= ?"#, [.integer(3)])
    try expect(.comparison(.greater, n, three), #"t0."n" > ?"#, [.integer(3)])
    try expect(.comparison(.greaterOrEqual, n, three), #"t0."n" >= ?"#, [.integer(3)])
  }

  @Test("A comparison that may be between two NULLs uses IS")
  func nullComparisons() throws {
    try expect(.comparison(.equal, n, .literal(.null)), #"t0."n" IS NULL"#)
    try expect(.comparison(.equal, n, Graph.column("m")), #"t0."n" IS t0."m""#)
    try expect(.comparison(.notEqual, n, .literal(.null)), #"t0."n" IS NOT NULL"#)
  }

  @Test("Compounds keep their terms together")
  func compounds() throws {
    let a = E.comparison(.equal, n, .literal(.integer(1)))
    let b = E.comparison(.equal, n, .literal(.integer(2)))
    let one: [ColumnValue] = [.integer(1)]
    let both: [ColumnValue] = [.integer(1), .integer(2)]
    try expect(.and([a, b]), #"(t0."n" = ? AND t0."n" = ?)"#, both)
    try expect(.or([a, b]), #"(t0."n" = ? OR t0."n" = ?)"#, both)
    try expect(.or([a]), #"t0."n" = ?"#, one)
    try expect(.not(a), #"(t0."n" = ? IS NOT TRUE)"#, one)
    try expect(.or([]), "0")
    try expect(.not(.and([])), "(1 IS NOT TRUE)")
    try expect(
      .and([.or([a, b]), .not(.or([]))]),
      #"((t0."n" = ? OR t0."n" = ?) AND (0 IS NOT TRUE))"#, both)
  }

  @Test("A condition whose truth is compared is 1 or 0, and stands by itself")
  func conditionsAsOperands() throws {
    let a = E.comparison(.less, n, .literal(.integer(1)))
    try expect(
      .comparison(.equal, a, .literal(.integer(0))), #"((t0."n" < ?) IS TRUE) = ?"#,
      [.integer(1), .integer(0)])
    try expect(
      .comparison(.notEqual, .not(a), a),
      #"(t0."n" < ? IS NOT TRUE) IS NOT ((t0."n" < ?) IS TRUE)"#,
      [.integer(1), .integer(1)])
    let query = try compiled(.alwaysTrue, sort: [.init(a)])
    #expect(query.sql.contains(#"ORDER BY ((t0."n" < ?) IS TRUE), "#))
  }

  @Test("What is always true is no condition")
  func alwaysTrue() throws {
    let query = try compiled(.alwaysTrue)
    #expect(query.sql == #"SELECT t0.strata_key FROM "Node" AS t0 ORDER BY t0.strata_key"#)
  }

  @Test("Membership counts nil as a value of the list")
  func membership() throws {
    try expect(.membership(n, []), "0")
    try expect(
      .membership(n, [.integer(1), .integer(2)]), #"(t0."n" IN (?, ?))"#,
      [.integer(1), .integer(2)])
    try expect(
      .membership(n, [.null, .integer(1)]), #"(t0."n" IN (?) OR t0."n" IS NULL)"#, [.integer(1)])
    try expect(.membership(n, [.null]), #"(t0."n" IS NULL)"#)
  }

  @Test(
    "Texts are compared by functions of our own",
    arguments: [
      (.contains, "strata_contains"), (.beginsWith, "strata_begins"), (.endsWith, "strata_ends"),
      (.like, "strata_like"), (.matches, "strata_matches"),
    ] as [(QueryExpression.TextComparison, String)])
  func text(comparison: QueryExpression.TextComparison, name: String) throws {
    let a = E.literal(.text("a"))
    try expect(.text(comparison, s, a, []), #"\#(name)(t0."s", ?, 0)"#, [.text("a")])
    try expect(
      .text(comparison, s, a, [.caseInsensitive, .diacriticInsensitive]),
      #"\#(name)(t0."s", ?, 3)"#, [.text("a")])
  }

  @Test("Equal texts are compared by SQLite where case and marks count")
  func textEquality() throws {
    let a = E.literal(.text("a"))
    try expect(.text(.equal, s, a, []), #"t0."s" = ?"#, [.text("a")])
    try expect(
      .text(.equal, s, a, .caseInsensitive), #"strata_equal(t0."s", ?, 1)"#, [.text("a")])
  }

  @Test(
    "Arithmetic",
    arguments: [
      (.add, "+"), (.subtract, "-"), (.multiply, "*"), (.divide, "/"), (.remainder, "%"),
    ] as [(QueryExpression.Arithmetic, String)])
  func arithmetic(operation: QueryExpression.Arithmetic, sign: String) throws {
    try expect(
      .comparison(
        .equal, .arithmetic(operation, n, .arithmetic(.add, n, .literal(.integer(1)))),
        .literal(.integer(2))),
      #"(t0."n" \#(sign) (t0."n" + ?)) = ?"#, [.integer(1), .integer(2)])
  }

  @Test("Functions")
  func functions() throws {
    let one = E.literal(.integer(1))
    func expect(_ function: E, _ sql: String, _ arguments: [ColumnValue] = []) throws {
      try self.expect(.comparison(.equal, function, one), sql + " = ?", arguments + [.integer(1)])
    }
    try expect(.function(.negate, [n]), #"(-t0."n")"#)
    try expect(.function(.lowercase, [s]), #"strata_lower(t0."s")"#)
    try expect(.function(.uppercase, [s]), #"strata_upper(t0."s")"#)
    try expect(.function(.absolute, [n]), #"strata_absolute(t0."n")"#)
    try expect(.function(.length, [s]), #"strata_length(t0."s")"#)
    try expect(.function(.coalesce, [n]), #"t0."n""#)
    try expect(
      .function(.coalesce, [n, .literal(.integer(7))]), #"coalesce(t0."n", ?)"#, [.integer(7)])
    try expect(
      .function(.bitAnd, [n, .literal(.integer(4))]), #"(t0."n" & ?)"#, [.integer(4)])
    try expect(
      .function(.bitOr, [n, .literal(.integer(4))]), #"(t0."n" | ?)"#, [.integer(4)])
    try expect(
      .function(.bitXor, [n, .literal(.integer(4))]), #"strata_bit_xor(t0."n", ?)"#, [.integer(4)])
    try expect(.function(.bitNot, [n]), #"(~t0."n")"#)
    try expect(
      .function(.leftShift, [n, .literal(.integer(4))]), #"(t0."n" << ?)"#, [.integer(4)])
    try expect(
      .function(.rightShift, [n, .literal(.integer(4))]), #"(t0."n" >> ?)"#, [.integer(4)])
    try expect(.function(.now, []), "((julianday('now') - 2451910.5) * 86400.0)")
  }

  @Test("A choice between two values")
  func conditional() throws {
    try expect(
      .comparison(
        .equal,
        .conditional(
          .comparison(.less, n, .literal(.integer(1))), .literal(.integer(2)),
          .literal(.integer(3))), .literal(.integer(4))),
      #"CASE WHEN t0."n" < ? THEN ? ELSE ? END = ?"#,
      [.integer(1), .integer(2), .integer(3), .integer(4)])
  }

  @Test("A path is joined once; the key at its end needs no join")
  func paths() throws {
    let parent = QueryPath(steps: [Graph.parent])
    let grandparent = parent.appending(Graph.parent)
    let query = try compiled(
      .and([
        .comparison(.equal, Graph.column("n", path: parent), .literal(.integer(1))),
        .comparison(.equal, Graph.column("m", path: grandparent), .literal(.integer(2))),
        .comparison(.equal, Graph.column("m", path: parent), .literal(.integer(3))),
        .comparison(.equal, .key(parent), .literal(.integer(4))),
        .comparison(.equal, .key(QueryPath()), .literal(.integer(5))),
      ]))
    #expect(
      query.sql == #"SELECT t0.strata_key FROM "Node" AS t0 "#
        + #"LEFT JOIN "Node" AS t1 ON t1.strata_key = t0."parent" "#
        + #"LEFT JOIN "Node" AS t2 ON t2.strata_key = t1."parent" "#
        + #"WHERE (t1."n" = ? AND t2."m" = ? AND t1."m" = ? AND t0."parent" = ? "#
        + #"AND t0.strata_key = ?) ORDER BY t0.strata_key"#)
    #expect(query.arguments == (1...5).map { .integer($0) })
  }

  @Test("Members of a to-many with a to-one at its other end")
  func exists() throws {
    let member = QueryPath(variable: 1)
    try expect(
      .exists(
        Graph.collection("children"),
        .comparison(.equal, Graph.column("n", path: member), .literal(.integer(1)))),
      #"EXISTS (SELECT 1 FROM "Node" AS t1 WHERE t1."parent" = t0.strata_key AND t1."n" = ?)"#,
      [.integer(1)])
    try expect(
      .exists(Graph.collection("children"), .alwaysTrue),
      #"EXISTS (SELECT 1 FROM "Node" AS t1 WHERE t1."parent" = t0.strata_key)"#)
  }

  @Test("Members by way of a table of links, from either end")
  func links() throws {
    try expect(
      .exists(Graph.collection("labels"), .alwaysTrue),
      #"EXISTS (SELECT 1 FROM "Label_nodes" AS lt1 JOIN "Label" AS t1 "#
        + #"ON t1.strata_key = lt1."Label" WHERE lt1."Node" = t0.strata_key)"#)
    try expect(
      .exists(Graph.collection("friends"), .alwaysTrue),
      #"EXISTS (SELECT 1 FROM "Node_friends" AS lt1 JOIN "Node" AS t1 "#
        + #"ON t1.strata_key = lt1."friends" WHERE lt1."Node" = t0.strata_key)"#)
  }

  @Test("Numbers over members, with the arguments in the order of the text")
  func aggregates() throws {
    let member = QueryPath(variable: 1)
    let rank = Graph.column("n", path: member)
    let condition = E.comparison(.greater, rank, .literal(.integer(3)))
    try expect(
      .comparison(
        .greater,
        .aggregate(.count, Graph.collection("children"), where: condition, of: nil),
        .literal(.integer(4))),
      #"(SELECT count(*) FROM "Node" AS t1 WHERE t1."parent" = t0.strata_key "#
        + #"AND t1."n" > ?) > ?"#, [.integer(3), .integer(4)])
    let names: [(E.Aggregate, String)] = [
      (.sum, "sum"), (.average, "avg"), (.minimum, "min"), (.maximum, "max"),
    ]
    for (aggregate, name) in names {
      try expect(
        .comparison(
          .greater,
          .aggregate(
            aggregate, Graph.collection("children"), where: condition,
            of: .arithmetic(.add, rank, .literal(.integer(2)))),
          .literal(.integer(4))),
        #"(SELECT \#(name)(v) FROM (SELECT (t1."n" + ?) AS v FROM "Node" AS t1 "#
          + #"WHERE t1."parent" = t0.strata_key AND t1."n" > ?) AS q) > ?"#,
        [.integer(2), .integer(3), .integer(4)])
    }
  }

  @Test("A path from a member is joined inside, one from the owner outside")
  func innerPaths() throws {
    let inner = QueryPath(variable: 1, steps: [Graph.parent])
    let outer = QueryPath(steps: [Graph.parent])
    let query = try compiled(
      .exists(
        Graph.collection("friends"),
        .comparison(
          .equal, Graph.column("n", path: inner), Graph.column("n", path: outer))))
    #expect(
      query.sql == #"SELECT t0.strata_key FROM "Node" AS t0 "#
        + #"LEFT JOIN "Node" AS t3 ON t3.strata_key = t0."parent" "#
        + #"WHERE EXISTS (SELECT 1 FROM "Node_friends" AS lt1 JOIN "Node" AS t1 "#
        + #"ON t1.strata_key = lt1."friends" LEFT JOIN "Node" AS t2 "#
        + #"ON t2.strata_key = t1."parent" "#
        + #"WHERE lt1."Node" = t0.strata_key AND t2."n" IS t3."n") ORDER BY t0.strata_key"#)
  }

  @Test("An order ends with the key, and a limit comes last")
  func orderAndLimit() throws {
    let query = try compiled(
      .comparison(.greater, n, .literal(.integer(1))),
      sort: [
        .init(s), .init(.arithmetic(.add, n, .literal(.integer(2))), isAscending: false),
      ], limit: 10, offset: 5)
    #expect(
      query.sql == #"SELECT t0.strata_key FROM "Node" AS t0 WHERE t0."n" > ? "#
        + #"ORDER BY t0."s", (t0."n" + ?) DESC, t0.strata_key LIMIT ? OFFSET ?"#)
    #expect(query.arguments == [.integer(1), .integer(2), .integer(10), .integer(5)])
    let offset = try compiled(.alwaysTrue, offset: 5)
    #expect(offset.sql.hasSuffix("LIMIT ? OFFSET ?"))
    #expect(offset.arguments == [.integer(-1), .integer(5)])
  }

  @Test("A count needs no order unless it is of a part")
  func count() throws {
    #expect(
      try compiled(.alwaysTrue, sort: [.init(s)], select: .count).sql
        == #"SELECT count(*) FROM "Node" AS t0"#)
    #expect(
      try compiled(.alwaysTrue, sort: [.init(s)], limit: 3, select: .count).sql
        == #"SELECT count(*) FROM (SELECT 1 FROM "Node" AS t0 ORDER BY t0."s", "#
        + "t0.strata_key LIMIT ? OFFSET ?) AS q")
  }

  @Test("Rows have the key and then all columns, positions left out")
  func rows() throws {
    #expect(
      try compiled(.alwaysTrue, select: .rows).sql
        == #"SELECT t0."strata_key", t0."n", t0."m", t0."x", t0."s", t0."t", t0."flag", "#
        + #"t0."parent" FROM "Node" AS t0 ORDER BY t0.strata_key"#)
  }

  @Test("Keys that are left out are bound behind the predicate's values")
  func excluding() throws {
    let query = try SQLQuery(
      Query(
        entity: "Node", predicate: .comparison(.equal, n, .literal(.integer(1))), limit: 2),
      select: .keys, tables: tables, excluding: [3])
    #expect(
      query.sql == #"SELECT t0.strata_key FROM "Node" AS t0 WHERE t0."n" = ? AND "#
        + "t0.strata_key NOT IN (SELECT value FROM json_each(?)) "
        + "ORDER BY t0.strata_key LIMIT ? OFFSET ?")
    #expect(query.arguments == [.integer(1), .text("[3]"), .integer(2), .integer(0)])
  }

  @Test("An entity or relationship that the schema lacks is a typed error")
  func unknown() throws {
    #expect(throws: UnknownEntity(name: "Nix")) {
      try SQLQuery(Query(entity: "Nix"), select: .keys, tables: tables)
    }
    #expect(throws: UnknownEntity(name: "Nix")) {
      try compiled(
        .comparison(
          .equal,
          Graph.column(
            "n", path: QueryPath(steps: [.init(relationship: "parent", destination: "Nix")])),
          .literal(.null)))
    }
    #expect(throws: UnknownEntity(name: "Node.nix")) {
      try compiled(.exists(Graph.collection("nix"), .alwaysTrue))
    }
    #expect(throws: UnknownEntity.self) {
      try compiled(
        .comparison(
          .equal, Graph.column("n", path: QueryPath(variable: 5)), .literal(.null)))
    }
  }

  @Test("SQLite's plan shows how a query is carried out")
  func plan() throws {
    let store = try Store.open(Graph.schema(), at: nil)
    let query = try compiled(
      .comparison(.equal, .key(QueryPath()), .literal(.integer(1))))
    let plan = try store.makeReader().plan(of: query)
    #expect(plan == ["SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)"])
  }
}
