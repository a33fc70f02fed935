import StrataQueryText
import StrataSchema
import Testing

@Suite("Grouped queries")
struct GroupedQuerySyntaxTests {
  /// What stands in parentheses behind a clause's word is the clause's.
  @Test(arguments: [
    ("count(*)", true), ("SUM (x) group by y", true), ("where (x) == 1", false),
    ("Where(x & 6) == 6", false), ("where x == 1", false), ("sort by (x)", false), ("", false),
  ])
  func beginsWithAFunction(text: String, begins: Bool) {
    #expect(GroupedQuerySyntax.begins(text) == begins)
  }

  @Test("All clauses are read, in any case and order")
  func clauses() throws {
    let query = try GroupedQuerySyntax(
      parsing: """
        COUNT(*), avg(data.value1), count(DISTINCT item) WHERE item.name == "Rain" LIMIT 3 \
        group by item, data.type HAVING count(*) > 3 AND NOT (max(data.value1) <= -1.5 OR \
        sum(data.value1) != 0) sort by avg(data.value1) desc, item offset 1
        """)
    #expect(
      query.aggregates.map(\.description) == [
        "count(*)", "avg(data.value1)", "count(distinct item)",
      ])
    #expect(query.predicate?.description == "item.name == \"Rain\"")
    #expect(query.keys.map(\.description) == ["item", "data.type"])
    #expect(query.sort.map { $0.aggregate?.description } == ["avg(data.value1)", nil])
    #expect(query.sort.map(\.key.ascending) == [false, true])
    #expect(query.limit == 3 && query.offset == 1)
    guard case .and(let terms)? = query.condition, terms.count == 2,
      case .not(.or(let either)) = terms[1],
      case .comparison(let maximum, .lessThanOrEqual, .real(-1.5), _) = either[0]
    else {
      Issue.record("another condition: \(String(describing: query.condition))")
      return
    }
    #expect(maximum.description == "max(data.value1)")
  }

  @Test("A property may be called distinct, or like a function")
  func names() throws {
    let query = try GroupedQuerySyntax(parsing: "count(distinct), sum(count) group by group")
    #expect(query.aggregates.map(\.description) == ["count(distinct)", "sum(count)"])
    #expect(query.keys.map(\.description) == ["group"])
    let object = try GroupedQuerySyntax(parsing: "count(*) group by SELF, self.name")
    #expect(object.names == ["self", "name", "count(*)"])
  }

  @Test("A text that begins with a call is a grouped query")
  func beginnings() {
    #expect(GroupedQuerySyntax.begins("sum(x)") && GroupedQuerySyntax.begins("foo (x)"))
    #expect(!GroupedQuerySyntax.begins("where a == 1") && !GroupedQuerySyntax.begins(""))
    #expect(!GroupedQuerySyntax.begins("where (a & 6) == 6"))
    #expect(!GroupedQuerySyntax.begins("WHERE(a) == 1"))
  }

  @Test(
    "Mistakes are told with their place and what to write",
    arguments: [
      ("", 1, "expected count, sum, avg, min or max but found end of text"),
      ("name", 1, "expected count, sum, avg, min or max but found 'name'"),
      ("average(x)", 1, "did you mean 'avg'?"), ("smu(x)", 1, "did you mean 'sum'?"),
      ("count", 6, "write it like count(*)"), ("sum(*)", 5, "expected a property's name"),
      ("sum(x) grup by y", 8, "did you mean 'group'?"),
      ("sum(x) order by y", 8, "did you mean 'sort by'?"),
      ("sum(x) group y", 14, "expected 'by'"),
      ("sum(x) having x > 1", 15, "expected count, sum"),
      ("sum(x) having sum(x)", 21, "expected ==, !="),
      ("sum(x) having sum(x) > y", 24, "'having' compares with a constant"),
      ("sum(x) limit 1 limit 2", 16, "there is a second 'limit'"),
      ("sum(x) limit 1 where y == 1", 16, "'where' comes before the other clauses"),
      ("sum(x", 6, "expected ')'"), ("sum(x),", 8, "expected count, sum"),
    ])
  func mistakes(text: String, column: Int, message: String) {
    let error = #expect(throws: PredicateSyntaxError.self) {
      try GroupedQuerySyntax(parsing: text)
    }
    #expect(error?.column == column && error?.message.contains(message) == true, "\(error as Any)")
  }

  @Test("A condition can't be nested without end")
  func nesting() {
    let text = "sum(x) having " + String(repeating: "(", count: 100_000) + "sum(x) > 1"
    #expect(throws: PredicateSyntaxError.self) { try GroupedQuerySyntax(parsing: text) }
  }
}
