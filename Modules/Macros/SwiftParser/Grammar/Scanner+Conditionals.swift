/// A directive: `#if`, `#elseif`, `#else` or `#endif`.
struct ConditionalDirective {
  var keyword: ConditionalClause.Keyword
  var condition: Fragment?
  var offset: Int
}

/// The condition under which the current clause of an `#if` applies.
struct ConditionChain {
  let outer: String?
  private var refused: [String] = []
  private(set) var current: String?

  init(outer: String?) {
    self.outer = outer
  }

  mutating func enter(_ directive: ConditionalDirective) {
    var terms = outer.map { ["(\($0))"] } ?? []
    terms += refused.map { "!(\($0))" }
    if let condition = directive.condition?.text {
      terms.append(terms.isEmpty ? condition : "(\(condition))")
      refused.append(condition)
    }
    current = terms.joined(separator: " && ")
  }
}

extension Scanner {
  func isConditionalDirective(_ token: Token) -> Bool {
    guard token.kind == .poundWord else { return false }
    return ConditionalClause.Keyword.allCases.contains { matches(token, $0.rawValue) }
  }

  /// Parses a directive with its condition, which ends with the line except within brackets.
  mutating func scanConditionalDirective() throws(ScanError) -> ConditionalDirective {
    let offset = token.start
    guard kind == .poundWord, let keyword = ConditionalClause.Keyword(rawValue: text(of: token))
    else { throw expected("‘#elseif’, ‘#else’ or ‘#endif’") }
    try advance()
    let start = token.start
    while !token.startsLine && kind != .endOfFile && kind != .rightBrace && kind != .semicolon {
      if kind.closer != nil {
        try skipBrackets()
      } else if kind.isCloser {
        throw expected("a condition")
      } else {
        try advance()
      }
    }
    let hasCondition = previousEnd > start
    let needsCondition = keyword == .if || keyword == .elseif
    guard hasCondition == needsCondition else {
      throw ScanError(
        needsCondition
          ? "‘\(keyword.rawValue)’ needs a condition" : "‘\(keyword.rawValue)’ has no condition",
        at: offset)
    }
    return ConditionalDirective(
      keyword: keyword, condition: hasCondition ? fragment(from: start) : nil, offset: offset)
  }

  mutating func skipCondition() throws(ScanError) {
    _ = try scanConditionalDirective()
  }

  /// Parses an `#if` block with members in it.
  mutating func scanConditionalMembers() throws(ScanError) -> ConditionalMembers {
    try nested { scanner throws(ScanError) in
      let start = scanner.token.start
      var clauses: [ConditionalClause] = []
      var condition = ConditionChain(outer: nil)
      while true {
        guard scanner.kind != .endOfFile else {
          throw ScanError("this ‘#if’ has no ‘#endif’", at: start)
        }
        let directive = try scanner.scanConditionalDirective()
        if directive.keyword == .endif { break }
        guard (directive.keyword == .if) == clauses.isEmpty, clauses.last?.keyword != .else else {
          throw ScanError("‘\(directive.keyword.rawValue)’ can't stand here", at: directive.offset)
        }
        condition.enter(directive)
        let members = try scanner.scanMembers()
        clauses.append(
          ConditionalClause(
            keyword: directive.keyword, condition: directive.condition,
            fullCondition: condition.current ?? "", members: members, offset: directive.offset))
      }
      return ConditionalMembers(clauses: clauses, range: start..<scanner.previousEnd)
    }
  }
}
