extension ExpressionParser {
  /// The keywords that can't be operands.
  private static let keywords: Set<String> = [
    "var", "let", "func", "class", "struct", "enum", "protocol", "extension", "typealias",
    "import", "case", "default", "where", "else", "in", "is", "as", "for", "while", "guard",
    "return", "break", "continue", "defer", "throw", "catch", "do", "repeat", "fallthrough",
  ]

  mutating func operand() throws(ScanError) -> ExpressionNode {
    let start = start
    switch kind {
    case .word:
      switch scanner.word {
      case "if": return try ifExpression()
      case "switch": return try switchExpression()
      case "nil":
        try advance()
        return node(.nil, from: start)
      case "true", "false":
        try advance()
        return node(.constant, from: start)
      case let word where Self.keywords.contains(word): throw scanner.expected("an expression")
      default: return try name()
      }
    case .quotedWord: return try name()
    case .number, .regex:
      try advance()
      return node(.constant, from: start)
    case .string:
      let words = try Self.words(of: scanner.token, in: scanner.lexer)
      for word in words { use(word.text) }
      try advance()
      return node(.string(words), from: start)
    case .poundWord:
      let name = scanner.text(of: scanner.token)
      if name == "#available" || name == "#unavailable" {
        throw ScanError("‘\(name)’ can't stand here; ask before, and use the answer", at: start)
      }
      guard !scanner.isConditionalDirective(scanner.token) else {
        throw ScanError(
          "‘\(name)’ can't stand within an expression; put it around whole statements", at: start)
      }
      try advance()
      return node(.constant, from: start)
    case .backslash:
      try scanner.skipKeyPath()
      return node(.constant, from: start)
    case .period:
      try advance()
      let name = try scanner.expectName("the name of a member")
      return node(.implicitMember(name.text), from: start)
    case .leftParenthesis: return try parentheses()
    case .leftBracket: return try collection()
    case .leftBrace:
      let closure = try closure()
      return node(.closure(closure), from: start)
    default: throw scanner.expected("an expression")
    }
  }

  private mutating func name() throws(ScanError) -> ExpressionNode {
    let name = try scanner.expectName("a name")
    use(name.text)
    var text = name.text
    while kind == .doubleColon {
      try advance()
      text += "::" + (try scanner.expectName("the name of a member of the module").text)
    }
    try scanner.skipGenericArgumentsIfPresent()
    return node(.name(text), from: name.offset)
  }

  private mutating func parentheses() throws(ScanError) -> ExpressionNode {
    let start = start
    let arguments = try arguments(to: .rightParenthesis)
    if arguments.count == 1, arguments[0].label == nil {
      return node(.parentheses(arguments[0].value), from: start)
    }
    return node(.several(arguments.map(\.value)), from: start)
  }

  /// Parses an array or a dictionary, as a literal or as a type.
  private mutating func collection() throws(ScanError) -> ExpressionNode {
    let start = start
    return try withClosures(true) { parser throws(ScanError) in
      try parser.advance()
      var elements: [ExpressionNode] = []
      while parser.kind != .rightBracket {
        if parser.kind == .colon {
          // An empty dictionary, `[:]`.
          try parser.advance()
          break
        }
        elements.append(try parser.expression())
        while parser.kind == .questionMark { try parser.advance() }
        guard parser.kind == .comma || parser.kind == .colon else { break }
        try parser.advance()
      }
      try parser.scanner.expect(.rightBracket, "‘]’")
      return parser.node(.several(elements), from: start)
    }
  }

  /// Parses arguments in brackets.
  mutating func arguments(to closer: Token.Kind) throws(ScanError) -> [ArgumentNode] {
    try withClosures(true) { parser throws(ScanError) in
      try parser.advance()
      var arguments: [ArgumentNode] = []
      while parser.kind != closer {
        var label: String?
        if parser.scanner.atName, try parser.scanner.peek().kind == .colon {
          label = try parser.scanner.expectName("a label").text
          try parser.advance()
        }
        arguments.append(ArgumentNode(label: label, value: try parser.expression()))
        guard parser.kind == .comma else { break }
        try parser.advance()
      }
      try parser.scanner.expect(closer, closer == .rightBracket ? "‘]’" : "‘)’")
      return arguments
    }
  }
}
