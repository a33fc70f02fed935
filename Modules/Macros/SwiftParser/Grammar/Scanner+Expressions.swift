extension Scanner {
  /// The keywords before an operand that don't affect where it ends.
  static let operandPrefixes: Set<String> = [
    "try", "await", "unsafe", "consume", "copy", "borrow", "each", "repeat", "any", "some",
    "_move", "_borrow",
  ]

  /// The keywords that can't begin an expression.
  private static let statements: Set<String> = [
    "var", "let", "func", "class", "struct", "enum", "protocol", "extension", "typealias",
    "import", "subscript", "deinit", "case", "default", "where", "else", "in", "is", "as",
    "for", "while", "guard", "return", "break", "continue", "defer", "throw", "catch",
    "associatedtype", "operator", "precedencegroup", "internal", "public", "private",
    "fileprivate", "static", "fallthrough",
  ]

  mutating func scanExpression() throws(ScanError) -> Fragment {
    let start = token.start
    try skipExpression()
    return fragment(from: start)
  }

  /// Skips one expression, which ends where the compiler would end the statement.
  mutating func skipExpression() throws(ScanError) {
    var openTernaries = 0
    repeat {
      try skipOperandPrefixes()
      try skipOperand()
      try skipCasts()
    } while try skipConnector(&openTernaries)
    guard openTernaries == 0 else { throw expected("‘:’ of a conditional expression") }
  }

  private mutating func skipOperandPrefixes() throws(ScanError) {
    while true {
      if kind == .prefixOperator {
        try advance()
      } else if try atOperandPrefix() {
        let isTry = at("try")
        try advance()
        if isTry, kind == .questionMark || kind == .exclamationMark { try advance() }
      } else {
        return
      }
    }
  }

  /// Returns true if the word at the cursor precedes an operand rather than being one.
  func atOperandPrefix() throws(ScanError) -> Bool {
    guard kind == .word, Self.operandPrefixes.contains(word) else { return false }
    if at("try") || at("await") { return true }
    let next = try peek()
    guard !next.startsLine else { return false }
    switch next.kind {
    case .word: return !matches(next, "is") && !matches(next, "as")
    case .quotedWord, .number, .string, .regex, .poundWord, .backslash, .prefixOperator: return true
    default: return false
    }
  }

  private mutating func skipOperand() throws(ScanError) {
    switch kind {
    case .word:
      if at("if") { return try skipIf() }
      if at("switch") { return try skipSwitch() }
      if at("do"), try peek().kind == .leftBrace { return try skipDo() }
      guard !Self.statements.contains(word) else { throw expected("an expression") }
      let isLiteral = at("true") || at("false") || at("nil")
      try advance()
      try skipGenericArgumentsIfPresent()
      try skipSuffixes(mayHaveClosure: !isLiteral)
    case .quotedWord, .poundWord:
      guard !isConditionalDirective(token) else { throw expected("an expression") }
      try advance()
      try skipGenericArgumentsIfPresent()
      try skipSuffixes(mayHaveClosure: true)
    case .number, .string, .regex:
      try advance()
      try skipSuffixes(mayHaveClosure: false)
    case .leftBracket:
      try skipBrackets()
      try skipSuffixes(mayHaveClosure: false)
    case .leftParenthesis, .leftBrace:
      try skipBrackets()
      try skipSuffixes(mayHaveClosure: true)
    case .period:
      try skipSuffixes(mayHaveClosure: true)
    case .backslash:
      try skipKeyPath()
    default:
      throw expected("an expression")
    }
  }

  private mutating func skipCasts() throws(ScanError) {
    while at("is") || at("as") {
      let mayFail = at("as")
      try advance()
      if mayFail, kind == .questionMark || kind == .exclamationMark { try advance() }
      try skipType()
    }
  }

  /// Skips an operator or another token that joins two operands, and returns false if there is
  /// none.
  private mutating func skipConnector(_ openTernaries: inout Int) throws(ScanError) -> Bool {
    switch kind {
    case .binaryOperator:
      if matches(token, "?") { openTernaries += 1 }
    case .arrow, .equal: break
    case .colon where openTernaries > 0: openTernaries -= 1
    case .word where (at("async") || at("throws")) && !token.startsLine:
      try skipEffects()
      guard kind == .arrow else { throw expected("‘->’") }
    default:
      return false
    }
    try advance()
    return true
  }
}
