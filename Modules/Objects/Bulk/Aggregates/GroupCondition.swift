public import StrataModel
internal import StrataQuery
internal import StrataSchema
internal import StrataStack

/// What a group of objects must meet, such as `.all(.sum(\.amount) > 100, .count >= 3)`.
///
/// A comparison by order with an average, a smallest or a greatest value that isn't there is false.
public struct GroupCondition<Model: PersistentModel> {
  let make: () throws -> GroupedQuery.Condition

  // Not `&&`, `||` and `!`: each declaration of these operators makes the type checker try more for every
  // condition in a file that imports the library.

  /// True where all conditions are.
  public static func all(_ conditions: GroupCondition...) -> GroupCondition {
    GroupCondition { .and(try conditions.map { try $0.make() }) }
  }

  /// True where one of the conditions is, or several.
  public static func any(_ conditions: GroupCondition...) -> GroupCondition {
    GroupCondition { .or(try conditions.map { try $0.make() }) }
  }

  /// True where the other is false.
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

// Counts and sums.
extension Aggregate where Value: Comparable {
  /// Whether it is less than a value.
  @_disfavoredOverload
  public static func < (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.less, rhs)
  }

  /// Whether it is at most a value.
  @_disfavoredOverload
  public static func <= (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.lessOrEqual, rhs)
  }

  /// Whether it is greater than a value.
  @_disfavoredOverload
  public static func > (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.greater, rhs)
  }

  /// Whether it is at least a value.
  @_disfavoredOverload
  public static func >= (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.greaterOrEqual, rhs)
  }

  /// Whether it is a value.
  @_disfavoredOverload
  public static func == (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.equal, rhs)
  }

  /// Whether it is another value.
  @_disfavoredOverload
  public static func != (lhs: Aggregate, rhs: Value) -> GroupCondition<Model> {
    lhs.compare(.notEqual, rhs)
  }
}

// Averages, smallest and greatest values, which may not be there.
extension Aggregate {
  /// Whether it is less than a value.
  @_disfavoredOverload
  public static func < <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.less, rhs) }

  /// Whether it is at most a value.
  @_disfavoredOverload
  public static func <= <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.lessOrEqual, rhs) }

  /// Whether it is greater than a value.
  @_disfavoredOverload
  public static func > <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.greater, rhs) }

  /// Whether it is at least a value.
  @_disfavoredOverload
  public static func >= <Wrapped: Comparable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.greaterOrEqual, rhs) }

  /// Whether it is a value.
  @_disfavoredOverload
  public static func == <Wrapped: Equatable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.equal, rhs) }

  /// Whether it is another value, or isn't there.
  @_disfavoredOverload
  public static func != <Wrapped: Equatable>(
    lhs: Aggregate, rhs: Wrapped
  ) -> GroupCondition<Model> where Value == Wrapped? { lhs.compare(.notEqual, rhs) }
}
