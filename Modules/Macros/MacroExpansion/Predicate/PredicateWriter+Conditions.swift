import StrataSwiftParser

extension PredicateWriter {
  /// Statements and their range in the source.
  typealias Block = (statements: [StatementNode], range: Range<Int>)

  /// Translates an `if` expression.
  mutating func conditional(
    _ node: IfNode, _ range: Range<Int>, _ context: Context
  ) throws(Problem) -> PredicateCode {
    guard let otherwise = node.otherwise else {
      throw problem("a predicate needs a result here in each case: add ‘else’", at: range)
    }
    return try branch(
      node.conditions, context.whole, then: (node.body, range), otherwise: (otherwise, range))
  }

  /// Translates a choice by conditions, which may bind names for the code after them.
  mutating func branch(
    _ conditions: [ConditionNode], _ context: Context, then: Block, otherwise: Block
  ) throws(Problem) -> PredicateCode {
    var other = try value(otherwise.statements, context.conditional, at: otherwise.range)
    if conditions.count > 1, !other.isChoice {
      // It is the result if any of the conditions isn't met.
      let name = newName()
      lines.append((name, other))
      other = .text(name)
    }
    return try choose(conditions[...], context, then: then, otherwise: named(other))
  }

  /// Assigns a conditional to a constant, so that the compiler type-checks nested ones separately.
  mutating func named(_ code: PredicateCode) -> PredicateCode {
    guard code.isChoice else { return code }
    let name = newName()
    lines.append((name, code))
    return .text(name)
  }

  private mutating func choose(
    _ conditions: ArraySlice<ConditionNode>, _ context: Context, then: Block,
    otherwise: PredicateCode
  ) throws(Problem) -> PredicateCode {
    guard let condition = conditions.first else {
      return try value(then.statements, context.conditional, at: then.range)
    }
    let rest = conditions.dropFirst()
    switch condition.kind {
    case .expression(let expression):
      let test = try operand(expression, context.whole)
      return .build(
        "Conditional", (nil, test),
        (nil, try choose(rest, context.conditional, then: then, otherwise: otherwise)),
        (nil, otherwise))
    case .binding(let name, let value):
      let subject = try operand(value, context.whole)
      return try unwrapping(subject, name, context, otherwise: otherwise) {
        (writer, inner) throws(Problem) in
        try writer.choose(rest, inner, then: then, otherwise: otherwise)
      }
    case .match(let pattern, let value):
      let subject = try self.subject(value, context.whole)
      return try match(pattern, subject, context, otherwise: otherwise) {
        (writer, inner) throws(Problem) in
        try writer.choose(rest, inner, then: then, otherwise: otherwise)
      }
    }
  }

  private typealias Branch = (inout PredicateWriter, Context) throws(Problem) -> PredicateCode

  private mutating func unwrapping(
    _ subject: PredicateCode, _ name: Name, _ context: Context, otherwise: PredicateCode,
    then: Branch
  ) throws(Problem) -> PredicateCode {
    let outer = lines
    lines = []
    defer { lines = outer }
    let inner = context.conditional.binding(name.text, as: name.written)
    let body = gathered(try then(&self, inner))
    let bound = PredicateCode.build(
      "flatMap", (nil, subject), (nil, .closure(parameters: name.written, body)))
    return .build("NilCoalesce", ("lhs", bound), ("rhs", otherwise))
  }

  /// Assigns the subject of patterns to a constant.
  private mutating func subject(
    _ expression: ExpressionNode, _ context: Context
  ) throws(Problem) -> PredicateCode {
    let code = try operand(expression, context)
    if case .text = code { return code }
    let name = newName()
    lines.append((name, code))
    return .text(name)
  }

