extension Scanner {
  /// Skips an `if` expression with its `else` branches.
  mutating func skipIf() throws(ScanError) {
    while true {
      try advance()
      try skipHeadOfBlock()
      try skipBrackets()
      guard at("else") else { return }
      try advance()
      if at("if") { continue }
      guard kind == .leftBrace else { throw expected("‘{’") }
      return try skipBrackets()
    }
  }

  /// Skips a `switch` expression.
  mutating func skipSwitch() throws(ScanError) {
    try advance()
    try skipHeadOfBlock()
    try skipBrackets()
  }

  /// Skips a `do` expression with its `catch` clauses.
  mutating func skipDo() throws(ScanError) {
    try advance()
    try skipBrackets()
    while at("catch") {
      try advance()
      try skipHeadOfBlock()
      try skipBrackets()
    }
  }

  /// Skips a condition, a subject or a pattern, up to the opening brace of the block after it.
  private mutating func skipHeadOfBlock() throws(ScanError) {
    while true {
      switch kind {
      case .leftBrace:
        let start = self
        let next = try peek()
        if next.kind == .word, matches(next, "case") || matches(next, "default") { return }
        try skipBrackets()
        guard followsClosureInCondition else {
          self = start
          return
        }
      case .leftParenthesis, .leftBracket: try skipBrackets()
      case .rightParenthesis, .rightBracket, .rightBrace, .semicolon, .endOfFile:
        throw expected("‘{’")
      default: try advance()
      }
    }
  }

  /// True if the token at the cursor shows that the braces just skipped were a trailing closure
  /// rather than the block.
  ///
  /// This is the compiler's rule.
  var followsClosureInCondition: Bool {
    guard !token.startsLine else { return false }
    switch kind {
    case .leftBrace, .comma, .leftBracket, .leftParenthesis, .period, .questionMark,
      .exclamationMark, .colon, .equal, .postfixOperator, .binaryOperator:
      return true
    default:
      return at("where") || at("is") || at("as")
    }
  }
}
