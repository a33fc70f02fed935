extension PredicateParser {
  mutating func parsePredicate() throws(PredicateSyntaxError) -> PredicateSyntax {
    if current.kind == .end { throw unexpected("a predicate") }
    let operand = try parseDisjunction()
    return try predicate(operand)
  }

  mutating func parseDisjunction() throws(PredicateSyntaxError) -> Operand {
    let start = index
    let first = try parseConjunction()
    guard isAtOr else { return first }
    var terms = [try predicate(first)]
    while isAtOr {
      advance()
      let term = try parseConjunction()
      terms.append(try predicate(term))
    }
    return .predicate(try node(.or(terms), from: start))
  }

  private mutating func parseConjunction() throws(PredicateSyntaxError) -> Operand {
    let start = index
    let first = try parseNegation()
    guard isAtAnd else { return first }
    var terms = [try predicate(first)]
    while isAtAnd {
      advance()
      let term = try parseNegation()
      terms.append(try predicate(term))
    }
    return .predicate(try node(.and(terms), from: start))
  }

  private mutating func parseNegation() throws(PredicateSyntaxError) -> Operand {
    guard current.is(.exclamation) || current.keyword == .not else {
      return try parseComparison()
    }
    let start = index
    advance()
    try enter()
    defer { leave() }
    let operand = try parseNegation()
    return .predicate(try node(.not(try predicate(operand)), from: start))
  }

  private var isAtOr: Bool { current.is(.doubleBar) || current.keyword == .or }
  private var isAtAnd: Bool { current.is(.doubleAmpersand) || current.keyword == .and }
}

extension PredicateParser {
  /// Returns the operand that was parsed last, which must be a predicate.
  func predicate(_ operand: Operand) throws(PredicateSyntaxError) -> PredicateSyntax {
    switch operand {
    case .predicate(let predicate): return predicate
    case .expression(let expression):
      throw unexpected("an operator such as ==", hint: hintForMissingOperator(after: expression))
    }
  }

  /// Returns the operand that began at token `start`, which must be a value.
  func expression(
    _ operand: Operand, from start: Int
  ) throws(PredicateSyntaxError) -> ExpressionSyntax {
    switch operand {
    case .expression(let expression): return expression
    case .predicate:
      throw error(
        "expected a value but found a predicate", at: token(at: start), expected: "a value")
    }
  }

  private func hintForMissingOperator(after expression: ExpressionSyntax) -> String? {
    if case .literal(.boolean(let value)) = expression.kind {
      return value ? "use TRUEPREDICATE" : "use FALSEPREDICATE"
    }
    guard case .name(let word) = current.kind else { return nil }
    switch word.uppercased() {
    case "IS":
      let isNegated = following.keyword == .not
      return isNegated ? "use != nil rather than IS NOT NULL" : "use == nil rather than IS NULL"
    case "ISNULL": return "use == nil"
    case "NOTNULL": return "use != nil"
    case "NOT": return "write NOT before the whole comparison, as in NOT a IN {1, 2}"
    default:
      let nearest = PredicateSyntaxError.nearest(to: word, among: ComparisonOperator.words)
      return nearest.map { "did you mean \($0)?" }
    }
  }
}
