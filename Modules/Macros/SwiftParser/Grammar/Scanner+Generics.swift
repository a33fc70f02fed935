extension Scanner {
  /// Passes `<…>` with types in it; the cursor is on the operator with the opening angle.
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

  /// Passes generic arguments of an expression if these are some: `<` may also mean “less than”.
  ///
  /// The compiler's own rule: if types up to a closing angle can be read and the token behind it
  /// can follow a type, they are arguments.
  mutating func skipGenericArgumentsIfPresent() throws(ScanError) {
    guard atOperator(startingWith: UInt8(ascii: "<")) else { return }
    let start = self
    do {
      try skipGenericArguments()
      if canFollowGenericArguments { return }
    } catch {
      // What is no type makes the angle an operator; what is too deep stays unknown.
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

  /// Reads the generic parameters of a declaration, with their angles.
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

  /// Reads `where` and its requirements.
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
