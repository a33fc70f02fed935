extension ExpressionParser {
  /// Parses the suffixes of an operand.
  mutating func suffixed(_ base: ExpressionNode) throws(ScanError) -> ExpressionNode {
    var suffixes: [Suffix] = []
    while let suffix = try suffix(isFirst: suffixes.isEmpty, of: base) {
      suffixes.append(suffix)
      try checkCount(suffixes.count)
    }
    if suffixes.isEmpty { return base }
    return node(.postfix(base: base, suffixes), from: base.range.lowerBound)
  }

  private mutating func suffix(
    isFirst: Bool, of base: ExpressionNode
  ) throws(ScanError) -> Suffix? {
    let start = start
    let suffix: Suffix.Kind
    switch kind {
    case .period:
      try advance()
      if kind == .number {
        suffix = .member(Name(written: scanner.text(of: scanner.token), offset: self.start))
        try advance()
      } else {
        var name = try scanner.expectName("the name of a member")
        if kind == .doubleColon {
          try advance()
          let member = try scanner.expectName("the name of a member")
          name = Name(written: name.written + "::" + member.written, offset: name.offset)
        }
        suffix = .member(name)
        try scanner.skipGenericArgumentsIfPresent()
      }
    case .leftParenthesis where !scanner.token.startsLine:
      suffix = .call(try arguments(to: .rightParenthesis) + trailingClosures())
    case .leftBracket where !scanner.token.startsLine:
      suffix = .subscript(try arguments(to: .rightBracket))
    case .leftBrace where try mayBeClosure(isFirst ? base : nil):
      suffix = .call(try trailingClosures())
    case .poundWord where scanner.matches(scanner.token, "#if"):
      guard try scanner.atPostfixConditional() else { return nil }
      throw ScanError(
        "‘#if’ can't stand within an expression; put it around whole statements", at: start)
    case .questionMark:
      try advance()
      suffix = .link
    case .exclamationMark:
      try advance()
      suffix = .unwrap
    case .postfixOperator:
      try advance()
      suffix = .operator
    default: return nil
    }
    return Suffix(kind: suffix, range: start..<scanner.previousEnd)
  }

  /// Returns true if the braces at the cursor are a trailing closure of the operand before them.
  private func mayBeClosure(_ base: ExpressionNode?) throws(ScanError) -> Bool {
    switch base?.kind {
    case .name, .implicitMember, .parentheses, nil: break
    default: return false
    }
    if mayHaveClosure { return true }
    var ahead = scanner
    try ahead.skipBrackets()
    return ahead.followsClosureInCondition
  }

  private mutating func trailingClosures() throws(ScanError) -> [ArgumentNode] {
    guard kind == .leftBrace, try mayBeClosure(nil) else { return [] }
    var arguments = [ArgumentNode(label: nil, value: try closureExpression())]
    while scanner.atName, try scanner.peek().kind == .colon {
      var ahead = scanner
      try ahead.advance()
      try ahead.advance()
      guard ahead.kind == .leftBrace else { break }
      let label = scanner.text(of: scanner.token)
      scanner = ahead
      arguments.append(ArgumentNode(label: label, value: try closureExpression()))
    }
    return arguments
  }

  private mutating func closureExpression() throws(ScanError) -> ExpressionNode {
    let start = start
    let closure = try closure()
    return node(.closure(closure), from: start)
  }
}
