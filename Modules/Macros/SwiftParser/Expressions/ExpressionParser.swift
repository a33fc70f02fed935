/// Reads expressions into trees, by the rules of the compiler's parser.
///
/// What it doesn't understand is a `ScanError`, never a guess.
struct ExpressionParser {
  /// How deep expressions may be inside each other.
  static let maximumDepth = 100
  /// How many operators, statements, conditions or cases may stand in a row: each is one level of
  /// what is made of them.
  static let maximumCount = 200

  var scanner: Scanner
  /// Whether braces behind an operand are a closure; not so in the head of `if`.
  var mayHaveClosure = true
  /// The highest of `$0`, `$1`, … that the innermost closure has used so far, counted from one.
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

  /// Reads one expression, to where the compiler would end it.
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

  /// Takes notice of a name that may be `$0` or its like.
  mutating func use(_ name: String) {
    guard name.hasPrefix("$"), let index = Int(name.dropFirst()), index < 64 else { return }
    shorthandCount = max(shorthandCount, index + 1)
  }

  /// Reads a closure's inside, with a count of its own.
  mutating func countingShorthands<Result>(
    _ body: (inout ExpressionParser) throws(ScanError) -> Result
  ) throws(ScanError) -> Result {
    let outer = shorthandCount
    shorthandCount = 0
    defer { shorthandCount = outer }
    return try body(&self)
  }

  /// Counts a level of nesting for as long as `body` runs.
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
