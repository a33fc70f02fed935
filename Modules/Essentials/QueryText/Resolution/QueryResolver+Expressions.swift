internal import StrataQuery
internal import StrataSchema

extension QueryResolver {
  mutating func value(
    _ syntax: ExpressionSyntax, in scope: Scope, like type: OperandType
  ) throws(QueryError) -> QueryExpression {
    guard let value = try operand(syntax, in: scope, like: type).value else {
      throw QueryError("one value is needed here, not several", at: syntax.range)
    }
    return value
  }

  mutating func operand(
    _ syntax: ExpressionSyntax, in scope: Scope, like type: OperandType = .anything
  ) throws(QueryError) -> Operand {
    switch syntax.kind {
    case .literal(let literal):
      return .value(.literal(try constant(literal, like: type, at: syntax.range)), type)
    case .selfObject: return .value(.key(scope.path), .object(scope.entity))
    case .keyPath(let path): return try operand(along: path[...], from: scope, range: syntax.range)
    case .variable(let name):
      if let argument = argument(syntax) {
        return .value(.literal(try constant(argument, like: type, at: syntax.range)), type)
      }
      let scope = try self.scope(of: name, syntax.range)
      return .value(.key(scope.path), .object(scope.entity))
    case .member(let base, let path): return try member(of: base, path, in: scope, syntax.range)
    case .arithmetic(let lhs, let operation, let rhs):
      return try arithmetic(lhs, operation, rhs, in: scope, at: syntax.range)
    case .negated(let term):
      return .value(.function(.negate, [try value(term, in: scope, like: .number)]), .number)
    case .function(let function, let arguments):
      return try self.function(function, arguments, in: scope, at: syntax.range)
    case .subquery(let collection, let variable, let predicate):
      throw QueryError(
        "SUBQUERY needs .@count behind it",
        hint: "write it like SUBQUERY(\(collection), \(variable), \(predicate)).@count > 0",
        at: syntax.range)
    case .aggregate: throw QueryError("a list can stand only after IN", at: syntax.range)
    case .element: throw QueryError("members can't be asked for by position", at: syntax.range)
    }
  }

  private func scope(of name: String, _ range: SourceRange) throws(QueryError) -> Scope {
    let plain = name.hasPrefix("$") ? String(name.dropFirst()) : name
    guard let scope = variables[plain] else {
      throw QueryError(
        "$\(plain) stands for nothing here",
        hint: "variables are named in SUBQUERY, or given beside the text", at: range)
    }
    return scope
  }

  private mutating func member(
    of base: ExpressionSyntax, _ path: [KeyPathComponent], in scope: Scope, _ range: SourceRange
  ) throws(QueryError) -> Operand {
    switch base.kind {
    case .selfObject: return try operand(along: path[...], from: scope, range: range)
    case .variable(let name):
      return try operand(along: path[...], from: try self.scope(of: name, range), range: range)
    case .subquery(let members, let variable, let predicate):
      guard path.map(\.name) == ["@count"] else {
        throw QueryError("only @count can be asked of a SUBQUERY", at: range)
      }
      guard case .members(let collection) = try operand(members, in: scope),
        let destination = schema.entitiesByName[collection.destination]
      else { throw QueryError("SUBQUERY needs a to-many relationship", at: members.range) }
      let plain = variable.hasPrefix("$") ? String(variable.dropFirst()) : variable
      let outer = variables[plain]
      variables[plain] = Scope(
        path: QueryPath(variable: collection.variable), entity: destination)
      let condition = try condition(predicate, in: scope)
      variables[plain] = outer
      return .value(.aggregate(.count, collection, where: condition, of: nil), .number)
    default: throw QueryError("this has no properties", at: base.range)
    }
  }

  private mutating func arithmetic(
    _ lhs: ExpressionSyntax, _ operation: ArithmeticOperator, _ rhs: ExpressionSyntax,
    in scope: Scope, at range: SourceRange
  ) throws(QueryError) -> Operand {
    let bitOperations: [ArithmeticOperator: QueryExpression.Function] = [
      .bitwiseAnd: .bitAnd, .bitwiseOr: .bitOr, .bitwiseXor: .bitXor,
    ]
    if let bits = bitOperations[operation] {
      return try self.bits(bits, of: [lhs, rhs], in: scope, calledAs: operation.rawValue)
    }
    let operations: [ArithmeticOperator: QueryExpression.Arithmetic] = [
      .add: .add, .subtract: .subtract, .multiply: .multiply, .divide: .divide,
    ]
    guard let known = operations[operation] else {
      throw QueryError("the store can't raise to a power", at: range)
    }
    let left = try operand(lhs, in: scope, like: .number)
    let right = try operand(rhs, in: scope, like: .number)
    guard let leftValue = left.value, let rightValue = right.value,
      left.type.isComparable(with: .number) || left.type.isComparable(with: .date),
      right.type.isComparable(with: .number) || right.type.isComparable(with: .date)
    else { throw QueryError("\(operation.rawValue) needs numbers", at: range) }
    return .value(
      .arithmetic(known, leftValue, rightValue),
      left.type.isComparable(with: .number) ? right.type : left.type)
  }

