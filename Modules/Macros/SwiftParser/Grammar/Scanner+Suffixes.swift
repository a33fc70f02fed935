extension Scanner {
  /// Skips the suffixes of an operand: members, calls, subscripts, closures, `?` and `!`.
  ///
  /// - Parameter mayHaveClosure: False after a literal, which no closure can follow.
  mutating func skipSuffixes(mayHaveClosure: Bool) throws(ScanError) {
    var mayHaveClosure = mayHaveClosure
    while true {
      switch kind {
      case .period, .doubleColon:
        try skipMember()
        mayHaveClosure = true
      case .leftParenthesis where !token.startsLine, .leftBracket where !token.startsLine:
        try skipBrackets()
        mayHaveClosure = true
        if kind == .leftBrace, try !atObserverBlock() { try skipTrailingClosures() }
      case .questionMark, .exclamationMark, .postfixOperator:
        try advance()
        mayHaveClosure = true
      case .leftBrace where mayHaveClosure:
        if try atObserverBlock() { return }
        try skipTrailingClosures()
        // A call without parentheses has one set of closures. Braces after them belong to the
        // declaration.
        mayHaveClosure = false
      case .poundWord where try atPostfixConditional():
        try skipPostfixConditional()
      default:
        return
      }
    }
  }

  /// Skips a key path, which has no calls and no trailing closure.
  mutating func skipKeyPath() throws(ScanError) {
    try advance()
    try skipKeyPathRoot()
    while true {
      switch kind {
      case .period, .doubleColon: try skipMember()
      case .leftBracket where !token.startsLine, .leftParenthesis where !token.startsLine:
        try skipBrackets()
      case .questionMark, .exclamationMark, .postfixOperator: try advance()
      default: return
      }
    }
  }

  /// Skips the part of a key path between the backslash and its first component.
  private mutating func skipKeyPathRoot() throws(ScanError) {
    if kind == .period {
      // In `\.[0]` no name follows the period.
      if try peek().kind == .leftBracket { try advance() }
    } else if atOperator(startingWith: UInt8(ascii: ".")) {
      // `\.?.name` and `\.!.name` begin with a token that is lexed as an operator.
      try advance()
      if atName { try advance() }
    } else if kind == .leftParenthesis || kind == .leftBracket {
      try skipBrackets()
    } else {
      guard atName else { throw expected("a key path") }
      try advance()
      try skipGenericArgumentsIfPresent()
    }
  }

  private mutating func skipMember() throws(ScanError) {
    try advance()
    guard atName || kind == .number else { throw expected("the name of a member") }
    try advance()
    try skipGenericArgumentsIfPresent()
  }

  mutating func skipTrailingClosures() throws(ScanError) {
    try skipBrackets()
    while atName {
      var ahead = self
      try ahead.advance()
      guard ahead.kind == .colon else { return }
      try ahead.advance()
      guard ahead.kind == .leftBrace else { return }
      self = ahead
      try skipBrackets()
    }
  }

  /// Returns true if an `#if` follows whose clauses begin with a period, which makes it a suffix
  /// (SE-0308).
  func atPostfixConditional() throws(ScanError) -> Bool {
    guard matches(token, "#if") else { return false }
    var ahead = self
    while ahead.kind == .poundWord, ahead.matches(ahead.token, "#if") {
      try ahead.skipCondition()
    }
    return ahead.kind == .period
  }

  private mutating func skipPostfixConditional() throws(ScanError) {
    let start = token.start
    var depth = 0
    var brackets = BracketStack()
    repeat {
      if kind == .endOfFile { throw ScanError("this ‘#if’ has no ‘#endif’", at: start) }
      if kind == .poundWord, matches(token, "#if") { depth += 1 }
      if kind == .poundWord, matches(token, "#endif") { depth -= 1 }
      try brackets.pass(token)
      try advance()
    } while depth > 0
    guard brackets.isEmpty else {
      throw ScanError("a bracket is left open in this ‘#if’", at: start)
    }
  }
}
