import StrataQueryText
import StrataSchema
import Testing

@Suite("Nested predicates")
struct PredicateNestingTests {
  private func nested(
    _ count: Int, _ opening: String, _ core: String, _ closing: String
  ) -> String {
    String(repeating: opening, count: count) + core + String(repeating: closing, count: count)
  }

  @Test("Forty parentheses around a predicate or a value change nothing")
  func parentheses() throws {
    let plain = try PredicateSyntax(parsing: "a == 1")
    #expect(try PredicateSyntax(parsing: nested(40, "(", "a == 1", ")")) == plain)
    #expect(try PredicateSyntax(parsing: nested(40, "(", "a", ")") + " == 1") == plain)
  }

  @Test(
    "Nesting without end is refused",
    arguments: [
      ("(", "a == 1", ")"), ("(", "a == 1", ""), ("NOT ", "a == 1", ""), ("!", "a == 1", ""),
      ("-", "a", ""), ("{", "1", "}"), ("abs(", "a", ")"), ("a[", "1", "]"), ("", "a", "[0]"),
      ("(a == 1 OR ", "b == 2", ")"), ("2 ** ", "a", ""), ("1 + ", "a", ""),
      ("SUBQUERY(a, $x, ", "TRUEPREDICATE", ").@count == 1"),
    ])
  func tooDeep(opening: String, core: String, closing: String) {
    for count in [500, 50_000] {
      let text = nested(count, opening, core, closing)
      let error = #expect(throws: PredicateSyntaxError.self) {
        try PredicateSyntax(parsing: text)
      }
      #expect(error?.message == "the predicate is nested too deeply: break it up")
    }
  }

  @Test("A thousand terms side by side aren't deep")
  func wide() throws {
    let text = Array(repeating: "a == 1", count: 1000).joined(separator: " OR ")
    let predicate = try PredicateSyntax(parsing: text)
    #expect(predicate == .or(Array(repeating: try PredicateSyntax(parsing: "a == 1"), count: 1000)))
    #expect(predicate.depth == 3)
  }

  @Test("The deepest tree that is read can be read from its text again")
  func deepest() throws {
    // A power in parentheses takes two levels of the parser for one of the tree.
    let text = "x == " + nested(PredicateSyntax.maximumDepth - 2, "a ** (", "b", ")")
    let predicate = try PredicateSyntax(parsing: text)
    #expect(try PredicateSyntax(parsing: predicate.description) == predicate)
    #expect(predicate.depth == PredicateSyntax.maximumDepth)
  }
}
