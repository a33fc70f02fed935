import StrataQuery
import StrataSchema
import Testing

@Suite struct SearchExpressions {
  private let index = Schema.SearchIndex(properties: ["title", "body"])

  private func word(_ text: String, _ isPrefix: Bool = false, in property: String? = nil)
    -> SearchExpression
  {
    .phrase(text, isPrefix: isPrefix, property: property)
  }

  @Test func joinWordsByAnd() throws {
    #expect(
      try SearchExpression("a b AND c", in: index) == .and([word("a"), word("b"), word("c")]))
  }

  @Test func bindOrWeaker() throws {
    #expect(
      try SearchExpression("a b OR c", in: index)
        == .or([.and([word("a"), word("b")]), word("c")]))
    #expect(
      try SearchExpression("a (b OR c)", in: index)
        == .and([word("a"), .or([word("b"), word("c")])]))
  }

  @Test func excludeTerms() throws {
    #expect(try SearchExpression("a NOT b", in: index) == .and([word("a"), .not(word("b"))]))
    #expect(try SearchExpression("NOT b AND a", in: index) == .and([.not(word("b")), word("a")]))
    #expect(try SearchExpression("a NOT NOT b", in: index) == .and([word("a"), word("b")]))
  }

  @Test func havePhrasesPrefixesAndProperties() throws {
    #expect(try SearchExpression("\"a b\"", in: index) == word("a b"))
    #expect(try SearchExpression("ab*", in: index) == word("ab", true))
    #expect(try SearchExpression("\"a b\"*", in: index) == word("a b", true))
    #expect(try SearchExpression("title:a", in: index) == word("a", in: "title"))
    #expect(try SearchExpression("body:\"a b\"", in: index) == word("a b", in: "body"))
  }

  @Test func takePunctuationForSpace() throws {
    #expect(try SearchExpression("12:30", in: index) == word("12:30"))
    #expect(try SearchExpression("a & b", in: index) == .and([word("a"), word("b")]))
    #expect(try SearchExpression("or and", in: index) == .and([word("or"), word("and")]))
  }
}
