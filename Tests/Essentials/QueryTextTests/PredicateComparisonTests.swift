import StrataQueryText
import StrataSchema
import Testing

@Suite("Comparisons")
struct PredicateComparisonTests {
  @Test(
    "Each spelling of an operator is read",
    arguments: [
      ("=", .equal), ("==", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<", .lessThan),
      ("<=", .lessThanOrEqual), ("=<", .lessThanOrEqual), (">", .greaterThan),
      (">=", .greaterThanOrEqual), ("=>", .greaterThanOrEqual), ("IN", .inCollection),
      ("in", .inCollection), ("Contains", .contains), ("BEGINSWITH", .beginsWith),
      ("endswith", .endsWith), ("LIKE", .like), ("MATCHES", .matches),
    ] as [(String, ComparisonOperator)])
  func operators(spelling: String, comparisonOperator: ComparisonOperator) throws {
    let predicate = try PredicateSyntax(parsing: "name \(spelling) other")
    #expect(predicate == .comparison(.keyPath("name"), comparisonOperator, .keyPath("other")))
  }

  @Test("Operators need no spaces around them")
  func noSpaces() throws {
    let minusOne = ExpressionSyntax.literal(.integer(-1))
    #expect(
      try PredicateSyntax(parsing: "a=-1") == .comparison(.keyPath("a"), .equal, minusOne))
    #expect(
      try PredicateSyntax(parsing: "a<-1") == .comparison(.keyPath("a"), .lessThan, minusOne))
  }

  @Test(
    "Options are read in any order and case",
    arguments: [
      ("[c]", .caseInsensitive), ("[d]", .diacriticInsensitive), ("[n]", .normalized),
      ("[l]", .localeSensitive), ("[cd]", [.caseInsensitive, .diacriticInsensitive]),
      ("[DC]", [.caseInsensitive, .diacriticInsensitive]), (" [ c ] ", .caseInsensitive), ("", []),
    ] as [(String, ComparisonOptions)])
  func options(text: String, options: ComparisonOptions) throws {
    let predicate = try PredicateSyntax(parsing: "name ==\(text)'x'")
    #expect(
      predicate
        == .comparison(.keyPath("name"), .equal, .literal(.string("x")), options: options))
  }

  @Test(
    "A modifier says how many values compare",
    arguments: [("ANY", .any), ("SOME", .any), ("all", .all), ("None", .noneOf)]
      as [(String, ComparisonModifier)])
  func modifiers(word: String, modifier: ComparisonModifier) throws {
    let predicate = try PredicateSyntax(parsing: "\(word) tags.name == 'x'")
    #expect(
      predicate
        == .comparison(
          .keyPath("tags", "name"), .equal, .literal(.string("x")), modifier: modifier))
  }

  @Test(
    "IN takes a list in braces or parentheses",
    arguments: ["{1, 2}", "(1, 2)", "( 1,2 )"])
  func lists(list: String) throws {
    let members: [ExpressionSyntax] = [.literal(.integer(1)), .literal(.integer(2))]
    #expect(
      try PredicateSyntax(parsing: "x IN \(list)")
        == .comparison(.keyPath("x"), .inCollection, .aggregate(members)))
  }

  @Test(
    "Parentheses after IN are a list of one around a literal, and only group otherwise",
    arguments: [
      ("()", .aggregate([])),
      ("(1)", .aggregate([.literal(.integer(1))])),
      ("('a')", .aggregate([.literal(.string("a"))])),
      ("(tags)", .keyPath("tags")),
      ("($list)", .variable("list")),
      ("'abc'", .literal(.string("abc"))),
    ] as [(String, ExpressionSyntax)])
  func singleMember(text: String, value: ExpressionSyntax) throws {
    #expect(
      try PredicateSyntax(parsing: "x IN \(text)")
        == .comparison(.keyPath("x"), .inCollection, value))
  }

  @Test("BETWEEN takes two bounds or the name of a pair", arguments: ["{1, 9}", "(1, 9)"])
  func between(bounds: String) throws {
    let pair = ExpressionSyntax.aggregate([.literal(.integer(1)), .literal(.integer(9))])
    #expect(
      try PredicateSyntax(parsing: "x BETWEEN \(bounds)")
        == .comparison(.keyPath("x"), .between, pair))
    #expect(
      try PredicateSyntax(parsing: "x BETWEEN $RANGE")
        == .comparison(.keyPath("x"), .between, .variable("RANGE")))
  }
}
