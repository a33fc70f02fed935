/// An operator that makes a number of two; its raw value is its spelling.
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
  /// The operator as it is written.
  public var description: String { rawValue }
}

extension ArithmeticOperator {
  init?(_ token: PredicateToken) {
    guard case .symbol(let symbol) = token.kind else { return nil }
    self.init(rawValue: symbol.rawValue)
  }

  /// Operators with a higher precedence are applied first. Those on bits are in C's order, but all of
  /// them come before comparisons, which no number can be made of. A unary operator comes before all.
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

  /// The operator between conditions that this one is mistaken for.
  var logicalCounterpart: String? {
    switch self {
    case .bitwiseAnd: "&& or AND"
    case .bitwiseOr: "|| or OR"
    default: nil
    }
  }

  /// The lowest precedence that an operator in the right operand may have. Only `**` groups to the
  /// right, as in mathematics.
  var rightPrecedence: Int { self == .power ? precedence : precedence + 1 }
}
