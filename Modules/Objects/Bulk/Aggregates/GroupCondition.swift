internal import StrataContexts
public import StrataModel
internal import StrataQuery
internal import StrataSchema

/// A condition on groups of objects, such as `.all(.sum(\.amount) > 100, .count >= 3)`.
///
/// You build it by comparing aggregates with values. A comparison by order is false if the
/// aggregate is nil.
public struct GroupCondition<Model: PersistentModel> {
  let make: () throws -> GroupedQuery.Condition

  // Not operators like `&&`: each overload makes the type checker slower for every condition in a
  // file that imports the library.

  /// True if all conditions are true.
  public static func all(_ conditions: GroupCondition...) -> GroupCondition {
    GroupCondition { .and(try conditions.map { try $0.make() }) }
  }

  /// True if at least one condition is true.
  public static func any(_ conditions: GroupCondition...) -> GroupCondition {
    GroupCondition { .or(try conditions.map { try $0.make() }) }
  }

  /// True if the condition is false.
  public static func not(_ condition: GroupCondition) -> GroupCondition {
    GroupCondition { .not(try condition.make()) }
  }
}

extension Aggregate {
  private func compare(
    _ comparison: QueryExpression.Comparison, _ value: some Any
  ) -> GroupCondition<Model> {
    GroupCondition {
      let aggregate = try resolved()
      return .comparison(aggregate.query, comparison, try aggregate.constant(value))
    }
  }
}

// Counts and sums, which are never nil.
extension Aggregate where Value: Comparable {
  /// True for groups whose aggregate is less than a value.
  @_disfavoredOverload
  public static func < (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.less, rhs)
  }

  /// True for groups whose aggregate is at most a value.
  @_disfavoredOverload
  public static func <= (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.lessOrEqual, rhs)
  }

  /// True for groups whose aggregate is greater than a value.
  @_disfavoredOverload
  public static func > (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.greater, rhs)
  }

  /// True for groups whose aggregate is at least a value.
  @_disfavoredOverload
  public static func >= (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.greaterOrEqual, rhs)
  }

  /// True for groups whose aggregate equals a value.
  @_disfavoredOverload
  public static func == (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.equal, rhs)
  }

  /// True for groups whose aggregate differs from a value.
  @_disfavoredOverload
  public static func != (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.notEqual, rhs)
  }
}

// Averages, minimums and maximums, which may be nil.
extension Aggregate {
  /// True for groups whose aggregate is less than a value. False if it is nil.
  @_disfavoredOverload
  public static func < <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.less, rhs) }

  /// True for groups whose aggregate is at most a value. False if it is nil.
  @_disfavoredOverload
  public static func <= <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.lessOrEqual, rhs) }

  /// True for groups whose aggregate is greater than a value. False if it is nil.
  @_disfavoredOverload
  public static func > <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.greater, rhs) }

  /// True for groups whose aggregate is at least a value. False if it is nil.
  @_disfavoredOverload
  public static func >= <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.greaterOrEqual, rhs) }

  /// True for groups whose aggregate equals a value.
  @_disfavoredOverload
  public static func == <Wrapped: Equatable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.equal, rhs) }

  /// True for groups whose aggregate differs from a value or is nil.
  @_disfavoredOverload
  public static func != <Wrapped: Equatable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.notEqual, rhs) }
}