  mutating func `switch`(
    _ node: SwitchNode, _ range: Range<Int>, _ context: Context
  ) throws(Problem) -> PredicateCode {
    let context = context.whole
    let outer = lines
    lines = []
    defer { lines = outer }
    let subject = try subject(node.subject, context)
    guard let last = node.cases.last, let first = node.cases.first else {
      throw problem("a predicate needs a result here", at: range)
    }
    // The last case needs no test, since it is the only one left, but it may bind a name.
    var result: PredicateCode
    if !last.isDefault, last.patterns.count == 1, case .some = last.patterns[0].kind {
      let other = try value(first.body, context.conditional, at: first.range)
      result = try self.case(last, subject, context, otherwise: other)
    } else {
      var inner = context.conditional
      if case .binding(let name)? = last.patterns.first?.kind, case .text(let text) = subject {
        inner.names[name.text] = text
      }
      result = try value(last.body, inner, at: last.range)
    }
    for `case` in node.cases.dropLast().reversed() {
      result = named(result)
      result = try self.case(`case`, subject, context, otherwise: result)
    }
    return lines.isEmpty ? result : .immediate(.init(lines: lines, result: result))
  }

  private mutating func `case`(
    _ node: SwitchNode.Case, _ subject: PredicateCode, _ context: Context,
    otherwise: PredicateCode
  ) throws(Problem) -> PredicateCode {
    if node.patterns.count == 1 {
      return try match(node.patterns[0], subject, context, otherwise: otherwise) {
        (writer, inner) throws(Problem) in
        try writer.value(node.body, inner, at: node.range)
      }
    }
    var test: PredicateCode?
    for pattern in node.patterns {
      guard let next = try self.test(pattern, subject, context) else {
        throw problem("a predicate can't bind a name in one of several patterns", at: pattern.range)
      }
      test = test.map { .build("Disjunction", ("lhs", $0), ("rhs", next)) } ?? next
    }
    let body = try value(node.body, context.conditional, at: node.range)
    return test.map { .build("Conditional", (nil, $0), (nil, body), (nil, otherwise)) } ?? body
  }

  /// Translates a pattern, and the code that follows if it matches.
  private mutating func match(
    _ pattern: PatternNode, _ subject: PredicateCode, _ context: Context,
    otherwise: PredicateCode, then: Branch
  ) throws(Problem) -> PredicateCode {
    switch pattern.kind {
    case .some(let name):
      return try unwrapping(subject, name, context, otherwise: otherwise) {
        (writer, inner) throws(Problem) in
        try writer.only(if: pattern.condition, inner, otherwise: otherwise, then: then)
      }
    case .binding(let name):
      guard case .text(let text) = subject else { break }
      let inner = context.conditional.binding(name.text, as: text)
      return try only(if: pattern.condition, inner, otherwise: otherwise, then: then)
    case .any:
      return try only(
        if: pattern.condition, context.conditional, otherwise: otherwise, then: then)
    case .parts: throw takesApart(pattern)
    case .expression, .type: break
    }
    guard let test = try test(pattern, subject, context) else {
      throw problem("a predicate can't match this pattern", at: pattern.range)
    }
    return .build(
      "Conditional", (nil, test), (nil, try then(&self, context.conditional)), (nil, otherwise))
  }

  private func takesApart(_ pattern: PatternNode) -> Problem {
    problem(
      "a predicate can't look at what a case carries; compare the whole value, or keep the part in a "
        + "property of its own", at: pattern.range)
  }

  private mutating func only(
    if condition: ExpressionNode?, _ context: Context, otherwise: PredicateCode, then: Branch
  ) throws(Problem) -> PredicateCode {
    guard let condition else { return try then(&self, context) }
    let test = try operand(condition, context)
    return .build("Conditional", (nil, test), (nil, try then(&self, context)), (nil, otherwise))
  }

  /// Returns the test of a pattern, or nil if it binds a name.
  private mutating func test(
    _ pattern: PatternNode, _ subject: PredicateCode, _ context: Context
  ) throws(Problem) -> PredicateCode? {
    var test: PredicateCode
    switch pattern.kind {
    case .any, .binding, .some: return nil
    case .parts: throw takesApart(pattern)
    case .type(let type):
      test = .call("PredicateExpressions.TypeCheck<_, \(type)>", [(nil, subject)])
    case .expression(let expression):
      let value = try operand(expression, context)
      switch expression.unwrapped.kind {
      case .binary(_, "...", _), .binary(_, "..<", _):
        test = .build("contains", (nil, value), (nil, subject))
      default: test = .build("Equal", ("lhs", subject), ("rhs", value))
      }
    }
    if let condition = pattern.condition {
      let condition = try operand(condition, context.conditional)
      test = .build("Conjunction", ("lhs", test), ("rhs", condition))
    }
    return test
  }
}
