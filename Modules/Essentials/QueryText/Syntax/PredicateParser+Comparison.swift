extension PredicateParser {
  mutating func parseComparison() throws(PredicateSyntaxError) -> Operand {
    let start = index
    let modifier = try acceptModifier()
    let operand = try parseExpressionOrPredicate()
    guard let comparisonOperator = ComparisonOperator(current) else {
      guard modifier != nil else { return operand }
      let word = spelling(of: token(at: start))
      _ = try predicate(operand)
      throw error(
        "\(word) belongs to a value: write it right before the value, "
          + "as in \(word) tags.name == 'x'",
        at: token(at: start), expected: "a value after \(word)")
    }
    guard case .expression(let lhs) = operand else {
      throw error(
        "a predicate can't be compared: use AND, OR and NOT", at: current, expected: "AND or OR")
    }
    advance()
    let options = try parseOptions(of: comparisonOperator)
    let takesList = comparisonOperator == .inCollection || comparisonOperator == .between
    let rhs = try parseExpression(listAllowed: takesList)
    if comparisonOperator == .between { try checkBounds(rhs) }
    if ComparisonOperator(current) != nil {
      throw error(
        "a comparison can't be compared again: join comparisons with AND", at: current,
        expected: "AND or OR")
    }
    let comparison = ComparisonSyntax(
      lhs: lhs, modifier: modifier ?? .direct, comparisonOperator: comparisonOperator,
      options: options, rhs: rhs)
    return .predicate(try node(.comparison(comparison), from: start))
  }

  private mutating func acceptModifier() throws(PredicateSyntaxError) -> ComparisonModifier? {
    let modifier: ComparisonModifier
    switch current.keyword {
    case .any, .someOf: modifier = .any
    case .all: modifier = .all
    case .noneOf: modifier = .noneOf
    default: return nil
    }
    let word = spelling(of: current)
    advance()
    if ComparisonOperator(current) != nil {
      throw unexpected("a value", hint: hint(forKeyword: word))
    }
    return modifier
  }

  private mutating func parseOptions(
    of comparisonOperator: ComparisonOperator
  ) throws(PredicateSyntaxError) -> ComparisonOptions {
    guard current.is(.leftBracket) else { return [] }
    if comparisonOperator == .between {
      throw error("BETWEEN takes no options", at: current, expected: "two bounds in braces")
    }
    advance()
    guard case .name(let letters) = current.kind else {
      throw unexpected("options, of the letters c, d, n and l,")
    }
    var options: ComparisonOptions = []
    for letter in letters.lowercased() {
      guard let known = ComparisonOptions.letters.first(where: { $0.letter == letter }) else {
        throw error(
          "unknown option '\(letter)': options are c, d, n and l, as in [cd]", at: current,
          expected: "options")
      }
      options.insert(known.option)
    }
    advance()
    try expect(.rightBracket, hint: "write options without commas, as in [cd]")
    return options
  }

  private func checkBounds(_ bounds: ExpressionSyntax) throws(PredicateSyntaxError) {
    switch bounds.kind {
    case .aggregate(let members) where members.count == 2: return
    case .aggregate, .literal, .arithmetic, .negated:
      throw PredicateSyntaxError(
        message: "BETWEEN needs two bounds in braces, as in BETWEEN {1, 10}",
        column: bounds.range.column, found: bounds.description, expected: "two bounds in braces")
    default: return
    }
  }
}
