extension PredicateParser {
  /// Parses a value.
  ///
  /// With `listAllowed`, values in parentheses are a list, as after `IN`.
  mutating func parseExpression(
    listAllowed: Bool = false
  ) throws(PredicateSyntaxError) -> ExpressionSyntax {
    let start = index
    let operand = try parseArithmetic(listAllowed: listAllowed)
    return try expression(operand, from: start)
  }

  /// Parses a value, or a predicate in parentheses.
  mutating func parseExpressionOrPredicate() throws(PredicateSyntaxError) -> Operand {
    try parseArithmetic(listAllowed: false)
  }

  /// Parses operands joined by operators of at least a precedence.
  private mutating func parseArithmetic(
    atLeast precedence: Int = 0, listAllowed: Bool = false
  ) throws(PredicateSyntaxError) -> Operand {
    let start = index
    var left = try parseSigned(listAllowed: listAllowed)
    while let sign = ArithmeticOperator(current), sign.precedence >= precedence {
      if case .predicate = left, let counterpart = sign.logicalCounterpart {
        throw error(
          "'\(sign)' joins the bits of numbers: write \(counterpart) between conditions",
          at: current,
          expected: counterpart)
      }
      let value = try expression(left, from: start)
      advance()
      try enter()
      defer { leave() }
      let rightStart = index
      let operand = try parseArithmetic(atLeast: sign.rightPrecedence)
      let right = try expression(operand, from: rightStart)
      left = .expression(try node(.arithmetic(value, sign, right), from: start))
    }
    return left
  }

  /// Parses an operand with the `-` and `~` before it.
  ///
  /// A minus directly before a number is part of the number.
  private mutating func parseSigned(listAllowed: Bool) throws(PredicateSyntaxError) -> Operand {
    let start = index
    let isMinus = accept(.minus)
    guard isMinus || accept(.tilde) else {
      let operand = try parsePrimary(listAllowed: listAllowed)
      return try parseIndexed(operand, from: start)
    }
    if isMinus, let literal = try acceptNumber(negative: true) {
      let number = try node(.literal(literal), from: start)
      return try parseIndexed(.expression(number), from: start)
    }
    try enter()
    defer { leave() }
    let operandStart = index
    let operand = try parseSigned(listAllowed: false)
    let value = try expression(operand, from: operandStart)
    return .expression(
      try node(isMinus ? .negated(value) : .function(.onesComplement, [value]), from: start))
  }

  /// Parses a number literal if there is one.
  mutating func acceptNumber(negative: Bool) throws(PredicateSyntaxError) -> LiteralSyntax? {
    switch current.kind {
    case .integer(let magnitude):
      let number =
        negative
        ? (magnitude == Int64.min.magnitude ? Int64.min : Int64(exactly: magnitude).map { -$0 })
        : Int64(exactly: magnitude)
      guard let number else {
        throw error("the number is too large for a 64-bit integer", at: current)
      }
      advance()
      return .integer(number)
    case .real(let magnitude):
      advance()
      return .real(negative ? -magnitude : magnitude)
    default: return nil
    }
  }

  /// Parses the indexes and paths after a value.
  private mutating func parseIndexed(
    _ operand: Operand, from start: Int
  ) throws(PredicateSyntaxError) -> Operand {
    guard case .expression(var value) = operand else { return operand }
    while true {
      if accept(.leftBracket) {
        let index = try parseIndex()
        try expect(.rightBracket)
        value = try node(.element(of: value, index), from: start)
      } else if current.is(.dot) {
        let components = try parseComponents()
        value = try node(.member(of: value, components), from: start)
      } else {
        return .expression(value)
      }
    }
  }

  private mutating func parseIndex() throws(PredicateSyntaxError) -> IndexSyntax {
    if following.is(.rightBracket), let index = namedIndex {
      advance()
      return index
    }
    try enter()
    defer { leave() }
    return .position(try parseExpression())
  }

  private var namedIndex: IndexSyntax? {
    switch current.keyword {
    case .first: .first
    case .last: .last
    case .size: .size
    default: nil
    }
  }
}

extension PredicateParser {
  /// Parses the rest of a path: names, each after a dot.
  ///
  /// Keywords can be names there.
  mutating func parseComponents() throws(PredicateSyntaxError) -> [KeyPathComponent] {
    var components: [KeyPathComponent] = []
    while accept(.dot) {
      components.append(try parseComponent())
    }
    return components
  }

  mutating func parseComponent() throws(PredicateSyntaxError) -> KeyPathComponent {
    switch current.kind {
    case .name(let name), .escapedName(let name):
      let component = KeyPathComponent(name, range: current.range)
      advance()
      return component
    default: throw unexpected("a property's name")
    }
  }
}
