/// A recursive-descent parser of predicates, without backtracking.
///
/// Only later tokens show whether `(` opens a predicate or an expression. So the functions for
/// operands return either, and the caller checks for the kind that it needs.
///
/// A result is assigned to a constant before it is passed to a method that reads the current token.
/// In `node(parse())`, Swift would copy the parser for `node` before it calls `parse`.
struct PredicateParser {
  enum Operand {
    case predicate(PredicateSyntax)
    case expression(ExpressionSyntax)
  }

  private let text: String
  private let scalars: [Unicode.Scalar]
  private let tokens: [PredicateToken]
  private(set) var index = 0
  private var nesting = 0

  /// Twice the depth of a tree, since a canonical text may need a pair of parentheses for each
  /// node.
  ///
  /// An optimised parser with that nesting fits in a stack of 512 KiB.
  private static let maximumNesting = 2 * PredicateSyntax.maximumDepth

  init(_ text: String) {
    var lexer = PredicateLexer(text)
    tokens = lexer.tokens()
    scalars = lexer.scalars
    self.text = text
  }

  var current: PredicateToken { tokens[index] }

  /// The token after the current one, or the end.
  var following: PredicateToken { tokens[min(index + 1, tokens.count - 1)] }

  /// The text from the current token on.
  var rest: Substring {
    let start = text.unicodeScalars.index(
      text.startIndex, offsetBy: current.scalars.lowerBound, limitedBy: text.endIndex)
    return text[(start ?? text.endIndex)...]
  }

  func token(at index: Int) -> PredicateToken { tokens[index] }

  mutating func advance() {
    if index < tokens.count - 1 { index += 1 }
  }

  mutating func accept(_ symbol: PredicateSymbol) -> Bool {
    guard current.is(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(
    _ symbol: PredicateSymbol, hint: String? = nil
  ) throws(PredicateSyntaxError) {
    guard accept(symbol) else { throw unexpected("'\(symbol.rawValue)'", hint: hint) }
  }

  func expectEnd() throws(PredicateSyntaxError) {
    guard current.kind == .end else { throw unexpected("AND, OR or the end") }
  }

  /// Returns the range from token `start` up to the current one.
  func range(from start: Int) -> SourceRange {
    SourceRange(tokens[start].range.lowerBound, tokens[max(start, index - 1)].range.upperBound)
  }
}

extension PredicateParser {
  /// Increments the nesting level.
  ///
  /// Balance each call by ``leave()``.
  mutating func enter() throws(PredicateSyntaxError) {
    guard nesting < Self.maximumNesting else { throw tooDeep() }
    nesting += 1
  }

  mutating func leave() {
    nesting -= 1
  }

  // Inlined, these two functions would make the stack frames of all recursive functions half as
  // large again.
  @inline(never)
  func node(
    _ kind: ExpressionSyntax.Kind, from start: Int
  ) throws(PredicateSyntaxError) -> ExpressionSyntax {
    let node = ExpressionSyntax(kind, range: range(from: start))
    guard node.depth <= PredicateSyntax.maximumDepth else { throw tooDeep() }
    return node
  }

  @inline(never)
  func node(
    _ kind: PredicateSyntax.Kind, from start: Int
  ) throws(PredicateSyntaxError) -> PredicateSyntax {
    let node = PredicateSyntax(kind, range: range(from: start))
    guard node.depth <= PredicateSyntax.maximumDepth else { throw tooDeep() }
    return node
  }

  private func tooDeep() -> PredicateSyntaxError {
    error("the predicate is nested too deeply: break it up", at: current)
  }
}

extension PredicateParser {
  func spelling(of token: PredicateToken) -> String {
    let longest = 30
    let shown = scalars[token.scalars].prefix(longest)
    let ellipsis = token.scalars.count > longest ? "…" : ""
    return String(String.UnicodeScalarView(shown)) + ellipsis
  }

  func error(
    _ message: String, at token: PredicateToken, expected: String? = nil
  ) -> PredicateSyntaxError {
    PredicateSyntaxError(
      message: message, column: token.range.column,
      found: token.kind == .end ? nil : spelling(of: token), expected: expected)
  }

  /// Returns an error that says what is expected in place of the current token.
  func unexpected(_ expected: String, hint: String? = nil) -> PredicateSyntaxError {
    if case .invalid(let message) = current.kind {
      return error(message, at: current, expected: expected)
    }
    let place = index > 0 ? " after '\(spelling(of: tokens[index - 1]))'" : ""
    let found = current.kind == .end ? "end of text" : "'\(spelling(of: current))'"
    let advice = hint.map { "; \($0)" } ?? ""
    return error(
      "expected \(expected)\(place) but found \(found)\(advice)", at: current, expected: expected)
  }
}

extension PredicateSyntax {
  /// Parses a text that consists of one predicate.
  ///
  /// - Complexity: O(*n*) in the length of the text, without backtracking.
  /// - Throws: ``PredicateSyntaxError`` with the column of the first error.
  public init(parsing text: String) throws(PredicateSyntaxError) {
    var parser = PredicateParser(text)
    self = try parser.parsePredicate()
    try parser.expectEnd()
  }

  /// Parses the predicate that `text` begins with, and stops if no operator follows it.
  ///
  /// - Returns: The predicate, and the text after it without leading white space.
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``PredicateSyntaxError`` if `text` doesn't begin with a predicate. Text after the
  ///   predicate isn't checked.
  public static func parsePrefix(
    of text: String
  ) throws(PredicateSyntaxError) -> (predicate: PredicateSyntax, rest: Substring) {
    var parser = PredicateParser(text)
    let predicate = try parser.parsePredicate()
    return (predicate, parser.rest)
  }
}
