import StrataQueryText
import StrataSchema
import Testing

@Suite("Queries")
struct QuerySyntaxTests {
  private let done = PredicateSyntax.comparison(
    .keyPath("isDone"), .equal, .literal(.boolean(true)))

  @Test("No clauses are a query without conditions", arguments: ["", "  \n"])
  func empty(text: String) throws {
    #expect(try QuerySyntax(parsing: text) == QuerySyntax())
  }

  @Test(
    "Clauses after where come in any order and case",
    arguments: [
      "where isDone == YES sort by name, item.date desc limit 10 offset 20",
      "WHERE isDone == YES OFFSET 20 LIMIT 10 SORT BY name ASC, item.date DESC",
      "where isDone == YES limit 10 sort by name ascending,item.date descending offset 20",
    ])
  func clauses(text: String) throws {
    #expect(
      try QuerySyntax(parsing: text)
        == QuerySyntax(
          predicate: done,
          sort: [
            SortSyntax(path: ["name"]), SortSyntax(path: ["item", "date"], ascending: false),
          ],
          limit: 10, offset: 20))
  }

  @Test("Clause words name properties where a value belongs")
  func clauseWordsAsNames() throws {
    let query = try QuerySyntax(parsing: "where limit == sort limit 5 sort by desc desc, offset")
    #expect(
      query
        == QuerySyntax(
          predicate: .comparison(.keyPath("limit"), .equal, .keyPath("sort")),
          sort: [SortSyntax(path: ["desc"], ascending: false), SortSyntax(path: ["offset"])],
          limit: 5))
  }

  @Test(
    "The canonical text comes back",
    arguments: [
      "where isDone == TRUE sort by #in.any, name desc limit 0 offset 3", "limit 7", "",
      "sort by größe",
    ])
  func canonical(text: String) throws {
    #expect(try QuerySyntax(parsing: text).description == text)
  }

  @Test("Sort keys know where they stand")
  func ranges() throws {
    let query = try QuerySyntax(parsing: "sort by name, item.date desc")
    #expect(query.sort.map(\.range) == [SourceRange(8, 12), SourceRange(14, 28)])
    #expect(query.sort.last?.path.last?.range.column == 20)
  }

  @Test(
    "Errors have a column and a suggestion",
    arguments: [
      ("limit -1", "column 7: the limit can't be negative"),
      ("offset -1", "column 8: the offset can't be negative"),
      ("limit", "column 6: expected a whole number after 'limit' but found end of text"),
      ("limit 1.5", "column 7: expected a whole number after 'limit' but found '1.5'"),
      ("limit 9223372036854775808", "column 7: the limit is too large"),
      ("limit 1 limit 2", "column 9: there is a second 'limit': each clause may be given once"),
      (
        "where a == 1 where b == 2",
        "column 14: there is a second 'where': each clause may be given once"
      ),
      ("limit 1 where a == 1", "column 9: 'where' comes before the other clauses"),
      ("limt 5", "column 1: unknown clause 'limt'; did you mean 'limit'?"),
      ("order by name", "column 1: unknown clause 'order'; did you mean 'sort by'?"),
      ("ilmit 5", "column 1: unknown clause 'ilmit'; did you mean 'limit'?"),
      (
        "banana",
        "column 1: unknown clause 'banana'; a query has the clauses where, sort by, limit and offset"
      ),
      ("where a == 1 lmit 5", "column 14: unknown clause 'lmit'; did you mean 'limit'?"),
      ("where limit 5", "column 13: expected an operator such as == after 'limit' but found '5'"),
      ("where", "column 6: expected a predicate after 'where' but found end of text"),
      ("sort name", "column 6: expected 'by' after 'sort' but found 'name'"),
      ("sort by", "column 8: expected a property's name after 'by' but found end of text"),
      ("sort by a,", "column 11: expected a property's name after ',' but found end of text"),
      (
        "sort by in",
        "column 9: expected a property's name after 'by' but found 'in'; 'in' is a keyword, write #in for a property of that name"
      ),
      ("5", "column 1: expected where, sort by, limit or offset but found '5'"),
      ("where a == 1 ?", "column 14: unexpected character '?'"),
    ])
  func errors(text: String, description: String) {
    let error = #expect(throws: PredicateSyntaxError.self) { try QuerySyntax(parsing: text) }
    #expect(error?.description == description)
  }
}
