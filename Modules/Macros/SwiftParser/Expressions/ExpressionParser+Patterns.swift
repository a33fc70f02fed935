extension ExpressionParser {
  mutating func switchExpression() throws(ScanError) -> ExpressionNode {
    try nested { parser throws(ScanError) in
      let start = parser.start
      try parser.advance()
      let subject = try parser.withClosures(false) { inner throws(ScanError) in
        try inner.expression()
      }
      try parser.scanner.expect(.leftBrace, "‘{’")
      var cases: [SwitchNode.Case] = []
      while parser.kind != .rightBrace {
        cases.append(try parser.switchCase())
        try parser.checkCount(cases.count)
      }
      try parser.advance()
      return parser.node(.switch(SwitchNode(subject: subject, cases: cases)), from: start)
    }
  }

  private mutating func switchCase() throws(ScanError) -> SwitchNode.Case {
    let start = start
    let isDefault = scanner.at("default")
    guard isDefault || scanner.at("case") else { throw scanner.expected("‘case’") }
    try advance()
    var patterns: [PatternNode] = []
    while !isDefault {
      patterns.append(try pattern(mayHaveCondition: true))
      try checkCount(patterns.count)
      guard kind == .comma else { break }
      try advance()
    }
    try scanner.expect(.colon, "‘:’")
    let body = try withClosures(true) { parser throws(ScanError) in try parser.statements() }
    return SwitchNode.Case(
      patterns: patterns, body: body, isDefault: isDefault, range: start..<scanner.previousEnd)
  }

  /// Parses a pattern of `case`.
  mutating func pattern(mayHaveCondition: Bool = false) throws(ScanError) -> PatternNode {
    let start = start
    let kind = try patternKind()
    let end = scanner.previousEnd
    var condition: ExpressionNode?
    if mayHaveCondition, scanner.at("where") {
      try advance()
      condition = try expression()
    }
    return PatternNode(kind: kind, condition: condition, range: start..<end)
  }

  private mutating func patternKind() throws(ScanError) -> PatternNode.Kind {
    if scanner.at("_") {
      try advance()
      return .any
    }
    if scanner.at("is") {
      try advance()
      return .type(try scanner.scanType().text)
    }
    if try atParts() {
      try skipParts()
      return .parts
    }
    if scanner.at("let") || scanner.at("var") {
      try advance()
      if kind == .period { return try somePattern(isBinding: true) }
      let name = try scanner.expectName("a name")
      guard kind == .questionMark else { return .binding(name) }
      try advance()
      return .some(name)
    }
    if kind == .period, try scanner.matches(scanner.peek(), "some") {
      return try somePattern(isBinding: false)
    }
    let value = try expression()
    // `.active?` matches a non-nil active value. A comparison without the mark has the same result.
    if case .postfix(let base, let suffixes) = value.kind, suffixes.count == 1,
      case .link = suffixes[0].kind
    {
      return .expression(base)
    }
    return .expression(value)
  }

  /// Returns true if a pattern follows that binds names in parts of a value, except `.some`.
  private func atParts() throws(ScanError) -> Bool {
    var ahead = scanner
    let isBinding = ahead.at("let") || ahead.at("var")
    if isBinding { try ahead.advance() }
    if ahead.kind == .leftParenthesis {
      if isBinding { return true }
      return try ahead.bracketsBindNames()
    }
    if ahead.atName, try ahead.peek().kind == .period {
      try ahead.advance()
    }
    guard ahead.kind == .period else { return false }
    try ahead.advance()
    if ahead.at("some") { return false }
    try ahead.advance()
    guard ahead.kind == .leftParenthesis, !ahead.token.startsLine else { return false }
    if isBinding { return true }
    return try ahead.bracketsBindNames()
  }

  private mutating func skipParts() throws(ScanError) {
    while kind != .leftParenthesis { try advance() }
    try scanner.skipBrackets()
    if kind == .questionMark { try advance() }
  }

  /// Parses `.some(let name)`, or `.some(name)` after `let`.
  private mutating func somePattern(isBinding: Bool) throws(ScanError) -> PatternNode.Kind {
    try advance()
    guard scanner.at("some") else { throw scanner.expected("‘some’") }
    try advance()
    try scanner.expect(.leftParenthesis, "‘(’")
    if !isBinding {
      guard scanner.at("let") else { throw scanner.expected("‘let’") }
      try advance()
    }
    let name = try scanner.expectName("a name")
    try scanner.expect(.rightParenthesis, "‘)’")
    return .some(name)
  }
}

extension Scanner {
  /// Returns true if the brackets at the cursor contain `let` or `var`.
  fileprivate func bracketsBindNames() throws(ScanError) -> Bool {
    var inside = self
    var end = self
    try end.skipBrackets()
    while inside.token.end < end.previousEnd {
      if inside.at("let") || inside.at("var") { return true }
      try inside.advance()
    }
    return false
  }
}
