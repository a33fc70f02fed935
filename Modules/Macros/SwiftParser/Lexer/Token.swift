/// A token of Swift source, with its position.
struct Token: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case endOfFile
    /// An identifier or a keyword, which only the context distinguishes.
    case word
    /// A name in backticks.
    case quotedWord
    case number
    case string
    case regex
    /// A `#` with the word after it.
    case poundWord
    case prefixOperator, binaryOperator, postfixOperator
    /// A `?` or `!` directly after an operand.
    case questionMark, exclamationMark
    case equal, arrow, period, comma, colon, doubleColon, semicolon, at, backslash
    case leftParenthesis, rightParenthesis
    case leftBracket, rightBracket
    case leftBrace, rightBrace
  }

  var kind: Kind
  /// The UTF-8 offset from the start of the source.
  var start: Int
  var end: Int
  /// True if a line break separates the token from the previous one.
  var startsLine: Bool
  /// True if white space or a comment precedes the token, or if it is the first one.
  var followsTrivia: Bool
}

extension Token.Kind {
  /// The closing bracket for an opening one.
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

  /// True if an operator directly after this token is a prefix operator.
  var precedesOperand: Bool {
    switch self {
    case .leftParenthesis, .leftBracket, .leftBrace, .comma, .semicolon, .colon,
      .prefixOperator, .binaryOperator:
      true
    default: false
    }
  }
}
