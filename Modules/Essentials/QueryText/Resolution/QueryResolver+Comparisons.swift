internal import StrataQuery
internal import StrataSchema

extension QueryResolver {
  mutating func comparison(
    _ syntax: ComparisonSyntax, in scope: Scope, range: SourceRange
  ) throws(QueryError) -> QueryExpression {
    switch syntax.modifier {
    case .direct: return try plain(syntax, in: scope, range: range)
    case .any: return try quantified(syntax, in: scope, range: range, negatesMember: false)
    case .noneOf:
      return .not(try quantified(syntax, in: scope, range: range, negatesMember: false))
    // ALL is translated as no member that doesn't meet the comparison, which is true if there are
    // none.
    case .all: return .not(try quantified(syntax, in: scope, range: range, negatesMember: true))
    }
  }

  /// Resolves `ANY tags.name == "x"`: a member of the relationship in the path meets the
  /// comparison.
  private mutating func quantified(
    _ syntax: ComparisonSyntax, in scope: Scope, range: SourceRange, negatesMember: Bool
  ) throws(QueryError) -> QueryExpression {
    guard case .keyPath(let path) = syntax.lhs.kind,
      let split = try splitAtMembers(path, from: scope)
    else {
      throw QueryError(
        "ANY, ALL and NONE need a path through a to-many relationship",
        hint: "write it like ANY tags.name == \"health\"", at: syntax.lhs.range)
    }
    let variable = nextVariable
    nextVariable += 1
    let member = Scope(path: QueryPath(variable: variable), entity: split.destination)
    let rest: ExpressionSyntax =
      split.rest.isEmpty
      ? ExpressionSyntax(.selfObject, range: syntax.lhs.range)
      : ExpressionSyntax(.keyPath(Array(split.rest)), range: syntax.lhs.range)
    let inner = ComparisonSyntax(
      lhs: rest, modifier: .direct, comparisonOperator: syntax.comparisonOperator,
      options: syntax.options, rhs: syntax.rhs)
    // The right operand refers to the outer object.
    let condition = try plain(inner, in: member, right: scope, range: range)
    let collection = QueryCollection(
      owner: split.owner.path, entity: split.owner.entity.name,
      relationship: split.relationship.name, destination: split.destination.name,
      variable: variable)
    return .exists(collection, negatesMember ? .not(condition) : condition)
  }

  private mutating func plain(
    _ syntax: ComparisonSyntax, in scope: Scope, right: Scope? = nil, range: SourceRange
  ) throws(QueryError) -> QueryExpression {
    let lhs = try operand(syntax.lhs, in: scope)
    switch syntax.comparisonOperator {
    case .between: return try between(lhs, syntax, in: right ?? scope)
    case .search: return try search(lhs, syntax, in: right ?? scope)
    case .inCollection: return try membership(lhs, syntax, in: right ?? scope)
    default: break
    }
    if case .members(let collection) = lhs, syntax.comparisonOperator == .contains {
      let object = try value(
        syntax.rhs, in: right ?? scope,
        like: .object(try destination(of: collection, syntax.lhs.range)))
      let member = QueryExpression.key(QueryPath(variable: collection.variable))
      return .exists(collection, .comparison(.equal, member, object))
    }
    if lhs.isBitmask, syntax.comparisonOperator == .contains, let value = lhs.value {
      return try bit(of: value, syntax.rhs)
    }
    var rhs = try operand(syntax.rhs, in: right ?? scope, like: lhs.type)
    var left = lhs
    // A constant on the left takes the type of the right operand.
    if isConstant(syntax.lhs) { left = try operand(syntax.lhs, in: scope, like: rhs.type) }
    if !isConstant(syntax.rhs) { try check(left, rhs, range) }
    guard let leftValue = left.value, let rightValue = rhs.value else {
      throw QueryError(
        "a to-many relationship can't be compared as a whole",
        hint: "put ANY or ALL before it, or ask for its @count", at: syntax.lhs.range)
    }
    _ = rhs.type
    rhs = .value(rightValue, rhs.type)
    return try combine(leftValue, rightValue, syntax, type: left.type)
  }

