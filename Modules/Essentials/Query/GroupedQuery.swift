public import StrataSchema

/// A query of aggregates over the objects that a query finds, in total or for each group.
public struct GroupedQuery: Sendable, Hashable {
  /// The query that selects the objects.
  ///
  /// Its limit and offset apply to groups, and its sort order has no effect.
  public var query: Query
  /// The values by which objects are grouped.
  ///
  /// Without any, all objects are one group.
  public var keys: [Value]
  /// The aggregates to compute.
  public var aggregates: [Aggregate]
  /// The condition that a group must meet, or nil for all groups.
  public var condition: Condition?
  /// The sort terms of groups, the most important first.
  ///
  /// Groups with equal terms are in the order of their keys.
  public var sort: [Sort]

  /// Creates a grouped query.
  public init(
    _ query: Query, keys: [Value] = [], aggregates: [Aggregate], condition: Condition? = nil,
    sort: [Sort] = []
  ) {
    self.query = query
    self.keys = keys
    self.aggregates = aggregates
    self.condition = condition
    self.sort = sort
  }

  /// A value that each object has.
  public enum Value: Sendable, Hashable {
    /// The value of a column, or an expression with a column's description.
    case column(QueryExpression, ColumnDescription)
    /// The object at the end of a path, with its entity.
    case object(QueryPath, entity: String)

    /// The expression that is evaluated for each object.
    package var expression: QueryExpression {
      switch self {
      case .column(let expression, _): expression
      case .object(let path, _): .key(path)
      }
    }

    /// The arithmetic of the values.
    package var kind: AggregateValue.Kind {
      switch self {
      case .column(_, let column): .init(column)
      case .object: .integer
      }
    }
  }

  /// An aggregate of the objects in a group.
  ///
  /// Objects whose value is nil are ignored.
  public struct Aggregate: Sendable, Hashable {
    /// The aggregate function.
    public let function: Function
    /// The values, or nil to count objects.
    public let value: Value?

    /// Creates an aggregate.
    public init(_ function: Function, of value: Value? = nil) {
      self.function = function
      self.value = value
    }

    /// A function of the values in a group.
    public enum Function: Sendable, Hashable {
      case count, countDistinct, sum, average, minimum, maximum
    }

    /// The description of the result, as if it were a column.
    public var column: ColumnDescription {
      guard case .column(_, let column)? = value else { return ColumnDescription("", .integer) }
      switch function {
      case .count, .countDistinct: return ColumnDescription("", .integer)
      case .minimum, .maximum: return column
      case .average:
        return ColumnDescription("", .real, meaning: column.meaning == .date ? .date : nil)
      case .sum:
        let isNumber = column.meaning == .decimal || column.meaning == .unsigned
        return ColumnDescription("", column.storageClass, meaning: isNumber ? column.meaning : nil)
      }
    }

    /// The arithmetic of the result.
    package var kind: AggregateValue.Kind { .init(column) }
  }

  /// The aggregates to compute, each once: the requested ones and those that the condition or the
  /// sort terms use.
  package var measures: [Aggregate] {
    var found: [Aggregate] = []
    func add(_ aggregate: Aggregate) {
      if !found.contains(aggregate) { found.append(aggregate) }
    }
    aggregates.forEach(add)
    condition?.aggregates.forEach(add)
    for case .aggregate(let aggregate) in sort.map(\.term) { add(aggregate) }
    return found
  }

  /// A condition that groups must meet.
  ///
  /// An ordering comparison with nil is false.
  public indirect enum Condition: Sendable, Hashable {
    case comparison(Aggregate, QueryExpression.Comparison, ColumnValue)
    case and([Condition])
    case or([Condition])
    case not(Condition)

    /// The compared aggregates, in the order of the condition.
    var aggregates: [Aggregate] {
      switch self {
      case .comparison(let aggregate, _, _): [aggregate]
      case .and(let terms), .or(let terms): terms.flatMap(\.aggregates)
      case .not(let term): term.aggregates
      }
    }
  }

  /// A sort term of groups.
  public struct Sort: Sendable, Hashable {
    /// The key or aggregate to compare.
    public let term: Term
    /// True for ascending order.
    public let isAscending: Bool

    /// Creates a sort term.
    public init(_ term: Term, isAscending: Bool = true) {
      self.term = term
      self.isAscending = isAscending
    }

    /// A key, by its index among the keys, or an aggregate.
    public enum Term: Sendable, Hashable {
      case key(Int)
      case aggregate(Aggregate)
    }
  }
}
