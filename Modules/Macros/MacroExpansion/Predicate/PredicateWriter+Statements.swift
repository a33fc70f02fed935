import StrataSwiftParser

extension PredicateWriter {
  /// Translates a closure that the predicate evaluates for each element of a collection.
  mutating func closure(
    _ closure: ClosureNode, _ context: Context
  ) throws(Problem) -> PredicateCode {
    var inner = context
    inner.names = inner.names.filter { !$0.key.hasPrefix("$") }
    let name: String
    if let parameters = closure.parameters {
      guard parameters.count == 1 else {
        throw problem("this closure must have one parameter", at: closure.range)
      }
      name = parameters[0].name.written
      inner.names[parameters[0].name.text] = name
    } else {
      guard closure.shorthandCount < 2 else {
        throw problem("this closure must have one parameter", at: closure.range)
      }
      name = newName()
      inner.names["$0"] = name
    }
    let statements = try declarations(of: closure.captures) + closure.statements
    return .closure(parameters: name, try body(statements, inner, at: closure.range))
  }

  /// Returns the entries of a capture list as declarations, since a predicate captures values when
  /// it is made.
  func declarations(
    of captures: [ClosureNode.Capture]
  ) throws(Problem) -> [StatementNode] {
    var statements: [StatementNode] = []
    for capture in captures {
      if capture.isWeak {
        throw problem(
          "a predicate takes its values when it is made, so none can be weak; leave ‘weak’ out",
          at: capture.range)
      }
      guard let value = capture.value else { continue }
      statements.append(
        .init(kind: .let(capture.name, type: nil, value), range: capture.range))
    }
    return statements
  }

  /// Translates statements up to the result, with the declarations that it needs.
  mutating func body(
    _ statements: [StatementNode], _ context: Context, at range: Range<Int>
  ) throws(Problem) -> PredicateCode.Body {
    let outer = lines
    lines = []
    defer { lines = outer }
    let result = try result(of: statements[...], context, at: range)
    return gathered(result)
  }

  /// Returns a body with the declarations so far and a result.
  func gathered(_ result: PredicateCode) -> PredicateCode.Body {
    if case .immediate(let body) = result, lines.isEmpty { return body }
    return PredicateCode.Body(lines: lines, result: result)
  }

  /// Translates statements in the place of an expression.
  mutating func value(
    _ statements: [StatementNode], _ context: Context, at range: Range<Int>
  ) throws(Problem) -> PredicateCode {
    let body = try body(statements, context, at: range)
    if case .configurations = body.result { return .immediate(body) }
    return body.lines.isEmpty ? body.result : .immediate(body)
  }

  private mutating func result(
    of statements: ArraySlice<StatementNode>, _ context: Context, at range: Range<Int>
  ) throws(Problem) -> PredicateCode {
    var context = context
    var rest = statements
    while let statement = rest.popFirst() {
      switch statement.kind {
      case .let(let name, let type, let value):
        try declare(name, type, value, &context)
      case .destructuring(let names, let pattern, let value):
        guard case .captured = try write(value, context.whole) else {
          throw problem(
            "a predicate can't take apart what a model has; name its parts one by one",
            at: value.range)
        }
        lines.append((pattern.text, .text(text(value.range))))
        for name in names { context.names[name.text] = nil }
      case .conditional(let clauses):
        return try configurations(clauses, then: Array(rest), context, at: range)
      case .return(let value):
        return try resulting(value, context)
      case .guard(let conditions, let otherwise):
        return try branch(
          conditions, context, then: (Array(rest), range), otherwise: (otherwise, statement.range))
      case .expression(let expression):
        if case .if(let node) = expression.kind, node.otherwise == nil, !rest.isEmpty {
          return try branch(
            node.conditions, context, then: (node.body, expression.range),
            otherwise: (Array(rest), range))
        }
        guard rest.isEmpty else {
          throw problem(
            "a predicate can't do anything with this; it only has a result", at: statement.range)
        }
        return try resulting(expression, context)
      case .other(let word):
        throw problem("a predicate can't have ‘\(word)’ in it", at: statement.range)
      }
    }
    throw problem("a predicate needs a result here", at: range)
  }

  /// Translates an `#if`, with the statements after the `#endif` repeated in each clause.
  private mutating func configurations(
    _ clauses: [(directive: String, statements: [StatementNode])], then rest: [StatementNode],
    _ context: Context, at range: Range<Int>
  ) throws(Problem) -> PredicateCode {
    var clauses = clauses
    if clauses.last?.directive != "#else" { clauses.append(("#else", [])) }
    guard configurationDepth < Self.maximumConfigurationDepth else {
      throw problem("a predicate can't have so many ‘#if’ in a row", at: range)
    }
    configurationDepth += 1
    defer { configurationDepth -= 1 }
    var bodies: [(directive: String, body: PredicateCode.Body)] = []
    for clause in clauses {
      bodies.append(
        (clause.directive, try body(clause.statements + rest, context, at: range)))
    }
    return .configurations(bodies)
  }

  private mutating func resulting(
    _ expression: ExpressionNode, _ context: Context
  ) throws(Problem) -> PredicateCode {
    var context = context
    context.splitsTerms = expression.termCount > 1
    return try operand(expression, context)
  }

  private mutating func declare(
    _ name: Name, _ type: String?, _ value: ExpressionNode, _ context: inout Context
  ) throws(Problem) {
    let written = try write(value, context.whole)
    if name.text == "_" { return }
    if case .captured = written {
      // It remains a captured value, with its type.
      let declared = name.written + (type.map { ": " + $0 } ?? "")
      lines.append((declared, .text(text(value.range))))
      context.names[name.text] = nil
    } else {
      lines.append((name.written, code(written, value.range)))
      context.names[name.text] = name.written
    }
  }
}
