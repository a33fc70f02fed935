public import StrataQuery
public import StrataSchema

extension QueryResolver {
  /// Resolves a query of aggregates over an entity.
  ///
  /// - Throws: ``QueryError``.
  public func resolve(
    _ syntax: GroupedQuerySyntax, entity: Schema.Entity
  ) throws(QueryError) -> GroupedQuery {
    let objects = QuerySyntax(
      predicate: syntax.predicate, limit: syntax.limit, offset: syntax.offset)
    var resolver = self
    let root = Scope(path: QueryPath(), entity: entity)
    var query = GroupedQuery(try resolve(objects, entity: entity), aggregates: [])
    for key in syntax.keys {
      query.keys.append(try resolver.groupValue(key.path, in: root, at: key.range))
    }
    for aggregate in syntax.aggregates {
      query.aggregates.append(try resolver.aggregate(aggregate, in: root))
    }
    if let condition = syntax.condition {
      query.condition = try resolver.groupCondition(condition, in: root)
    }
    for term in syntax.sort {
      query.sort.append(
        .init(
          try resolver.sortTerm(term, among: query.keys, in: root),
          isAscending: term.key.ascending))
    }
    return query
  }

  private mutating func sortTerm(
    _ syntax: GroupSortSyntax, among keys: [GroupedQuery.Value], in scope: Scope
  ) throws(QueryError) -> GroupedQuery.Sort.Term {
    if let aggregate = syntax.aggregate {
      return .aggregate(try self.aggregate(aggregate, in: scope))
    }
    let value = try groupValue(syntax.key.path, in: scope, at: syntax.key.range)
    guard let index = keys.firstIndex(of: value) else {
      throw QueryError(
        "groups can't be sorted by \(syntax.key.path.keyPathText), which their objects may have "
          + "differently",
        hint: "sort by a key of group by, or by an aggregate", at: syntax.key.range)
    }
    return .key(index)
  }

  /// Resolves a path that leads to one value for each object.
  private mutating func groupValue(
    _ path: [KeyPathComponent], in scope: Scope, at range: SourceRange
  ) throws(QueryError) -> GroupedQuery.Value {
    switch try operand(along: path[...], from: scope, range: range) {
    case .value(.key(let path), .object):
      return .object(path, entity: path.steps.last?.destination ?? scope.entity.name)
    case .value(let value, .column(let column)):
      // Predicates resolve decimals as sums, so that they compare as numbers. Here they remain
      // decimals.
      if case .arithmetic(.add, let plain, .literal(.integer(0))) = value,
        case .column(_, let reference) = plain, reference.description.meaning == .decimal
      {
        return .column(plain, reference.description)
      }
      // Predicates compare counts with any numbers. Here they are integers.
      if case .aggregate(.count, _, _, _) = value {
        return .column(value, ColumnDescription("", .integer))
      }
      return .column(value, column)
    default:
      throw QueryError(
        "\(path.keyPathText) leads to several values",
        hint: "work it out over the objects at the other end", at: range)
    }
  }

  private mutating func aggregate(
    _ syntax: AggregateSyntax, in scope: Scope
  ) throws(QueryError) -> GroupedQuery.Aggregate {
    guard let path = syntax.path else { return .init(.count) }
    let value = try groupValue(path, in: scope, at: syntax.range)
    let isNumber: Bool
    let words: String
    switch value {
    case .object: (isNumber, words) = (false, "an object")
    case .column(_, let column):
      words = OperandType.column(column).name
      isNumber = column.isSummable || column.meaning == .date && syntax.function == .average
    }
    switch syntax.function {
    case .count, .countDistinct: break
    case .sum, .average:
      guard isNumber else {
        throw QueryError(
          "\(syntax) needs numbers, and \(path.keyPathText) is \(words)", at: syntax.range)
      }
    case .minimum, .maximum:
      if case .object = value {
        throw QueryError(
          "\(syntax) needs values with an order, and \(path.keyPathText) is \(words)",
          at: syntax.range)
      }
    }
    return .init(syntax.function, of: value)
  }

  private mutating func groupCondition(
    _ syntax: GroupConditionSyntax, in scope: Scope
  ) throws(QueryError) -> GroupedQuery.Condition {
    switch syntax {
    case .and(let terms): return .and(try groupConditions(terms, in: scope))
    case .or(let terms): return .or(try groupConditions(terms, in: scope))
    case .not(let term): return .not(try groupCondition(term, in: scope))
    case .comparison(let aggregate, let comparison, let literal, let range):
      let aggregate = try self.aggregate(aggregate, in: scope)
      let constant: ColumnValue
      switch (aggregate.column.meaning, literal) {
      case (.decimal, .integer(let number)): constant = .text("\(number)")
      case (.decimal, .real(let number)): constant = .text("\(number)")
      // An integer is compared with the nearest integer instead of a fraction.
      case (nil, .real(let number)) where aggregate.column.storageClass == .integer:
        return try Self.between(aggregate, comparison, number, at: range)
      default:
        constant = try self.constant(literal, like: .column(aggregate.column), at: range)
      }
      return .comparison(aggregate, Self.comparison(comparison), constant)
    }
  }

  private mutating func groupConditions(
    _ terms: [GroupConditionSyntax], in scope: Scope
  ) throws(QueryError) -> [GroupedQuery.Condition] {
    var result: [GroupedQuery.Condition] = []
    for term in terms { result.append(try groupCondition(term, in: scope)) }
    return result
  }

  private static func between(
    _ aggregate: GroupedQuery.Aggregate, _ comparison: ComparisonOperator, _ number: Double,
    at range: SourceRange
  ) throws(QueryError) -> GroupedQuery.Condition {
    let isUp = comparison == .lessThan || comparison == .greaterThanOrEqual
    guard let whole = Int64(exactly: number.rounded(isUp ? .up : .down)) else {
      throw QueryError("\(number) is too large for a whole number", at: range)
    }
    if Double(whole) != number {
      if comparison == .equal { return .or([]) }
      if comparison == .notEqual { return .and([]) }
    }
    return .comparison(aggregate, Self.comparison(comparison), .integer(whole))
  }

  private static func comparison(
    _ comparison: ComparisonOperator
  ) -> QueryExpression.Comparison {
    switch comparison {
    case .notEqual: .notEqual
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    default: .equal
    }
  }
}

extension ColumnDescription {
  /// True if the column's values can be added.
  var isSummable: Bool {
    switch meaning {
    case .decimal, .unsigned: true
    case nil, .rawValue: storageClass == .integer || storageClass == .real
    default: false
    }
  }
}
