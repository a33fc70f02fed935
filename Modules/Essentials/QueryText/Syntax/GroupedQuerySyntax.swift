public import StrataQuery
internal import StrataSchema

/// The text after the entity in a query of aggregates.
///
/// Its form is `AGGREGATE, … [where PREDICATE] [group by KEYPATH, …] [having CONDITION] [sort by
/// TERM [desc], …] [limit N] [offset N]`. An aggregate is `count(*)`, `count(KEYPATH)`,
/// `count(distinct KEYPATH)`, or `sum`, `avg`, `min` or `max` of a key path, as in SQL.
public struct GroupedQuerySyntax: Sendable, Hashable {
  /// The aggregates to compute, at least one.
  public var aggregates: [AggregateSyntax] = []
  /// The condition for objects, or `nil` for all.
  public var predicate: PredicateSyntax?
  /// The values by which objects are grouped.
  public var keys: [SortSyntax] = []
  /// The condition for groups, or `nil` for all.
  public var condition: GroupConditionSyntax?
  /// The sort terms of groups, the most important first.
  public var sort: [GroupSortSyntax] = []
  /// The maximum number of groups.
  public var limit: Int?
  /// The number of groups to skip at the start.
  public var offset: Int?

  /// Creates an empty query.
  public init() {}

  /// The names of the results: the keys, then the aggregates.
  public var names: [String] {
    keys.map { $0.path == ["self"] ? "self" : $0.description } + aggregates.map(\.description)
  }
}

/// An aggregate, such as `avg(dataContent.value1)`.
public struct AggregateSyntax: Sendable, Hashable {
  /// The aggregate function.
  public let function: GroupedQuery.Aggregate.Function
  /// The path of the values, or `nil` for `count(*)`.
  public let path: [KeyPathComponent]?
  /// The position in the text.
  public let range: SourceRange

  /// Creates an aggregate.
  public init(
    _ function: GroupedQuery.Aggregate.Function, path: [KeyPathComponent]?,
    range: SourceRange = .unknown
  ) {
    self.function = function
    self.path = path
    self.range = range
  }

  /// Returns true if both are the same aggregate, whatever their positions.
  public static func == (left: Self, right: Self) -> Bool {
    left.function == right.function && left.path == right.path
  }

  /// Hashes the function and the path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(function)
    hasher.combine(path)
  }
}

extension AggregateSyntax: CustomStringConvertible {
  /// The aggregate's canonical text.
  public var description: String {
    guard let path else { return "count(*)" }
    let name = GroupedQuery.Aggregate.Function.names.first { $0.value == function }?.key ?? "count"
    return "\(name)(\(function == .countDistinct ? "distinct " : "")\(path.keyPathText))"
  }
}

/// The condition after `having`: comparisons of aggregates with constants, joined by AND, OR and
/// NOT.
public indirect enum GroupConditionSyntax: Sendable, Hashable {
  /// A comparison.
  ///
  /// The range is the constant's.
  case comparison(AggregateSyntax, ComparisonOperator, LiteralSyntax, SourceRange)
  case and([GroupConditionSyntax])
  case or([GroupConditionSyntax])
  case not(GroupConditionSyntax)
}

/// A sort term of groups.
public struct GroupSortSyntax: Sendable, Hashable {
  /// The aggregate, or `nil` for a key.
  public let aggregate: AggregateSyntax?
  /// The key, if there is no aggregate, and the direction.
  public let key: SortSyntax

  /// Creates a term.
  public init(aggregate: AggregateSyntax? = nil, key: SortSyntax) {
    self.aggregate = aggregate
    self.key = key
  }
}

extension GroupedQuery.Aggregate.Function {
  /// The functions, by their SQL names.
  static let names: [String: Self] = [
    "count": .count, "sum": .sum, "avg": .average, "min": .minimum, "max": .maximum,
  ]
}
