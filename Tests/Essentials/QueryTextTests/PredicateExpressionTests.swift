import StrataQueryText
import StrataSchema
import Testing

@Suite("Predicate expressions")
struct PredicateExpressionTests {
  private func read(_ text: String) throws -> ExpressionSyntax {
    let predicate = try PredicateSyntax(parsing: "\(text) == 0")
    guard case .comparison(let comparison) = predicate.kind else {
      throw NotAComparison()
    }
    return comparison.lhs
  }

  private struct NotAComparison: Error {}

  @Test(
    "Literals",
    arguments: [
      ("'it''s'", nil), ("'a\"b'", .string("a\"b")), (#""a\"b\\\n\té""#, .string("a\"b\\\n\té")),
      (#"'\u00e9\uD83D\uDE00'"#, .string("é😀")), ("''", .string("")),
      ("0", .integer(0)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("0xfF", .integer(255)),
      ("1.5", .real(1.5)), ("2e3", .real(2000)), ("-1.5E-2", .real(-0.015)),
      ("TRUE", .boolean(true)), ("yes", .boolean(true)), ("False", .boolean(false)),
      ("NO", .boolean(false)), ("nil", .null), ("NULL", .null),
    ] as [(String, LiteralSyntax?)])
  func literals(text: String, literal: LiteralSyntax?) {
    #expect((try? read(text)) == literal.map { .literal($0) })
  }

  @Test(
    "Key paths",
    arguments: [
      ("name", ["name"]), ("item.name", ["item", "name"]), ("tags.@count", ["tags", "@count"]),
      ("@count", ["@count"]), ("#and", ["and"]), ("#SELF.in", ["SELF", "in"]),
      ("item.any", ["item", "any"]), ("größe.名前", ["größe", "名前"]), ("_a1 . b", ["_a1", "b"]),
      ("size", ["size"]), ("first.last", ["first", "last"]), ("cast", ["cast"]),
      ("ın", ["ın"]), ("days.@avg.value", ["days", "@avg", "value"]),
    ] as [(String, [KeyPathComponent])])
  func keyPaths(text: String, path: [KeyPathComponent]) throws {
    #expect(try read(text) == ExpressionSyntax(.keyPath(path)))
  }

  @Test("Paths start at SELF, variables, calls and indexes too")
  func members() throws {
    let object = ExpressionSyntax(.selfObject)
    #expect(try read("SELF") == object)
    #expect(try read("SELF.a.b") == ExpressionSyntax(.member(of: object, ["a", "b"])))
    #expect(try read("$x") == .variable("x"))
    #expect(try read("$x.a") == ExpressionSyntax(.member(of: .variable("x"), ["a"])))
    let first = ExpressionSyntax(.element(of: .keyPath("a"), .first))
    #expect(try read("a[FIRST].b") == ExpressionSyntax(.member(of: first, ["b"])))
  }

  @Test(
    "Indexes",
    arguments: [
      ("a[first]", .first), ("a[LAST]", .last), ("a[Size]", .size),
      ("a[2]", .position(.literal(.integer(2)))), ("a['k']", .position(.literal(.string("k")))),
      ("a[#size]", .position(.keyPath("size"))), ("a[size.b]", .position(.keyPath("size", "b"))),
    ] as [(String, IndexSyntax)])
  func indexes(text: String, index: IndexSyntax) throws {
    #expect(try read(text) == ExpressionSyntax(.element(of: .keyPath("a"), index)))
  }

  @Test(
    "Arithmetic groups by precedence",
    arguments: [
      ("a + b * c", "a + (b * c)"), ("a * b + c", "(a * b) + c"), ("a - b - c", "(a - b) - c"),
      ("a / b * c", "(a / b) * c"), ("a ** b ** c", "a ** (b ** c)"),
      ("a * b ** c", "a * (b ** c)"), ("-a ** b", "(-a) ** b"), ("-a.b[0]", "-(a.b[0])"),
      ("a - -1", "a - (-1)"), ("2-1", "2 - 1"),
      ("a & b | c", "(a & b) | c"), ("a | b & c", "a | (b & c)"), ("a ^ b & c", "a ^ (b & c)"),
      ("a | b ^ c", "a | (b ^ c)"), ("a & b + 1", "a & (b + 1)"), ("a & b & c", "(a & b) & c"),
      ("~a & b", "(~a) & b"), ("a&~b", "a & (~b)"), ("~~a", "~(~a)"), ("~-a", "~(-a)"),
      ("-~a", "-(~a)"),
    ])
  func precedence(text: String, grouped: String) throws {
    #expect(try read(text) == read(grouped))
  }

  @Test("Operators on bits are compared without parentheses")
  func bits() throws {
    #expect(try read("a & 6") == read("(a & 6)"))
    #expect(
      try PredicateSyntax(parsing: "a & 6 == 6 && b | 1 != 0")
        == PredicateSyntax(parsing: "((a & 6) == 6) && ((b | 1) != 0)"))
    #expect(
      try read("~a") == ExpressionSyntax(.function(.onesComplement, [.keyPath("a")])))
  }

  @Test("Grouping against precedence makes another tree")
  func grouping() throws {
    #expect(try read("(a + b) * c") != read("a + b * c"))
    #expect(try read("a - (b - c)") != read("a - b - c"))
  }

  @Test("A sign belongs to a number it touches, and is an operation elsewhere")
  func signs() throws {
    #expect(try read("-1") == .literal(.integer(-1)))
    #expect(try read("-(1)") == ExpressionSyntax(.negated(.literal(.integer(1)))))
    #expect(try read("-a") == ExpressionSyntax(.negated(.keyPath("a"))))
  }

  @Test("Aggregates hold any values")
  func aggregates() throws {
    #expect(try read("{}") == .aggregate([]))
    #expect(
      try read("{1, 'a', b.c}")
        == .aggregate([.literal(.integer(1)), .literal(.string("a")), .keyPath("b", "c")]))
  }

  @Test(
    "Calls take a name with or without its colon",
    arguments: [
      ("uppercase(name)", .uppercase), ("lowercase:(name)", .lowercase),
      ("canonical:(name)", .canonical), ("count:(name)", .count), ("SUM:(name)", .sum),
      ("avg:(name)", .average), ("average(name)", .average),
    ] as [(String, ExpressionFunction)])
  func calls(text: String, function: ExpressionFunction) throws {
    #expect(try read(text) == ExpressionSyntax(.function(function, [.keyPath("name")])))
  }

  @Test("Calls take as many arguments as the function does")
  func arguments() throws {
    #expect(try read("now()") == ExpressionSyntax(.function(.now, [])))
    #expect(
      try read("modulus:by:(a, 2)")
        == ExpressionSyntax(.function(.modulus, [.keyPath("a"), .literal(.integer(2))])))
    #expect(
      try read("cast('2012-01-01', 'NSDate')")
        == ExpressionSyntax(
          .function(.cast, [.literal(.string("2012-01-01")), .literal(.string("NSDate"))])))
  }

  @Test("Subqueries hold a predicate")
  func subquery() throws {
    let condition = PredicateSyntax.comparison(
      ExpressionSyntax(.member(of: .variable("t"), ["name"])), .equal, .literal(.string("x")))
    let subquery = ExpressionSyntax(.subquery(.keyPath("tags"), variable: "t", condition))
    #expect(
      try read("SUBQUERY(tags, $t, $t.name == 'x').@count")
        == ExpressionSyntax(.member(of: subquery, ["@count"])))
  }
}
