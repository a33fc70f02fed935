/// One lexical element of Swift source, with where it stands.
struct Token: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case endOfFile
    /// A word: an identifier or a keyword, which only the place tells apart.
    case word
    /// A name in backticks.
    case quotedWord
    case number
    case string
    case regex
    /// `#` and the word behind it.
    case poundWord
    case prefixOperator, binaryOperator, postfixOperator
    /// `?` and `!` right behind an operand.
    case questionMark, exclamationMark
    case equal, arrow, period, comma, colon, doubleColon, semicolon, at, backslash
    case leftParenthesis, rightParenthesis
    case leftBracket, rightBracket
    case leftBrace, rightBrace
  }

  var kind: Kind
  /// UTF-8 bytes from the start of the source.
  var start: Int
  var end: Int
  /// Whether a line ends between the token before and this one.
  var startsLine: Bool
  /// Whether white space or a comment stands in front, or nothing at all.
  var followsTrivia: Bool
}

extension Token.Kind {
  /// The bracket that closes this one.
  var closer: Token.Kind? {
    switch self {
    case .leftParenthesis: .rightParenthesis
    case .leftBracket: .rightBracket
    case .leftBrace: .rightBrace
    default: nil
    }
  }

  var isCloser: Bool {
    self == .rightParenthesis || self == .rightBracket || self == .rightBrace
  }

  var isOperator: Bool {
    self == .prefixOperator || self == .binaryOperator || self == .postfixOperator
  }

  /// Whether an operator right behind this token stands at the start of its operand.
  var precedesOperand: Bool {
    switch self {
    case .leftParenthesis, .leftBracket, .leftBrace, .comma, .semicolon, .colon,
      .prefixOperator, .binaryOperator:
      true
    default: false
    }
  }
}
