extension ExpressionSyntax: CustomStringConvertible {
  /// The expression's canonical text, which parses to an equal tree.
  ///
  /// Infinities, NaN and names that are no identifiers have no text in the language. The parser
  /// never creates them.
  public var description: String {
    switch kind {
    case .literal(let literal): literal.description
    case .selfObject: PredicateKeyword.selfObject.rawValue
    case .variable(let name): "$\(name)"
    case .keyPath(let components): components.keyPathText
    case .member(of: let base, let components):
      ([base.text(inParentheses: !base.takesMember)] + components.map(\.name))
        .joined(separator: ".")
    case .aggregate(let members): "{\(Self.list(members))}"
    case .function(let function, let arguments): "\(function.spelling)(\(Self.list(arguments)))"
    case .arithmetic(let left, let sign, let right):
      left.operandText(besides: sign, onLeft: true) + " \(sign) "
        + right.operandText(besides: sign, onLeft: false)
    case .negated(let operand): "-" + operand.text(inParentheses: !operand.takesMinus)
    case .subquery(let collection, let variable, let predicate):
      "SUBQUERY(\(collection), $\(variable), \(predicate))"
    case .element(of: let base, let index):
      base.text(inParentheses: !base.takesIndex) + "[\(index)]"
    }
  }

  private static func list(_ members: [ExpressionSyntax]) -> String {
    members.map(\.description).joined(separator: ", ")
  }

  private func text(inParentheses: Bool) -> String {
    inParentheses ? "(\(description))" : description
  }

  /// Returns the operand, in parentheses if needed.
  ///
  /// Powers of powers always have them, since not every reader treats `**` as right-associative.
  private func operandText(besides sign: ArithmeticOperator, onLeft: Bool) -> String {
    guard case .arithmetic(_, let inner, _) = kind else { return description }
    let needsParentheses =
      inner.precedence < sign.precedence
      || inner.precedence == sign.precedence && (!onLeft || sign == .power)
    return text(inParentheses: needsParentheses)
  }

  private var takesMember: Bool {
    switch kind {
    case .selfObject, .variable, .aggregate, .function, .subquery, .element: true
    case .literal, .keyPath, .member, .arithmetic, .negated: false
    }
  }

  private var takesIndex: Bool {
    switch kind {
    case .keyPath, .member: true
    default: takesMember
    }
  }

  /// True if a minus can precede the expression.
  ///
  /// A literal needs parentheses, since a minus before a number is part of the number.
  private var takesMinus: Bool {
    switch kind {
    case .negated: true
    default: takesIndex
    }
  }
}

extension IndexSyntax: CustomStringConvertible {
  /// The text between the brackets.
  public var description: String {
    switch self {
    case .first: PredicateKeyword.first.rawValue
    case .last: PredicateKeyword.last.rawValue
    case .size: PredicateKeyword.size.rawValue
    case .position(let position): position.description
    }
  }
}
