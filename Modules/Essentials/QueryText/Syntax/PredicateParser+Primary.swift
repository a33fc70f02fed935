extension PredicateParser {
  mutating func parsePrimary(listAllowed: Bool) throws(PredicateSyntaxError) -> Operand {
    let start = index
    if let number = try acceptNumber(negative: false) {
      return .expression(try node(.literal(number), from: start))
    }
    switch current.kind {
    case .string(let text): return try leaf(.literal(.string(text)))
    case .variable(let name): return try leaf(.variable(name))
    case .escapedName: return .expression(try parseKeyPath())
    case .name: return try parseWord()
    case .symbol(.leftBrace):
      advance()
      try enter()
      defer { leave() }
      let members = try parseList(until: .rightBrace)
      return .expression(try node(.aggregate(members), from: start))
    case .symbol(.leftParenthesis): return try parseParentheses(listAllowed: listAllowed)
    case .symbol(.dot): throw unexpected("a value", hint: "write 0.5 rather than .5")
    default: throw unexpected("a value")
    }
  }

  private mutating func leaf(
    _ kind: ExpressionSyntax.Kind
  ) throws(PredicateSyntaxError) -> Operand {
    let start = index
    advance()
    return .expression(try node(kind, from: start))
  }

  private mutating func constant(_ value: Bool) throws(PredicateSyntaxError) -> Operand {
    let start = index
    advance()
    return .predicate(try node(.constant(value), from: start))
  }

  private mutating func parseKeyPath() throws(PredicateSyntaxError) -> ExpressionSyntax {
    let start = index
    let path = [try parseComponent()] + (try parseComponents())
    return try node(.keyPath(path), from: start)
  }

  private mutating func parseWord() throws(PredicateSyntaxError) -> Operand {
    switch current.keyword {
    case .true, .yes: return try leaf(.literal(.boolean(true)))
    case .false, .no: return try leaf(.literal(.boolean(false)))
    case .null, .nil: return try leaf(.literal(.null))
    case .selfObject: return try leaf(.selfObject)
    case .truePredicate: return try constant(true)
    case .falsePredicate: return try constant(false)
    case .subquery where following.is(.leftParenthesis): return .expression(try parseSubquery())
    case .function where following.is(.leftParenthesis),
      .fetch where following.is(.leftParenthesis):
      throw error(
        "\(spelling(of: current).uppercased())(…) is not supported: call a function by its name",
        at: current, expected: "a value")
    case .some(let keyword) where !keyword.isContextual:
      throw unexpected("a value", hint: hint(forKeyword: spelling(of: current)))
    default:
      let isCall = following.is(.leftParenthesis) || following.is(.colon)
      return .expression(isCall ? try parseCall() : try parseKeyPath())
    }
  }
}

extension PredicateParser {
  func hint(forKeyword word: String) -> String {
    "'\(word)' is a keyword, write #\(word) for a property of that name"
  }

  /// Parses the contents of parentheses: a predicate, a value, or a list if one is allowed.
  private mutating func parseParentheses(
    listAllowed: Bool
  ) throws(PredicateSyntaxError) -> Operand {
    let start = index
    advance()
    try enter()
    defer { leave() }
    if listAllowed, accept(.rightParenthesis) {
      return .expression(try node(.aggregate([]), from: start))
    }
    let memberStart = index
    let operand = try parseDisjunction()
    if listAllowed, current.is(.comma) {
      let first = try expression(operand, from: memberStart)
      advance()
      let members = [first] + (try parseList(until: .rightParenthesis, emptyAllowed: false))
      return .expression(try node(.aggregate(members), from: start))
    }
    if case .expression = operand, !current.is(.rightParenthesis), !current.is(.comma) {
      _ = try predicate(operand)
    }
    try expect(.rightParenthesis, hint: hintForParentheses)
    if listAllowed, case .expression(let value) = operand, case .literal = value.kind, isAtEnd {
      return .expression(try node(.aggregate([value]), from: start))
    }
    return operand
  }

  /// True if nothing that continues an expression follows.
  ///
  /// `IN ('a')` is a list of one value as in SQL, but the parentheses in `IN ('a').length` only
  /// group.
  private var isAtEnd: Bool {
    !current.is(.leftBracket) && !current.is(.dot) && ArithmeticOperator(current) == nil
  }

  private var hintForParentheses: String? {
    current.is(.comma) ? "write a list in braces, as in {1, 2}" : nil
  }

  /// Parses values between commas up to the closing symbol.
  private mutating func parseList(
    until closing: PredicateSymbol, emptyAllowed: Bool = true
  ) throws(PredicateSyntaxError) -> [ExpressionSyntax] {
    if emptyAllowed, accept(closing) { return [] }
    var members = [try parseExpression()]
    while accept(.comma) {
      members.append(try parseExpression())
    }
    guard accept(closing) else { throw unexpected("',' or '\(closing.rawValue)'") }
    return members
  }
}

extension PredicateParser {
  private mutating func parseCall() throws(PredicateSyntaxError) -> ExpressionSyntax {
    let start = index
    let name = try parseFunctionName()
    let nameToken = token(at: start)
    guard let function = ExpressionFunction(name: name) else {
      let names = ExpressionFunction.allCases.map(\.spelling)
      let nearest = PredicateSyntaxError.nearest(to: name, among: names)
      let advice = nearest.map { "; did you mean '\($0)'?" } ?? ""
      throw error("unknown function '\(name)'\(advice)", at: nameToken, expected: "a function")
    }
    try expect(.leftParenthesis)
    try enter()
    defer { leave() }
    let arguments = try parseList(until: .rightParenthesis)
    guard function.argumentCount.contains(arguments.count) else {
      throw error(
        "'\(function.spelling)' takes \(function.argumentPhrase) but has \(arguments.count)",
        at: nameToken, expected: function.argumentPhrase)
    }
    return try node(.function(function, arguments), from: start)
  }

  /// Parses a name such as `uppercase`, `uppercase:` or `modulus:by:`, without its last colon.
  private mutating func parseFunctionName() throws(PredicateSyntaxError) -> String {
    var words: [String] = []
    repeat {
      guard case .name(let word) = current.kind else { throw unexpected("'('") }
      words.append(word)
      advance()
    } while accept(.colon) && !current.is(.leftParenthesis)
    return words.joined(separator: ":")
  }

  private mutating func parseSubquery() throws(PredicateSyntaxError) -> ExpressionSyntax {
    let start = index
    advance()
    try enter()
    defer { leave() }
    try expect(.leftParenthesis)
    let collection = try parseExpression()
    try expect(.comma)
    guard case .variable(let variable) = current.kind else {
      throw unexpected("a variable such as $x")
    }
    advance()
    try expect(.comma)
    let condition = try parsePredicate()
    guard accept(.rightParenthesis) else { throw unexpected("AND, OR or ')'") }
    return try node(.subquery(collection, variable: variable, condition), from: start)
  }
}

extension ExpressionFunction {
  fileprivate var argumentPhrase: String {
    switch (argumentCount.lowerBound, argumentCount.upperBound) {
    case (let lower, Int.max): "at least \(lower) argument"
    case (1, 1): "1 argument"
    case (0, 0): "no argument"
    case (let lower, let upper) where lower == upper: "\(lower) arguments"
    default: "at most \(argumentCount.upperBound) argument"
    }
  }
}
