/// A lexer of Swift source, which follows the rules of the compiler's lexer.
///
/// It is a value, so that a copy is a position to return to.
struct Lexer {
  /// The maximum nesting of interpolations.
  static let maximumInterpolationDepth = 64

  let bytes: [UInt8]
  let asciiClasses = CharacterClass.table
  var offset = 0
  /// The previous token, which determines the meaning of periods and operators.
  var previous = Token.Kind.semicolon
  private var previousEnd = 0
  var interpolationDepth = 0
  /// True if the lexer appends the tokens of interpolations to ``interpolatedTokens``.
  var recordsInterpolations = false
  var interpolatedTokens: [Token] = []

  init(_ source: String) {
    bytes = Array(source.utf8)
  }

  /// Returns the byte at an offset, or 0 outside the source.
  func byte(at offset: Int) -> UInt8 {
    offset < bytes.count && offset >= 0 ? bytes[offset] : 0
  }

  /// Lexes the next token.
  ///
  /// At the end of the source it returns `endOfFile` each time.
  mutating func next() throws(ScanError) -> Token {
    let triviaStart = offset
    let startsLine = try skipTrivia()
    let start = offset
    let followsTrivia = start > triviaStart || start == 0
    let kind = try lex(isLeftBound: !followsTrivia && !previous.precedesOperand)
    previous = kind
    previousEnd = offset
    return Token(
      kind: kind, start: start, end: offset, startsLine: startsLine || start == 0,
      followsTrivia: followsTrivia)
  }

  /// Returns to an offset within a token, to lex the rest of it as a token of its own.
  mutating func rewind(to offset: Int) {
    self.offset = offset
    // The skipped part ended a type or a name.
    previous = .rightParenthesis
  }

  /// True if a function's name follows: `func /` declares an operator, not a regular expression.
  var isBehindFunc: Bool {
    guard previous == .word, previousEnd >= 4 else { return false }
    return bytes[previousEnd - 4..<previousEnd].elementsEqual("func".utf8)
  }

  private mutating func lex(isLeftBound: Bool) throws(ScanError) -> Token.Kind {
    guard offset < bytes.count else { return .endOfFile }
    let first = bytes[offset]
    if first < 0x80 {
      switch asciiClasses[Int(first)] {
      case .letter: return lexWord()
      case .digit: return lexNumber()
      case .operator, .other: break
      }
    }
    switch first {
    case UInt8(ascii: "("): return single(.leftParenthesis)
    case UInt8(ascii: ")"): return single(.rightParenthesis)
    case UInt8(ascii: "["): return single(.leftBracket)
    case UInt8(ascii: "]"): return single(.rightBracket)
    case UInt8(ascii: "{"): return single(.leftBrace)
    case UInt8(ascii: "}"): return single(.rightBrace)
    case UInt8(ascii: ","): return single(.comma)
    case UInt8(ascii: ";"): return single(.semicolon)
    case UInt8(ascii: "@"): return single(.at)
    case UInt8(ascii: "\\"): return single(.backslash)
    case UInt8(ascii: ":"):
      guard byte(at: offset + 1) == UInt8(ascii: ":") else { return single(.colon) }
      offset += 2
      return .doubleColon
    case UInt8(ascii: "`"): return try lexQuotedWord()
    case UInt8(ascii: "\""): return try lexString(poundCount: 0)
    case UInt8(ascii: "#"): return try lexPound()
    case UInt8(ascii: "!") where isLeftBound: return single(.exclamationMark)
    case UInt8(ascii: "?") where isLeftBound: return single(.questionMark)
    case UInt8(ascii: "<") where byte(at: offset + 1) == UInt8(ascii: "#"):
      return try lexPlaceholder()
    default:
      if isOperatorHead(at: offset) { return try lexOperator(isLeftBound: isLeftBound) }
      if identifierLength(at: offset, isHead: true) > 0 { return lexWord() }
      throw ScanError("unexpected character", at: offset)
    }
  }

  private mutating func single(_ kind: Token.Kind) -> Token.Kind {
    offset += 1
    return kind
  }

  /// Lexes a raw string, a regular expression, or a word, each of which begins with `#`.
  private mutating func lexPound() throws(ScanError) -> Token.Kind {
    var end = offset
    while byte(at: end) == UInt8(ascii: "#") { end += 1 }
    switch byte(at: end) {
    case UInt8(ascii: "\""):
      let count = end - offset
      offset = end
      return try lexString(poundCount: count)
    case UInt8(ascii: "/"):
      return try lexExtendedRegex(poundCount: end - offset)
    default:
      guard end == offset + 1 else { throw ScanError("unexpected ‘#’", at: offset) }
      if byte(at: end) == UInt8(ascii: "`") {
        offset = end
        _ = try lexQuotedWord()
        return .poundWord
      }
      guard identifierLength(at: end, isHead: true) > 0 else {
        throw ScanError("unexpected ‘#’", at: offset)
      }
      offset = end
      _ = lexWord()
      return .poundWord
    }
  }

  /// Lexes an editor's placeholder, `<#text#>`, which counts as a name.
  private mutating func lexPlaceholder() throws(ScanError) -> Token.Kind {
    var end = offset + 2
    while end + 1 < bytes.count, bytes[end] != 0x0A {
      if bytes[end] == UInt8(ascii: "#") && bytes[end + 1] == UInt8(ascii: ">") {
        offset = end + 2
        return .word
      }
      end += 1
    }
    // Without an end it is an operator: `a <#selector(b)` is unusual, but valid.
    return try lexOperator(isLeftBound: false)
  }
}