  private mutating func function(
    _ function: ExpressionFunction, _ arguments: [ExpressionSyntax], in scope: Scope,
    at range: SourceRange
  ) throws(QueryError) -> Operand {
    switch function {
    case .now: return .value(.function(.now, []), .date)
    case .uppercase, .lowercase:
      let text = try value(arguments[0], in: scope, like: .text)
      return .value(.function(function == .uppercase ? .uppercase : .lowercase, [text]), .text)
    case .length:
      return .value(
        .function(.length, [try value(arguments[0], in: scope, like: .text)]), .number)
    case .absolute:
      return .value(
        .function(.absolute, [try value(arguments[0], in: scope, like: .number)]), .number)
    case .cast: return try cast(arguments[0], to: arguments[1], in: scope, at: range)
    case .add: return try arithmetic(arguments[0], .add, arguments[1], in: scope, at: range)
    case .subtract:
      return try arithmetic(arguments[0], .subtract, arguments[1], in: scope, at: range)
    case .multiply:
      return try arithmetic(arguments[0], .multiply, arguments[1], in: scope, at: range)
    case .divide: return try arithmetic(arguments[0], .divide, arguments[1], in: scope, at: range)
    case .count:
      guard case .members(let collection) = try operand(arguments[0], in: scope) else {
        throw QueryError("count: needs a to-many relationship", at: arguments[0].range)
      }
      return .value(.aggregate(.count, collection, where: nil, of: nil), .number)
    default:
      guard let bits = Self.bitFunctions[function] else {
        throw QueryError("the store can't work out \(function.rawValue)", at: range)
      }
      return try self.bits(bits, of: arguments, in: scope, calledAs: function.rawValue)
    }
  }

  /// Resolves `CAST(value, "NSDate")`. A store has a date as the seconds since 2001, so that dates and
  /// numbers differ by their type alone.
  private mutating func cast(
    _ argument: ExpressionSyntax, to type: ExpressionSyntax, in scope: Scope, at range: SourceRange
  ) throws(QueryError) -> Operand {
    let types: [String: OperandType] = ["NSDate": .date, "NSNumber": .number, "NSString": .text]
    guard case .literal(.string(let name)) = type.kind, let wanted = types[name] else {
      throw QueryError(
        "CAST knows the types \"NSDate\", \"NSNumber\" and \"NSString\"", at: type.range)
    }
    let operand = try operand(argument, in: scope, like: wanted.isText ? .text : .number)
    let isFit =
      wanted.isText
      ? operand.type.isComparable(with: .text)
      : operand.type.isComparable(with: .number) || operand.type.isComparable(with: .date)
    guard let value = operand.value, isFit else {
      throw QueryError("\(operand.type.name) can't be cast to \(name)", at: range)
    }
    return .value(value, wanted)
  }

  private static let bitFunctions: [ExpressionFunction: QueryExpression.Function] = [
    .bitwiseAnd: .bitAnd, .bitwiseOr: .bitOr, .bitwiseXor: .bitXor, .onesComplement: .bitNot,
    .leftShift: .leftShift, .rightShift: .rightShift,
  ]

  /// Resolves a bitwise function of integers.
  ///
  /// SQLite truncates a fraction.
  private mutating func bits(
    _ function: QueryExpression.Function, of arguments: [ExpressionSyntax], in scope: Scope,
    calledAs name: String
  ) throws(QueryError) -> Operand {
    let number = OperandType.column(ColumnDescription("", .integer))
    var values: [QueryExpression] = []
    for argument in arguments {
      let operand = try operand(argument, in: scope, like: number)
      guard let value = operand.value, operand.type.isNumber else {
        throw QueryError("\(name) needs whole numbers", at: argument.range)
      }
      values.append(value)
    }
    return .value(.function(function, values), number)
  }
}
