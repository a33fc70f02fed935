/// A token of a predicate's text.
struct PredicateToken {
  enum Kind: Hashable {
    case name(String)
    /// A name that can't be a keyword: after `#`, or an operator after `@`.
    case escapedName(String)
    case variable(String)
    case string(String)
    /// The parser checks the range, since it knows the sign.
    case integer(UInt64)
    case real(Double)
    case symbol(PredicateSymbol)
    /// Invalid text, with the error message for the parser to throw when it gets there.
    case invalid(String)
    case end
  }

  let kind: Kind
  let keyword: PredicateKeyword?
  /// The token's scalars in the text.
  let scalars: Range<Int>
  let range: SourceRange

  init(_ kind: Kind, scalars: Range<Int>, range: SourceRange) {
    self.kind = kind
    self.scalars = scalars
    self.range = range
    keyword = if case .name(let name) = kind { PredicateKeyword(word: name) } else { nil }
  }

  func `is`(_ symbol: PredicateSymbol) -> Bool {
    kind == .symbol(symbol)
  }
}

/// A punctuation mark or operator of the language.
enum PredicateSymbol: String {
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case leftBrace = "{"
  case rightBrace = "}"
  case leftBracket = "["
  case rightBracket = "]"
  case comma = ","
  case dot = "."
  case colon = ":"
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case doubleStar = "**"
  case equal = "="
  case doubleEqual = "=="
  case notEqual = "!="
  case lessGreater = "<>"
  case less = "<"
  case lessEqual = "<="
  case equalLess = "=<"
  case greater = ">"
  case greaterEqual = ">="
  case equalGreater = "=>"
  case doubleAmpersand = "&&"
  case doubleBar = "||"
  case exclamation = "!"
  case ampersand = "&"
  case bar = "|"
  case caret = "^"
  case tilde = "~"
}

/// The range of a node in its source text, in characters from zero.
public struct SourceRange: Sendable, Hashable {
  /// The offset of the first character.
  public let lowerBound: Int
  /// The offset after the last character.
  public let upperBound: Int

  /// Creates a range of character offsets.
  public init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// The range of a node that was built in code and has no text.
  public static let unknown = SourceRange(0, 0)

  /// The column of the first character, from one as in editors.
  public var column: Int { lowerBound + 1 }
}
