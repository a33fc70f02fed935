extension ExpressionParser {
  /// The keywords of statements that predicates don't support.
  private static let otherStatements: Set<String> = [
    "var", "func", "class", "struct", "enum", "actor", "typealias", "for", "while", "repeat", "do",
    "defer", "throw", "break", "continue", "fallthrough", "import",
  ]

  /// Parses statements up to a closing brace or to the next case.
  mutating func statements() throws(ScanError) -> [StatementNode] {
    var statements: [StatementNode] = []
    while kind != .rightBrace, kind != .endOfFile, !scanner.at("case"), !scanner.at("default"),
      !atEndOfClause
    {
      if kind == .semicolon {
        try advance()
        continue
      }
      let start = start
      let kind = try statement()
      statements.append(StatementNode(kind: kind, range: start..<scanner.previousEnd))
      try checkCount(statements.count)
      guard
        self.kind == .semicolon || self.kind == .rightBrace || scanner.token.startsLine
          || atEndOfClause
      else {
        throw scanner.expected("a line break or ‘;’ between statements")
      }
    }
    return statements
  }

  /// True at the end of an `#if` clause.
  private var atEndOfClause: Bool {
    scanner.isConditionalDirective(scanner.token) && !scanner.matches(scanner.token, "#if")
  }

  private mutating func conditionalStatements() throws(ScanError) -> StatementNode.Kind {
    let start = start
    return try nested { parser throws(ScanError) in
      var clauses: [(directive: String, statements: [StatementNode])] = []
      while true {
        guard parser.scanner.isConditionalDirective(parser.scanner.token) else {
          throw ScanError("this ‘#if’ has no ‘#endif’", at: start)
        }
        let directive = try parser.scanner.scanConditionalDirective()
        if directive.keyword == .endif { return .conditional(clauses) }
        let condition = directive.condition.map { " " + $0.text } ?? ""
        clauses.append((directive.keyword.rawValue + condition, try parser.statements()))
        try parser.checkCount(clauses.count)
      }
    }
  }

  private mutating func destructuring() throws(ScanError) -> StatementNode.Kind {
    let start = start
    var inside = scanner
    try scanner.skipBrackets()
    var names: [Name] = []
    while inside.token.end < scanner.previousEnd {
      if inside.atName, try inside.peek().kind != .colon {
        names.append(try inside.expectName("a name"))
      } else {
        try inside.advance()
      }
    }
    if kind == .colon {
      try advance()
      try scanner.skipType()
    }
    let pattern = scanner.fragment(from: start)
    try scanner.expect(.equal, "‘=’")
    return .destructuring(names, pattern, try expression())
  }

  private mutating func statement() throws(ScanError) -> StatementNode.Kind {
    if scanner.matches(scanner.token, "#if") { return try conditionalStatements() }
    let word = scanner.word
    switch word {
    case "return":
      try advance()
      guard kind != .rightBrace, kind != .semicolon else { return .other(word) }
      return .return(try expression())
    case "let":
      try advance()
      if kind == .leftParenthesis { return try destructuring() }
      let name = try scanner.expectName("a name")
      var type: String?
      if kind == .colon {
        try advance()
        type = try scanner.scanType().text
      }
      try scanner.expect(.equal, "‘=’")
      let value = try expression()
      guard kind != .comma else { throw scanner.expected("the end of the statement") }
      return .let(name, type: type, value)
    case "_":
      guard try scanner.peek().kind == .equal else { break }
      let name = try scanner.expectName("a name")
      try advance()
      return .let(name, type: nil, try expression())
    case "guard":
      try advance()
      let conditions = try conditions()
      guard scanner.at("else") else { throw scanner.expected("‘else’") }
      try advance()
      return .guard(conditions, try block())
    case "if": return .expression(try ifExpression())
    case "switch": return .expression(try switchExpression())
    case _ where Self.otherStatements.contains(word):
      try skipToEndOfBlock()
      return .other(word)
    default: break
    }
    return .expression(try expression())
  }

  private mutating func skipToEndOfBlock() throws(ScanError) {
    while kind != .rightBrace {
      if kind == .endOfFile { throw scanner.expected("‘}’") }
      if kind.closer != nil { try scanner.skipBrackets() } else { try advance() }
    }
  }

  private mutating func block() throws(ScanError) -> [StatementNode] {
    try nested { parser throws(ScanError) in
      try parser.withClosures(true) { parser throws(ScanError) in
        try parser.scanner.expect(.leftBrace, "‘{’")
        let statements = try parser.statements()
        try parser.scanner.expect(.rightBrace, "‘}’")
        return statements
      }
    }
  }

  mutating func ifExpression() throws(ScanError) -> ExpressionNode {
    try nested { parser throws(ScanError) in
      let start = parser.start
      try parser.advance()
      let conditions = try parser.conditions()
      let body = try parser.block()
      var otherwise: [StatementNode]?
      if parser.scanner.at("else") {
        try parser.advance()
        if parser.scanner.at("if") {
          let inner = try parser.ifExpression()
          otherwise = [StatementNode(kind: .expression(inner), range: inner.range)]
        } else {
          otherwise = try parser.block()
        }
      }
      return parser.node(
        .if(IfNode(conditions: conditions, body: body, otherwise: otherwise)), from: start)
    }
  }

  private mutating func conditions() throws(ScanError) -> [ConditionNode] {
    try withClosures(false) { parser throws(ScanError) in
      var conditions: [ConditionNode] = []
      while true {
        let start = parser.start
        let kind = try parser.condition()
        conditions.append(ConditionNode(kind: kind, range: start..<parser.scanner.previousEnd))
        try parser.checkCount(conditions.count)
        guard parser.kind == .comma else { return conditions }
        try parser.advance()
      }
    }
  }

  private mutating func condition() throws(ScanError) -> ConditionNode.Kind {
    if scanner.at("case") {
      try advance()
      let pattern = try pattern()
      try scanner.expect(.equal, "‘=’")
      return .match(pattern, try expression())
    }
    guard scanner.at("let") || scanner.at("var") else { return .expression(try expression()) }
    try advance()
    let name = try scanner.expectName("a name")
    if kind == .colon {
      try advance()
      try scanner.skipType()
    }
    guard kind == .equal else {
      let value = ExpressionNode(kind: .name(name.text), range: name.range)
      return .binding(name, value)
    }
    try advance()
    return .binding(name, try expression())
  }
}
