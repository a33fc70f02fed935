extension ExpressionParser {
  /// Parses a closure.
  ///
  /// The cursor is on its opening brace.
  mutating func closure() throws(ScanError) -> ClosureNode {
    let opening = scanner
    return try nested { parser throws(ScanError) in
      try parser.withClosures(true) { parser throws(ScanError) in
        try parser.countingShorthands { parser throws(ScanError) in
          try parser.scanner.expect(.leftBrace, "‘{’")
          let signature = try parser.signature()
          let statements = try parser.statements()
          try parser.scanner.expect(.rightBrace, "‘}’")
          let range = opening.token.start..<parser.scanner.previousEnd
          return ClosureNode(
            captures: signature?.captures ?? [], parameters: signature?.parameters,
            shorthandCount: parser.shorthandCount, statements: statements,
            words: try Self.words(in: range, from: opening.lexer), range: range)
        }
      }
    }
  }

  private typealias Signature = (
    captures: [ClosureNode.Capture], parameters: [ClosureNode.Parameter]?
  )

  /// Parses a closure's capture list, parameters and `in`, if it has them.
  private mutating func signature() throws(ScanError) -> Signature? {
    let start = scanner
    do throws(ScanError) {
      let signature = try signatureParts()
      if scanner.at("in") {
        try advance()
        return signature
      }
    } catch {
      // If it isn't a signature, it is the first statement, whose parser reports the error.
      if error.isTooDeep { throw error }
    }
    scanner = start
    return nil
  }

  private mutating func signatureParts() throws(ScanError) -> Signature {
    while kind == .at {
      try advance()
      try scanner.skipQualifiedName("the name of an attribute")
    }
    let captures = kind == .leftBracket ? try captures() : []
    // A closure with only a capture list may still use `$0`.
    if !captures.isEmpty, scanner.at("in") { return (captures, nil) }
    return (captures, try parameters())
  }

  private mutating func captures() throws(ScanError) -> [ClosureNode.Capture] {
    try advance()
    var captures: [ClosureNode.Capture] = []
    while kind != .rightBracket {
      let start = start
      var isWeak = false
      if scanner.at("weak") || scanner.at("unowned"), try scanner.peek().kind != .equal {
        isWeak = scanner.at("weak")
        try advance()
        if kind == .leftParenthesis { try scanner.skipBrackets() }
      }
      let name = try scanner.expectName("the name of a captured value")
      var value: ExpressionNode?
      if kind == .equal {
        try advance()
        value = try expression()
      }
      captures.append(
        .init(name: name, value: value, isWeak: isWeak, range: start..<scanner.previousEnd))
      guard kind == .comma else { break }
      try advance()
    }
    try scanner.expect(.rightBracket, "‘]’")
    return captures
  }

  private mutating func parameters() throws(ScanError) -> [ClosureNode.Parameter] {
    var parameters: [ClosureNode.Parameter] = []
    let isParenthesized = kind == .leftParenthesis
    if isParenthesized { try advance() }
    while scanner.atName, !scanner.at("in") {
      var name = try scanner.expectName("a parameter")
      var type: String?
      if isParenthesized {
        if scanner.atName { name = try scanner.expectName("a parameter") }
        if kind == .colon {
          try advance()
          type = try scanner.scanType().text
        }
      }
      parameters.append(.init(name: name, type: type))
      guard kind == .comma else { break }
      try advance()
    }
    if isParenthesized { try scanner.expect(.rightParenthesis, "‘)’") }
    try scanner.skipEffects()
    if kind == .arrow {
      try advance()
      try scanner.skipType()
    }
    return parameters
  }

  /// Returns the words in a range of source that may be names.
  ///
  /// Members and words in strings aren't, but those in interpolations are.
  static func words(
    in range: Range<Int>, from lexer: Lexer
  ) throws(ScanError) -> [Fragment] {
    var lexer = lexer
    lexer.offset = range.lowerBound
    lexer.previous = .semicolon
    var collector = WordCollector()
    while true {
      let token = try lexer.next()
      guard token.kind != .endOfFile, token.end <= range.upperBound else { return collector.words }
      try collector.pass(token, in: lexer)
    }
  }

  /// Returns the words in a string's interpolations.
  static func words(of token: Token, in lexer: Lexer) throws(ScanError) -> [Fragment] {
    var words: [Fragment] = []
    var start = token.start
    while lexer.byte(at: start) == UInt8(ascii: "#") { start += 1 }
    let poundCount = start - token.start
    var offset = start + 1
    while offset < token.end {
      guard lexer.byte(at: offset) == UInt8(ascii: "\\") else {
        offset += 1
        continue
      }
      offset += 1
      var next = offset
      while next - offset < poundCount, lexer.byte(at: next) == UInt8(ascii: "#") { next += 1 }
      guard next - offset == poundCount else { continue }
      offset = next + 1
      guard lexer.byte(at: next) == UInt8(ascii: "(") else { continue }
      offset = try Self.interpolation(at: next, in: lexer, into: &words)
    }
    return words
  }

  /// Collects the words of one interpolation, and returns the offset of its end.
  private static func interpolation(
    at start: Int, in lexer: Lexer, into words: inout [Fragment]
  ) throws(ScanError) -> Int {
    var lexer = lexer
    guard lexer.interpolationDepth < Lexer.maximumInterpolationDepth else {
      throw .tooDeep(at: start)
    }
    lexer.interpolationDepth += 1
    lexer.offset = start
    lexer.previous = .semicolon
    var brackets = BracketStack()
    var collector = WordCollector()
    repeat {
      let token = try lexer.next()
      try brackets.pass(token)
      try collector.pass(token, in: lexer)
    } while !brackets.isEmpty
    words += collector.words
    return lexer.offset
  }
}

/// A collector of words that may refer to outer names, which excludes members and labels.
private struct WordCollector {
  private(set) var words: [Fragment] = []
  private var previous = Token.Kind.semicolon
  private var mayBeLabel = false
  private var braces = 0

  mutating func pass(_ token: Token, in lexer: Lexer) throws(ScanError) {
    switch token.kind {
    case .string: words += try ExpressionParser.words(of: token, in: lexer)
    case .word, .quotedWord:
      // `$0` in a nested closure is its own parameter.
      if previous != .period, braces == 0 || lexer.bytes[token.start] != UInt8(ascii: "$") {
        words.append(
          Fragment(
            text: String(decoding: lexer.bytes[token.start..<token.end], as: UTF8.self),
            offset: token.start))
      }
      mayBeLabel = previous == .leftParenthesis || previous == .comma
    case .colon where mayBeLabel && (previous == .word || previous == .quotedWord):
      words.removeLast()
    case .leftBrace: braces += 1
    case .rightBrace: braces -= 1
    default: break
    }
    previous = token.kind
  }
}
