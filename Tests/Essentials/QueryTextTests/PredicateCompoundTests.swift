import StrataQueryText
import StrataSchema
import Testing

@Suite("Compound predicates")
struct PredicateCompoundTests {
  private let a = PredicateSyntax.comparison(.keyPath("a"), .equal, .literal(.integer(1)))
  private let b = PredicateSyntax.comparison(.keyPath("b"), .equal, .literal(.integer(2)))
  private let c = PredicateSyntax.comparison(.keyPath("c"), .equal, .literal(.integer(3)))

  @Test("AND binds tighter than OR")
  func precedence() throws {
    #expect(
      try PredicateSyntax(parsing: "a == 1 OR b == 2 AND c == 3") == .or([a, .and([b, c])]))
    #expect(
      try PredicateSyntax(parsing: "a == 1 && b == 2 || c == 3") == .or([.and([a, b]), c]))
  }

  @Test("NOT binds tighter than AND")
  func negation() throws {
    #expect(try PredicateSyntax(parsing: "NOT a == 1 AND b == 2") == .and([.not(a), b]))
    #expect(try PredicateSyntax(parsing: "!(a == 1 AND b == 2)") == .not(.and([a, b])))
    #expect(try PredicateSyntax(parsing: "not !a == 1") == .not(.not(a)))
  }

  @Test("Terms of one operator are one node, and parentheses keep theirs")
  func flattening() throws {
    #expect(
      try PredicateSyntax(parsing: "a == 1 and b == 2 And c == 3") == .and([a, b, c]))
    #expect(
      try PredicateSyntax(parsing: "a == 1 AND (b == 2 AND c == 3)") == .and([a, .and([b, c])]))
  }

  @Test("Constants stand for predicates")
  func constants() throws {
    #expect(try PredicateSyntax(parsing: "TRUEPREDICATE") == .constant(true))
    #expect(
      try PredicateSyntax(parsing: "(falsepredicate) OR a == 1") == .or([.constant(false), a]))
  }

  @Test("Parentheses open a predicate or a value, as what follows shows")
  func parentheses() throws {
    let sum = ExpressionSyntax(.arithmetic(.keyPath("a"), .add, .literal(.integer(1))))
    let comparison = PredicateSyntax.comparison(sum, .equal, .literal(.integer(2)))
    #expect(try PredicateSyntax(parsing: "(a + 1) == 2") == comparison)
    #expect(try PredicateSyntax(parsing: "((a + 1) == 2)") == comparison)
    #expect(try PredicateSyntax(parsing: "((a) + 1) == (2) AND (a) == 1") == .and([comparison, a]))
  }

  @Test("The predicates of fetched properties in model files are read")
  func fetchedProperties() throws {
    let text = """
      ((toUser.num == $FETCH_SOURCE.num) OR (fromUser.num == $FETCH_SOURCE.num)) \
      AND toUser != nil AND isEmoji == false
      """
    let number = ExpressionSyntax(.member(of: .variable("FETCH_SOURCE"), ["num"]))
    #expect(
      try PredicateSyntax(parsing: text)
        == .and([
          .or([
            .comparison(.keyPath("toUser", "num"), .equal, number),
            .comparison(.keyPath("fromUser", "num"), .equal, number),
          ]),
          .comparison(.keyPath("toUser"), .notEqual, .literal(.null)),
          .comparison(.keyPath("isEmoji"), .equal, .literal(.boolean(false))),
        ]))
  }

  @Test("Nodes know where they stand, in characters")
  func ranges() throws {
    let predicate = try PredicateSyntax(parsing: "'👩‍👩‍👧' == x AND item.größe > 2")
    #expect(predicate.range == SourceRange(0, 27))
    guard case .and(let terms) = predicate.kind, case .comparison(let second) = terms[1].kind,
      case .keyPath(let path) = second.lhs.kind
    else {
      Issue.record("expected two comparisons")
      return
    }
    #expect(terms[1].range == SourceRange(13, 27))
    #expect(second.lhs.range.column == 14)
    #expect(path[1].range == SourceRange(18, 23))
  }

  @Test("Position doesn't count in comparing trees")
  func equality() throws {
    let tight = try PredicateSyntax(parsing: "a==1")
    let loose = try PredicateSyntax(parsing: "  a  ==  1")
    #expect(tight == loose)
    #expect(Set([tight, loose]).count == 1)
    #expect(tight.range != loose.range)
  }

  @Test(
    "A prefix ends where no operator follows",
    arguments: [
      ("a == 1 sort by a", "sort by a"), ("a == 1", ""), ("a == 1   ", ""),
      ("a == 1) AND", ") AND"), ("a == 1 ~ 'open", "~ 'open"), ("(a == 1)limit 3", "limit 3"),
    ])
  func prefix(text: String, rest: String) throws {
    let read = try PredicateSyntax.parsePrefix(of: text)
    #expect(read.predicate == a)
    #expect(read.rest == rest)
  }
}
