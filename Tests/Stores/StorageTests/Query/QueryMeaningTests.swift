import Foundation
import StrataQuery
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage
@testable import StrataTables

@Suite("The meaning of queries")
struct QueryMeaningTests {
  private typealias E = QueryExpression

  @Test("Random conditions over random rows find what a search in memory finds")
  func oracle() throws {
    var random = SeededGenerator()
    for _ in 0..<12 {
      let graph = try GraphStore(&random)
      for _ in 0..<150 {
        var expressions = GraphExpressions(random: random)
        let condition = expressions.condition(4)
        random = expressions.random
        try expectSame(graph, condition)
      }
    }
  }

  private func expectSame(
    _ graph: GraphStore, _ condition: QueryExpression,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let query = Query(entity: "Node", predicate: condition)
    let expected = graph.oracle.keys(condition)
    let sql = try SQLQuery(query, select: .keys, tables: graph.store.tables)
    #expect(
      try graph.keys(query) == expected, "\(sql.sql) \(sql.arguments)",
      sourceLocation: sourceLocation)
    #expect(try graph.count(query) == Int64(expected.count), sourceLocation: sourceLocation)
  }

  @Test("Random orders, limits and offsets give the same part")
  func order() throws {
    var random = SeededGenerator()
    let graph = try GraphStore(&random, nodeCount: 40)
    for _ in 0..<200 {
      let names = ["n", "m", "x", "s", "t"].shuffled(using: &random).prefix(2)
      let sort = names.map { name in
        Query.Sort(
          Graph.column(name, path: QueryPath(steps: random.chance(1, in: 3) ? [Graph.parent] : [])),
          isAscending: Bool.random(using: &random))
      }
      let limit = random.chance(1, in: 3) ? nil : Int.random(in: 0...50, using: &random)
      let offset = Int.random(in: 0...10, using: &random)
      let query = Query(entity: "Node", sort: sort, limit: limit, offset: offset)
      let all = graph.oracle.nodes.keys.sorted().sorted { lhs, rhs in
        for key in sort {
          let a = graph.oracle.value(key.expression, [0: ("Node", lhs)])
          let b = graph.oracle.value(key.expression, [0: ("Node", rhs)])
          if a == b { continue }
          // nil is smaller than any value.
          let isLess = a.isNull || (!b.isNull && GraphOracle.compare(.less, a, b))
          return isLess == key.isAscending
        }
        return lhs < rhs
      }
      let expected = Array(all.dropFirst(offset).prefix(limit ?? .max))
      #expect(try graph.keys(query) == expected)
      #expect(try graph.count(query) == Int64(expected.count))
    }
  }

  @Test("Rows found by their keys come in order of the keys, those that are there")
  func keysIn() throws {
    var random = SeededGenerator()
    let graph = try GraphStore(&random)
    let table = try graph.store.tables.table("Node")
    for keys in [[], [5], [99], [3, 1, 99, 2], [4, 4]] as [[Int64]] {
      let found = try graph.store.makeReader().rows(
        SQLQuery(keysIn: keys, of: table), of: table
      ) { key, _ in key }
      #expect(found == Set(keys).subtracting([99]).sorted())
    }
  }

  @Test("A to-many with a to-one at its other end is in the order of the positions, then keys")
  func positions() throws {
    let store = try Store.open(Graph.schema(), at: nil)
    let table = try store.tables.table("Node")
    try store.withWriter { connection in
      try connection.execute(
        """
        INSERT INTO "Node" (strata_key, m, t, parent, strata_parent_position)
        VALUES (1, 0, '', NULL, NULL), (2, 0, '', 1, 30), (3, 0, '', 1, 10), (4, 0, '', 1, 20),
          (5, 0, '', 1, NULL), (6, 0, '', 2, NULL)
        """)
    }
    let children = try #require(table.entity.property(named: "children"))
    let query = SQLQuery(membersOf: 1, children, of: table, link: nil)
    #expect(try store.makeReader().rows(query, of: table) { key, _ in key } == [5, 3, 4, 2])
    let links = SQLQuery(linksOf: [1, 2, 3, 6], "parent", in: table)
    #expect(try Set(store.makeReader().integers(links)) == [1, 2])
  }

  @Test("Keys that are left out aren't found")
  func excluding() throws {
    var random = SeededGenerator()
    let graph = try GraphStore(&random)
    let query = try SQLQuery(
      Query(entity: "Node", limit: 3), select: .keys, tables: graph.store.tables,
      excluding: [1, 3])
    #expect(try graph.store.makeReader().integers(query) == [2, 4, 5])
  }

  @Test("The truth of two conditions can be compared")
  func truthOfConditions() throws {
    var random = SeededGenerator()
    let graph = try GraphStore(&random)
    let conditions: [QueryExpression] = [
      .comparison(.equal, Graph.column("n"), .literal(.integer(1))),
      .comparison(.less, Graph.column("n"), Graph.column("m")),
      .comparison(.equal, Graph.column("s", .text), Graph.column("t", .text)),
      .text(.contains, Graph.column("s", .text), .literal(.text("a")), []),
    ]
    for lhs in conditions {
      for rhs in conditions + [.literal(.integer(0)), .literal(.integer(1))] {
        try expectSame(graph, .comparison(.equal, lhs, rhs))
        try expectSame(graph, .comparison(.notEqual, rhs, lhs))
      }
    }
  }

  @Test("Two texts that are nil are equal, with and without options")
  func equalNils() throws {
    var random = SeededGenerator()
    let graph = try GraphStore(&random)
    let parent = QueryPath(steps: [Graph.parent])
    for options in [[], .caseInsensitive, .diacriticInsensitive] as [QueryExpression.TextOptions] {
      for rhs in [
        Graph.column("s", .text, path: parent), .literal(.null), Graph.column("t", .text),
      ] {
        try expectSame(graph, .text(.equal, Graph.column("s", .text), rhs, options))
      }
    }
  }

  @Test("A number over members may be of a value that is the same for all of them")
  func aggregateOfOwner() throws {
    var random = SeededGenerator()
    let graph = try GraphStore(&random)
    try expectSame(
      graph,
      .comparison(
        .greater,
        .aggregate(.sum, Graph.collection("children"), where: nil, of: Graph.column("m")),
        .literal(.integer(1))))
  }

  @Test("The length of a text is that of Swift: characters as a reader sees them")
  func length() throws {
    let connection = try Connection(path: ":memory:")
    for (text, length) in [("abc", 3), ("é", 1), ("e\u{301}", 1), ("👨‍👩‍👧", 1), ("a\u{0}b", 3)] {
      var compiler = SQLCompiler(tables: Tables(try Graph.schema()))
      let sql = try compiler.compile(value: .function(.length, [.literal(.text(text))]))
      let found = try connection.integer("SELECT \(sql)")
      #expect(found == Int64(length), "\(text)")
    }
  }

  @Test("Coalescing takes any number of values")
  func coalesce() throws {
    var random = SeededGenerator()
    let graph = try GraphStore(&random)
    for count in 1...3 {
      let values = Array(repeating: Graph.column("n"), count: count)
      try expectSame(
        graph, .comparison(.equal, .function(.coalesce, values), .literal(.integer(1))))
    }
  }

  @Test("The present moment is counted from 2001")
  func now() throws {
    var compiler = SQLCompiler(tables: Tables(try Graph.schema()))
    let sql = try compiler.compile(value: .function(.now, []))
    let now = Date().timeIntervalSinceReferenceDate
    let value = try Connection(path: ":memory:").value("SELECT \(sql)")
    #expect(abs(try #require(GraphOracle.number(value)) - now) < 60)
  }

  @Test("Letters beyond ASCII have their case changed as in Swift")
  func caseMapping() throws {
    let connection = try Connection(path: ":memory:")
    #expect(try connection.value("SELECT strata_lower('ÄÉSS')") == .text("äéss"))
    #expect(try connection.value("SELECT strata_upper('äß')") == .text("ÄSS"))
    #expect(try connection.value("SELECT strata_upper(NULL)") == .null)
    #expect(try connection.value("SELECT strata_contains(NULL, 'a', 0)") == .null)
    #expect(try connection.value("SELECT strata_contains('É', 'e', 3)") == .integer(1))
  }
}
