public import StrataSchema

/// What is to be worked out over the objects that a query finds, over all of them together or over
/// groups of those that have something alike.
public struct GroupedQuery: Sendable, Hashable {
  /// Which objects. Its limit and offset count groups, and its order of objects changes nothing.
  public var query: Query
  /// What the objects of a group have alike; without any, all objects are one group.
  public var keys: [Value]
  /// What is worked out.
  public var aggregates: [Aggregate]
  /// What a group must meet; nil for all groups.
  public var condition: Condition?
  /// What groups are ordered by, first term first; equal ones are in order of their keys.
  public var sort: [Sort]

  /// Describes what is to be worked out.
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
    /// A column's value, or one like a column's.
    case column(QueryExpression, ColumnDescription)
    /// The object at the end of a path, which is of an entity.
    case object(QueryPath, entity: String)

    /// What is looked at in each object.
    package var expression: QueryExpression {
      switch self {
      case .column(let expression, _): expression
      case .object(let path, _): .key(path)
      }
    }

    /// How the values are counted with.
    package var kind: AggregateValue.Kind {
      switch self {
      case .column(_, let column): .init(column)
      case .object: .integer
      }
    }
  }

  /// One number or value over the objects of a group. Objects whose value is nil don't count.
  public struct Aggregate: Sendable, Hashable {
    /// What is done with the values.
    public let function: Function
    /// The values; nil to count objects.
    public let value: Value?

    /// Describes an aggregate.
    public init(_ function: Function, of value: Value? = nil) {
      self.function = function
      self.value = value
    }

    /// What is done with values.
    public enum Function: Sendable, Hashable {
      case count, countDistinct, sum, average, minimum, maximum
    }

    /// What the result means, as if it were a column's.
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

    /// How the result is counted with.
    package var kind: AggregateValue.Kind { .init(column) }
  }

  /// What has to be worked out, each once: what is asked for, and what groups are chosen or ordered by.
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

  /// What a group must meet. A comparison by order with a value that isn't there is false.
  public indirect enum Condition: Sendable, Hashable {
    case comparison(Aggregate, QueryExpression.Comparison, ColumnValue)
    case and([Condition])
    case or([Condition])
    case not(Condition)

    /// What is compared, in the order of the text.
    var aggregates: [Aggregate] {
      switch self {
      case .comparison(let aggregate, _, _): [aggregate]
      case .and(let terms), .or(let terms): terms.flatMap(\.aggregates)
      case .not(let term): term.aggregates
      }
    }
  }

  /// What groups are ordered by.
  public struct Sort: Sendable, Hashable {
    /// What is compared.
    public let term: Term
    /// Whether small values are first.
    public let isAscending: Bool

    /// Describes a term of the order.
    public init(_ term: Term, isAscending: Bool = true) {
      self.term = term
      self.isAscending = isAscending
    }

    /// A key, by its place among the keys, or an aggregate.
    public enum Term: Sendable, Hashable {
      case key(Int)
      case aggregate(Aggregate)
    }
  }
}
