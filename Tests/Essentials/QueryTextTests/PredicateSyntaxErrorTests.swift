import StrataQueryText
import StrataSchema
import Testing

@Suite("Predicate syntax errors")
struct PredicateSyntaxErrorTests {
  @Test(
    "An error says where, what and what instead",
    arguments: [
      ("", "column 1: expected a predicate but found end of text"),
      ("isDone  == ", "column 12: expected a value after '==' but found end of text"),
      ("isDone", "column 7: expected an operator such as == after 'isDone' but found end of text"),
      ("a == 1 b", "column 8: expected AND, OR or the end after '1' but found 'b'"),
      ("a == 1 AND", "column 11: expected a value after 'AND' but found end of text"),
      ("(a == 1", "column 8: expected ')' after '1' but found end of text"),
      ("a == 1)", "column 7: expected AND, OR or the end after '1' but found ')'"),
      ("(a + 1) AND b == 1", "column 9: expected an operator such as == after ')' but found 'AND'"),
      ("(a == 1) == b", "column 10: a predicate can't be compared: use AND, OR and NOT"),
      ("(a == 1) + b == 1", "column 1: expected a value but found a predicate"),
      ("1 < a < 5", "column 7: a comparison can't be compared again: join comparisons with AND"),
      ("a == b.", "column 8: expected a property's name after '.' but found end of text"),
      ("a == {1, 2", "column 11: expected ',' or '}' after '2' but found end of text"),
      ("a[0 == 1", "column 5: expected ']' after '0' but found '=='"),
      ("a == $", "column 6: expected a variable's name right after '$'"),
      ("a == # b", "column 6: expected a property's name right after '#'"),
      (
        "TRUE",
        "column 5: expected an operator such as == after 'TRUE' but found end of text; use TRUEPREDICATE"
      ),
    ])
  func places(text: String, description: String) {
    expect(description, from: text)
  }

  @Test(
    "Habits from elsewhere get a hint",
    arguments: [
      (
        "a IS NULL",
        "column 3: expected an operator such as == after 'a' but found 'IS'; use == nil rather than IS NULL"
      ),
      (
        "a is not null",
        "column 3: expected an operator such as == after 'a' but found 'is'; use != nil rather than IS NOT NULL"
      ),
      (
        "a NOT IN {1}",
        "column 3: expected an operator such as == after 'a' but found 'NOT'; write NOT before the whole comparison, as in NOT a IN {1, 2}"
      ),
      (
        "a CONTIANS 'b'",
        "column 3: expected an operator such as == after 'a' but found 'CONTIANS'; did you mean CONTAINS?"
      ),
      (
        "a BETWEEN 1 AND 10", "column 11: BETWEEN needs two bounds in braces, as in BETWEEN {1, 10}"
      ),
      (
        "a BETWEEN {1, 2, 3}",
        "column 11: BETWEEN needs two bounds in braces, as in BETWEEN {1, 10}"
      ),
      (
        "any == 3",
        "column 5: expected a value after 'any' but found '=='; 'any' is a keyword, write #any for a property of that name"
      ),
      (
        "a == in",
        "column 6: expected a value after '==' but found 'in'; 'in' is a keyword, write #in for a property of that name"
      ),
      (
        "ANY (a == b)",
        "column 1: ANY belongs to a value: write it right before the value, as in ANY tags.name == 'x'"
      ),
      (
        "a == (1, 2)",
        "column 8: expected ')' after '1' but found ','; write a list in braces, as in {1, 2}"
      ),
      ("a CONTAINS[x] 'b'", "column 12: unknown option 'x': options are c, d, n and l, as in [cd]"),
      (
        "a CONTAINS[c,d] 'b'",
        "column 13: expected ']' after 'c' but found ','; write options without commas, as in [cd]"
      ),
      ("a BETWEEN[c] {1, 2}", "column 10: BETWEEN takes no options"),
      (
        "a == %@",
        "column 6: the placeholder '%@' has no argument: write the value or name in its place"
      ),
      (
        "%K == 1",
        "column 1: the placeholder '%K' has no argument: write the value or name in its place"
      ),
      (
        "`a` == 1",
        "column 1: unexpected character '`': names take no backticks; write #name where a name is a keyword"
      ),
      (
        "(a == 1) & (b == 2)",
        "column 10: '&' joins the bits of numbers: write && or AND between conditions"
      ),
      (
        "(a == 1) | (b == 2)",
        "column 10: '|' joins the bits of numbers: write || or OR between conditions"
      ),
      (
        "a == 1 & b == 2",
        "column 12: a comparison can't be compared again: join comparisons with AND"
      ),
      ("a == “x”", "column 6: unexpected character '“': use straight quotes"),
      ("a == @\"x\"", "column 6: write a string without '@' before it"),
      ("a > .5", "column 5: expected a value after '>' but found '.'; write 0.5 rather than .5"),
    ])
  func hints(text: String, description: String) {
    expect(description, from: text)
  }

