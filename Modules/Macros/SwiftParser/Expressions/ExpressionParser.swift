/// A parser of expressions, which follows the rules of the compiler's parser.
///
/// An expression that it doesn't support is a `ScanError`. It never guesses.
struct ExpressionParser {
  /// The maximum nesting of expressions.
  static let maximumDepth = 100
  /// The maximum number of operators, statements, conditions or cases in a row.
  ///
  /// Each is a nesting level of the generated code.
  static let maximumCount = 200

  var scanner: Scanner
  /// True if braces after an operand are a closure, which they aren't in the head of an `if`.
  var mayHaveClosure = true
  /// The number of parameters that the innermost closure has used so far as `$0`, `$1`, …
  private(set) var shorthandCount = 0
  private var depth = 0

  init(_ source: String) throws(ScanError) {
    scanner = try Scanner(source)
  }

  var kind: Token.Kind { scanner.kind }
  var start: Int { scanner.token.start }

  mutating func advance() throws(ScanError) { try scanner.advance() }

  func node(_ kind: ExpressionNode.Kind, from start: Int) -> ExpressionNode {
    ExpressionNode(kind: kind, range: start..<max(start, scanner.previousEnd))
  }

  /// Parses one expression, which ends where the compiler would end it.
  mutating func expression() throws(ScanError) -> ExpressionNode {
    try nested { parser throws(ScanError) in
      let condition = try parser.sequence()
      guard parser.kind == .binaryOperator, parser.scanner.atOperator("?") else {
        return condition
      }
      try parser.advance()
      let first = try parser.withClosures(true) { inner throws(ScanError) in
        try inner.expression()
      }
      try parser.scanner.expect(.colon, "‘:’ of a conditional expression")
      let second = try parser.expression()
      return parser.node(
        .ternary(condition, first, second), from: condition.range.lowerBound)
    }
  }

  func checkCount(_ count: Int) throws(ScanError) {
    guard count <= Self.maximumCount else { throw .tooDeep(at: start) }
  }

  /// Records a name that may be `$0` or another closure parameter.
  mutating func use(_ name: String) {
    guard name.hasPrefix("$"), let index = Int(name.dropFirst()), index < 64 else { return }
    shorthandCount = max(shorthandCount, index + 1)
  }

  /// Parses the contents of a closure, with a separate count of its parameters.
  mutating func countingShorthands<Result>(
    _ body: (inout ExpressionParser) throws(ScanError) -> Result
  ) throws(ScanError) -> Result {
    let outer = shorthandCount
    shorthandCount = 0
    defer { shorthandCount = outer }
    return try body(&self)
  }

  /// Increments the nesting level while `body` runs.
  mutating func nested<Result>(
    _ body: (inout ExpressionParser) throws(ScanError) -> Result
  ) throws(ScanError) -> Result {
    guard depth < Self.maximumDepth else { throw .tooDeep(at: start) }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  mutating func withClosures<Result>(
    _ allowed: Bool, _ body: (inout ExpressionParser) throws(ScanError) -> Result
  ) throws(ScanError) -> Result {
    let outer = mayHaveClosure
    mayHaveClosure = allowed
    defer { mayHaveClosure = outer }
    return try body(&self)
  }
}
