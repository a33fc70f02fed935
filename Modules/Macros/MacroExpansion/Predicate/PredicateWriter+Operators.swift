import StrataSwiftParser

extension PredicateWriter {
  mutating func prefix(
    _ name: String, _ operand: ExpressionNode, in expression: ExpressionNode, _ context: Context
  ) throws(Problem) -> Written {
    let isNegation = !name.isEmpty && name.allSatisfy { $0 == "!" }
    let written = try write(operand, isNegation ? context : context.whole)
    let part = [(written, operand.range)]
    if isNegation {
      // Two negations cancel each other.
      return combine(part) {
        name.utf8.count.isMultiple(of: 2) ? $0[0] : .build("Negation", (nil, $0[0]))
      }
    }
    switch name {
    case "-": return combine(part) { .build("UnaryMinus", (nil, $0[0])) }
    case "+": return combine(part) { $0[0] }
    default:
      if case .built = written {
        throw problem("a predicate has no operator ‘\(name)’", at: expression.range)
      }
      return .captured
    }
  }

  mutating func binary(
    _ left: ExpressionNode, _ name: String, _ right: ExpressionNode,
    in expression: ExpressionNode, _ context: Context
  ) throws(Problem) -> Written {
    switch name {
    case "&&": return try connective("Conjunction", left, right, context)
    case "||": return try connective("Disjunction", left, right, context)
    case "??":
      let parts = try all([(left, context.whole), (right, context.whole.conditional)])
      return combine(parts) { .build("NilCoalesce", ("lhs", $0[0]), ("rhs", $0[1])) }
    default: break
    }
    if name == "==" || name == "!=",
      let same = try caseInsensitiveEquality(left, right, context.whole)
    {
      return .built(name == "==" ? same : .build("Negation", (nil, same)))
    }
    if name == "==" || name == "!=",
      let test = try bitTest(left, isEqual: name == "==", right, context.whole)
    {
      return .built(test)
    }
    let parts = try all([(left, context.whole), (right, context.whole)])
    let sides = ["lhs", "rhs"]
    func build(_ function: String, _ operation: String? = nil) -> Written {
      combine(parts) { codes in
        var arguments = zip(sides, codes).map { (label: Optional($0), value: $1) }
        if let operation { arguments.append(("op", .text("." + operation))) }
        return .call("PredicateExpressions.build_" + function, arguments)
      }
    }
    switch name {
    case "==", "===": return build("Equal")
    case "!=", "!==": return build("NotEqual")
    case "<": return build("Comparison", "lessThan")
    case "<=": return build("Comparison", "lessThanOrEqual")
    case ">": return build("Comparison", "greaterThan")
    case ">=": return build("Comparison", "greaterThanOrEqual")
    case "+": return build("Arithmetic", "add")
    case "-": return build("Arithmetic", "subtract")
    case "*": return build("Arithmetic", "multiply")
    case "/": return deferred(build("Division"), parts, "Division", context)
    case "%": return deferred(build("Remainder"), parts, "Remainder", context)
    case "...", "..<": return range(name == "..." ? "ClosedRange" : "Range", parts)
    case "~=": return combine(parts) { .build("contains", (nil, $0[0]), (nil, $0[1])) }
    default:
      if case .built = build("") {
        throw unknownOperator(name, at: left.range.upperBound..<right.range.lowerBound)
      }
      return .captured
    }
  }

  /// Defers a quotient of captured values to the time when it is needed.
  ///
  /// Otherwise it would be computed even if a condition guards against a zero divisor.
  private func deferred(
    _ written: Written, _ parts: [(Written, Range<Int>)], _ function: String, _ context: Context
  ) -> Written {
    guard case .captured = written, context.isConditional else { return written }
    return .deferred(
      .build(
        function, ("lhs", code(parts[0].0, parts[0].1)), ("rhs", code(parts[1].0, parts[1].1))),
      nil)
  }

  private func range(_ function: String, _ parts: [(Written, Range<Int>)]) -> Written {
    let code = PredicateCode.build(
      function, ("lower", code(parts[0].0, parts[0].1)), ("upper", code(parts[1].0, parts[1].1)))
    for case (.built, _) in parts { return .built(code) }
    return .deferred(code, nil)
  }

  private mutating func connective(
    _ function: String, _ left: ExpressionNode, _ right: ExpressionNode, _ context: Context
  ) throws(Problem) -> Written {
    let first = try write(left, context)
    let second = try write(right, context.conditional)
    if case .captured = first, case .captured = second { return .captured }
    let codes = [
      term(code(first, left.range), of: left, context),
      term(code(second, right.range), of: right, context),
    ]
    return combine([(first, left.range), (second, right.range)]) { _ in
      .build(function, ("lhs", codes[0]), ("rhs", codes[1]))
    }
  }

  /// Assigns a term of a longer condition to a constant, since the compiler takes too long to
  /// type-check many terms in one expression.
  private mutating func term(
    _ code: PredicateCode, of expression: ExpressionNode, _ context: Context
  ) -> PredicateCode {
    guard context.splitsTerms else { return code }
    if expression.isConnective { return code }
    if case .text = code { return code }
    let name = newName()
    lines.append((name, code))
    return .text(name)
  }

  mutating func cast(
    _ inner: ExpressionNode, _ cast: ExpressionNode.Cast, _ type: String, _ context: Context
  ) throws(Problem) -> Written {
    let part = (try write(inner, context.whole), inner.range)
    let node =
      switch cast {
      case .check: "TypeCheck"
      case .conditional: "ConditionalCast"
      case .coerce, .forced: "ForceCast"
      }
    let code = PredicateCode.call(
      "PredicateExpressions.\(node)<_, \(type)>", [(nil, code(part.0, part.1))])
    if case .built = part.0 { return .built(code) }
    // A forced cast could trap although a condition guards against it.
    return cast == .forced ? .deferred(code, nil) : .captured
  }
}

extension ExpressionNode {
  /// True if the expression is a logical conjunction or disjunction.
  var isConnective: Bool {
    switch unwrapped.kind {
    case .binary(_, "&&", _), .binary(_, "||", _): true
    case .prefix(let name, let operand): name == "!" && operand.isConnective
    default: false
    }
  }

  /// The number of terms that logical operators join.
  var termCount: Int {
    switch unwrapped.kind {
    case .binary(let left, "&&", let right), .binary(let left, "||", let right):
      left.termCount + right.termCount
    case .prefix("!", let operand): operand.termCount
    default: 1
    }
  }
}