  private func combine(
    _ lhs: QueryExpression, _ rhs: QueryExpression, _ syntax: ComparisonSyntax, type: OperandType
  ) throws(QueryError) -> QueryExpression {
    var options: QueryExpression.TextOptions = []
    if syntax.options.contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if syntax.options.contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    func text(_ comparison: QueryExpression.TextComparison) throws(QueryError) -> QueryExpression {
      guard type.isText else {
        throw QueryError(
          "\(syntax.comparisonOperator.rawValue) compares texts, and this is \(type.name)",
          at: syntax.lhs.range)
      }
      return .text(comparison, lhs, rhs, options)
    }
    switch syntax.comparisonOperator {
    case .equal:
      return options.isEmpty ? .comparison(.equal, lhs, rhs) : try text(.equal)
    case .notEqual:
      return options.isEmpty ? .comparison(.notEqual, lhs, rhs) : .not(try text(.equal))
    case .lessThan: return .comparison(.less, lhs, rhs)
    case .lessThanOrEqual: return .comparison(.lessOrEqual, lhs, rhs)
    case .greaterThan: return .comparison(.greater, lhs, rhs)
    case .greaterThanOrEqual: return .comparison(.greaterOrEqual, lhs, rhs)
    case .contains: return try text(.contains)
    case .beginsWith: return try text(.beginsWith)
    case .endsWith: return try text(.endsWith)
    case .like: return try text(.like)
    case .matches:
      if case .literal(.text(let pattern)) = rhs {
        do throws(RegularExpressionError) {
          _ = try RegularExpression(pattern, .whole(options))
        } catch {
          throw QueryError("\(error)", at: syntax.rhs.range)
        }
      }
      return try text(.matches)
    case .between, .inCollection, .search:
      throw QueryError("a list is missing", at: syntax.rhs.range)
    }
  }

  private mutating func search(
    _ lhs: Operand, _ syntax: ComparisonSyntax, in scope: Scope
  ) throws(QueryError) -> QueryExpression {
    guard case .value(.key(let path), .object(let entity)) = lhs else {
      throw QueryError(
        "SEARCH needs an object on its left", hint: "write it like SELF SEARCH \"zermatt\"",
        at: syntax.lhs.range)
    }
    guard case .literal(.text(let text))? = try operand(syntax.rhs, in: scope, like: .text).value
    else { throw QueryError("SEARCH needs a text on its right", at: syntax.rhs.range) }
    do throws(SearchError) {
      if let search = try SearchCondition(text, in: entity) { return .search(path, search) }
    } catch {
      throw QueryError("\(error)", at: syntax.rhs.range)
    }
    throw QueryError(
      "\(entity.name) has no search index", hint: "declare one with #Search",
      at: syntax.lhs.range)
  }

  private mutating func between(
    _ lhs: Operand, _ syntax: ComparisonSyntax, in scope: Scope
  ) throws(QueryError) -> QueryExpression {
    guard let bounds = try elements(of: syntax.rhs, in: scope, like: lhs.type), bounds.count == 2,
      let value = lhs.value
    else {
      throw QueryError(
        "BETWEEN needs two bounds", hint: "write it like BETWEEN {1, 10}", at: syntax.rhs.range)
    }
    return .and([
      .comparison(.greaterOrEqual, value, bounds[0]), .comparison(.lessOrEqual, value, bounds[1]),
    ])
  }

  private mutating func membership(
    _ lhs: Operand, _ syntax: ComparisonSyntax, in scope: Scope
  ) throws(QueryError) -> QueryExpression {
    guard let value = lhs.value else {
      throw QueryError("IN needs one value on its left", at: syntax.lhs.range)
    }
    guard let elements = try elements(of: syntax.rhs, in: scope, like: lhs.type) else {
      let rhs = try operand(syntax.rhs, in: scope)
      if case .members(let collection) = rhs {
        let member = QueryExpression.key(QueryPath(variable: collection.variable))
        return .exists(collection, .comparison(.equal, member, value))
      }
      guard rhs.type.isText, let text = rhs.value, lhs.type.isText else {
        throw QueryError(
          "IN needs a list", hint: "write it like IN {1, 2, 3}", at: syntax.rhs.range)
      }
      return .text(.contains, text, value, [])
    }
    var constants: [ColumnValue] = []
    var others: [QueryExpression] = []
    for expression in elements {
      if case .literal(let constant) = expression {
        constants.append(constant)
      } else {
        others.append(.comparison(.equal, value, expression))
      }
    }
    let membership = QueryExpression.membership(value, constants)
    return others.isEmpty ? membership : .or([membership] + others)
  }

  private func bit(
    of value: QueryExpression, _ syntax: ExpressionSyntax
  ) throws(QueryError) -> QueryExpression {
    guard case .literal(.integer(let number)) = syntax.kind, (0...63).contains(number) else {
      throw QueryError("a set of options contains numbers from 0 to 63", at: syntax.range)
    }
    let mask = QueryExpression.literal(.integer(Int64(bitPattern: 1 << UInt64(number))))
    return .comparison(.notEqual, .function(.bitAnd, [value, mask]), .literal(.integer(0)))
  }

  private func check(_ lhs: Operand, _ rhs: Operand, _ range: SourceRange) throws(QueryError) {
    guard lhs.type.isComparable(with: rhs.type) else {
      throw QueryError("\(lhs.type.name) can't be compared with \(rhs.type.name)", at: range)
    }
  }
}
