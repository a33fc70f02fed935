/// An operator of two numbers.
///
/// Its raw value is its spelling.
public enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
  /// `|`, the bits set in either number.
  case bitwiseOr = "|"
  /// `^`, the bits set in one number but not in the other.
  case bitwiseXor = "^"
  /// `&`, the bits set in both numbers.
  case bitwiseAnd = "&"
  /// `+`.
  case add = "+"
  /// `-`.
  case subtract = "-"
  /// `*`.
  case multiply = "*"
  /// `/`.
  case divide = "/"
  /// `**`, the left number to the power of the right one.
  case power = "**"
}

extension ArithmeticOperator: CustomStringConvertible {
  /// The operator's spelling.
  public var description: String { rawValue }
}

extension ArithmeticOperator {
  init?(_ token: PredicateToken) {
    guard case .symbol(let symbol) = token.kind else { return nil }
    self.init(rawValue: symbol.rawValue)
  }

  /// The operator's precedence.
  ///
  /// Higher ones bind more tightly. Bitwise operators are in C's order, but all of them bind more
  /// tightly than comparisons, whose results are no numbers. Unary operators bind most tightly.
  var precedence: Int {
    switch self {
    case .bitwiseOr: 1
    case .bitwiseXor: 2
    case .bitwiseAnd: 3
    case .add, .subtract: 4
    case .multiply, .divide: 5
    case .power: 6
    }
  }

  /// The logical operator that a user may have meant.
  var logicalCounterpart: String? {
    switch self {
    case .bitwiseAnd: "&& or AND"
    case .bitwiseOr: "|| or OR"
    default: nil
    }
  }

  /// The lowest precedence of an operator in the right operand.
  ///
  /// Only `**` is right-associative, as in mathematics.
  var rightPrecedence: Int { self == .power ? precedence : precedence + 1 }
}