  @Test(
    "Bad literals",
    arguments: [
      ("a == 'open", "column 6: the string has no closing '"),
      (#"a == "open\""#, "column 6: the string has no closing \""),
      (
        #"a MATCHES '\d+'"#,
        #"column 11: unknown escape '\d' in a string: write \\ for a backslash"#
      ),
      (#"a == '\u12'"#, #"column 6: expected four hexadecimal digits after '\u'"#),
      (#"a == '\ud800x'"#, #"column 6: '\u' names half of a surrogate pair"#),
      ("a == 9223372036854775808", "column 6: the number is too large for a 64-bit integer"),
      ("a == -9223372036854775809", "column 7: the number is too large for a 64-bit integer"),
      ("a == 99999999999999999999", "column 6: the number is too large for a 64-bit integer"),
      ("a == 0x1FFFFFFFFFFFFFFFFF", "column 6: the number is too large for a 64-bit integer"),
      ("a == 1e999", "column 6: the number is too large for a double"),
      ("a == 0x", "column 6: expected hexadecimal digits after '0x'"),
      ("a == 12kg", "column 6: '12kg' is neither a number nor a name"),
    ])
  func literals(text: String, description: String) {
    expect(description, from: text)
  }

  @Test(
    "Bad calls",
    arguments: [
      ("upercase(a) == 'B'", "column 1: unknown function 'upercase'; did you mean 'uppercase'?"),
      ("launchMissiles() == 1", "column 1: unknown function 'launchMissiles'"),
      ("uppercase() == 1", "column 1: 'uppercase' takes 1 argument but has 0"),
      ("sum() == 1", "column 1: 'sum' takes at least 1 argument but has 0"),
      ("now(1) == 1", "column 1: 'now' takes no argument but has 1"),
      ("modulus:by:(1) == 1", "column 1: 'modulus:by:' takes 2 arguments but has 1"),
      (
        "FUNCTION(a, 'b') == 1",
        "column 1: FUNCTION(…) is not supported: call a function by its name"
      ),
      (
        "SUBQUERY(a, x, TRUEPREDICATE) == 1",
        "column 13: expected a variable such as $x after ',' but found 'x'"
      ),
      ("abs(a == 1) == 1", "column 7: expected ',' or ')' after 'a' but found '=='"),
    ])
  func calls(text: String, description: String) {
    expect(description, from: text)
  }

  @Test("Columns count characters, and errors say what was found and expected")
  func parts() {
    let error = #expect(throws: PredicateSyntaxError.self) {
      try PredicateSyntax(parsing: "'👩‍👩‍👧' == )")
    }
    #expect(error?.column == 8)
    #expect(error?.found == ")")
    #expect(error?.expected == "a value")
    #expect(error?.shifted(by: 10).column == 18)
  }

  private func expect(
    _ description: String, from text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: PredicateSyntaxError.self, sourceLocation: sourceLocation) {
      try PredicateSyntax(parsing: text)
    }
    #expect(error?.description == description, sourceLocation: sourceLocation)
  }
}
