extension Scanner {
  /// Skips generic arguments.
  ///
  /// The cursor is on the operator with the opening angle bracket.
  mutating func skipGenericArguments() throws(ScanError) {
    _ = try scanGenericArguments()
  }

  mutating func scanGenericArguments() throws(ScanError) -> [Fragment] {
    var arguments: [Fragment] = []
    try advanceIntoOperator()
    while !atOperator(startingWith: UInt8(ascii: ">")) {
      arguments.append(try scanType())
      guard kind == .comma else { break }
      try advance()
    }
    try expectClosingAngle()
    return arguments
  }

  private mutating func expectClosingAngle() throws(ScanError) {
    guard atOperator(startingWith: UInt8(ascii: ">")) else { throw expected("‘>’") }
    try advanceIntoOperator()
  }

  /// Skips generic arguments of an expression, if `<` begins any rather than being an operator.
  ///
  /// This is the compiler's rule: they are arguments if types up to a closing angle bracket can be
  /// parsed and the next token can follow a type.
  mutating func skipGenericArgumentsIfPresent() throws(ScanError) {
    guard atOperator(startingWith: UInt8(ascii: "<")) else { return }
    let start = self
    do {
      try skipGenericArguments()
      if canFollowGenericArguments { return }
    } catch {
      // If no types can be parsed, the angle bracket is an operator. If they are nested too deeply,
      // the answer is unknown.
      if error.isTooDeep { throw error }
    }
    self = start
  }

  private var canFollowGenericArguments: Bool {
    switch kind {
    case .rightParenthesis, .rightBracket, .leftBrace, .rightBrace, .period, .comma, .semicolon,
      .endOfFile, .exclamationMark, .questionMark, .colon, .doubleColon:
      true
    case .leftParenthesis, .leftBracket: !token.startsLine
    case .binaryOperator: matches(token, "&")
    default: false
    }
  }

  /// Parses the generic parameters of a declaration, with their angle brackets.
  mutating func scanGenericParametersIfPresent() throws(ScanError) -> Fragment? {
    guard atOperator(startingWith: UInt8(ascii: "<")) else { return nil }
    let start = token.start
    try advanceIntoOperator()
    while !atOperator(startingWith: UInt8(ascii: ">")) {
      while kind == .at { _ = try scanAttribute(condition: nil) }
      if at("each") || at("let"), try isName(peek()) { try advance() }
      _ = try expectName("a generic parameter")
      if kind == .colon {
        try advance()
        try skipType()
      }
      guard kind == .comma else { break }
      try advance()
    }
    try expectClosingAngle()
    return fragment(from: start)
  }

  private func isName(_ token: Token) -> Bool {
    token.kind == .word || token.kind == .quotedWord
  }

  /// Parses a `where` clause.
  mutating func scanWhereClauseIfPresent() throws(ScanError) -> Fragment? {
    guard at("where") else { return nil }
    let start = token.start
    repeat {
      try advance()
      if kind == .leftBrace { break }
      while kind == .at { _ = try scanAttribute(condition: nil) }
      try skipType()
      if kind == .colon || atOperator("==") {
        try advance()
        try skipType()
        // A layout such as `_Trivial(64)`.
        if kind == .leftParenthesis, !token.startsLine { try skipBrackets() }
      } else {
        throw expected("‘:’ or ‘==’")
      }
    } while kind == .comma
    return fragment(from: start)
  }
}
