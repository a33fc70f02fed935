/// An operator that makes a number of two; its raw value is its spelling.
public enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
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

  /// Operators with a higher precedence are applied first; a unary minus goes before them all.
  var precedence: Int {
    switch self {
    case .add, .subtract: 1
    case .multiply, .divide: 2
    case .power: 3
    }
  }

  /// The lowest precedence that an operator in the right operand may have. Only `**` groups to the
  /// right, as in mathematics.
  var rightPrecedence: Int { self == .power ? precedence : precedence + 1 }
}
