public import StrataQuery
internal import StrataSchema

/// What follows the entity where something is worked out over its objects:
/// `AGGREGATE, … [where PREDICATE] [group by KEYPATH, …] [having CONDITION] [sort by TERM [desc], …]
/// [limit N] [offset N]`.
///
/// An aggregate is `count(*)`, `count(KEYPATH)`, `count(distinct KEYPATH)`, or `sum`, `avg`, `min` or
/// `max` of a key path, as in SQL.
public struct GroupedQuerySyntax: Sendable, Hashable {
  /// What is worked out; at least one.
  public var aggregates: [AggregateSyntax] = []
  /// Which objects count; `nil` for all.
  public var predicate: PredicateSyntax?
  /// What the objects of a group have alike.
  public var keys: [SortSyntax] = []
  /// What a group must meet; `nil` for all groups.
  public var condition: GroupConditionSyntax?
  /// What groups are sorted by, the most important first.
  public var sort: [GroupSortSyntax] = []
  /// How many groups there are at most.
  public var limit: Int?
  /// How many groups are left out at the beginning.
  public var offset: Int?

  /// Makes a query in which nothing is asked for yet.
  public init() {}

  /// What the results are called: the keys, then the aggregates.
  public var names: [String] {
    keys.map { $0.path == ["self"] ? "self" : $0.description } + aggregates.map(\.description)
  }
}

/// `avg(dataContent.value1)`.
public struct AggregateSyntax: Sendable, Hashable {
  /// What is done with the values.
  public let function: GroupedQuery.Aggregate.Function
  /// The values' path; `nil` in `count(*)`.
  public let path: [KeyPathComponent]?
  /// Where it stands in the text.
  public let range: SourceRange

  /// Makes an aggregate.
  public init(
    _ function: GroupedQuery.Aggregate.Function, path: [KeyPathComponent]?,
    range: SourceRange = .unknown
  ) {
    self.function = function
    self.path = path
    self.range = range
  }

  /// Whether two aggregates are the same, wherever they stand.
  public static func == (left: Self, right: Self) -> Bool {
    left.function == right.function && left.path == right.path
  }

  /// Hashes what is worked out.
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

/// What follows `having`: aggregates compared with constants, joined by AND, OR and NOT.
public indirect enum GroupConditionSyntax: Sendable, Hashable {
  /// One comparison; the range is the constant's.
  case comparison(AggregateSyntax, ComparisonOperator, LiteralSyntax, SourceRange)
  case and([GroupConditionSyntax])
  case or([GroupConditionSyntax])
  case not(GroupConditionSyntax)
}

/// One term that groups are sorted by.
public struct GroupSortSyntax: Sendable, Hashable {
  /// The aggregate; `nil` for a key.
  public let aggregate: AggregateSyntax?
  /// The key, where there is no aggregate, and the direction.
  public let key: SortSyntax

  /// Makes a term.
  public init(aggregate: AggregateSyntax? = nil, key: SortSyntax) {
    self.aggregate = aggregate
    self.key = key
  }
}

extension GroupedQuery.Aggregate.Function {
  /// The functions by their names in SQL.
  static let names: [String: Self] = [
    "count": .count, "sum": .sum, "avg": .average, "min": .minimum, "max": .maximum,
  ]
}
