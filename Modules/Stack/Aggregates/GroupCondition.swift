public import StrataModel
internal import StrataQuery
internal import StrataSchema
internal import StrataStorage

/// What a group of objects must meet, such as `.sum(\.amount) > 100 && .count >= 3`.
///
/// A comparison by order with an average, a smallest or a greatest value that isn't there is false.
public struct GroupCondition<Model: PersistentModel> {
  let make: (inout AggregateBuilder<Model>) throws -> AggregateQuery.Condition

  /// True where both are.
  public static func && (lhs: GroupCondition, rhs: GroupCondition) -> GroupCondition {
    GroupCondition { .and([try lhs.make(&$0), try rhs.make(&$0)]) }
  }

  /// True where one is, or both.
  public static func || (lhs: GroupCondition, rhs: GroupCondition) -> GroupCondition {
    GroupCondition { .or([try lhs.make(&$0), try rhs.make(&$0)]) }
  }

  /// True where the other is false.
  public static prefix func ! (condition: GroupCondition) -> GroupCondition {
    GroupCondition { .not(try condition.make(&$0)) }
  }
}

extension Aggregate {
  private func compare(
    _ comparison: QueryExpression.Comparison, _ value: some Any
  ) -> GroupCondition<Model> {
    GroupCondition { builder in
      let index = try builder.measure(self)
      return .comparison(index, comparison, try builder.constant(value, of: self))
    }
  }
}

// Counts and sums.
extension Aggregate where Value: Comparable {
  /// Whether it is less than a value.
  public static func < (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.less, rhs)
  }

  /// Whether it is at most a value.
  public static func <= (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.lessOrEqual, rhs)
  }

  /// Whether it is greater than a value.
  public static func > (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.greater, rhs)
  }

  /// Whether it is at least a value.
  public static func >= (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.greaterOrEqual, rhs)
  }

  /// Whether it is a value.
  public static func == (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.equal, rhs)
  }

  /// Whether it is another value.
  public static func != (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.notEqual, rhs)
  }
}

// Averages, smallest and greatest values, which may not be there.
extension Aggregate {
  /// Whether it is less than a value.
  public static func < <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.less, rhs) }

  /// Whether it is at most a value.
  public static func <= <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.lessOrEqual, rhs) }

  /// Whether it is greater than a value.
  public static func > <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.greater, rhs) }

  /// Whether it is at least a value.
  public static func >= <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.greaterOrEqual, rhs) }

  /// Whether it is a value.
  public static func == <Wrapped: Equatable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.equal, rhs) }

  /// Whether it is another value, or isn't there.
  public static func != <Wrapped: Equatable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.notEqual, rhs) }
}
