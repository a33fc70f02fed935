public import StrataModel
internal import StrataQuery
internal import StrataSchema
internal import StrataStorage
internal import StrataStack

/// One number or value that is worked out over many objects, by the store and without loading them:
/// `.count`, `.sum(\.amount)`, `.minimum(\.date)`.
///
/// Objects whose value is nil don't count, but for ``count``. Numbers and dates are compared by value,
/// texts by their bytes, and enums by their raw values or, where they are `Comparable` and list their
/// cases, as Swift does: the same as when objects are sorted.
public struct Aggregate<Model: PersistentModel, Value> {
  let function: GroupedQuery.Aggregate.Function
  /// Whose values; nil to count objects.
  let keyPath: AnyKeyPath?
  /// The type of the values, nil and not nil alike.
  let operandType: any Any.Type

  fileprivate init(_ function: GroupedQuery.Aggregate.Function) {
    self.function = function
    keyPath = nil
    operandType = Int.self
  }

  fileprivate init<Property>(
    _ function: GroupedQuery.Aggregate.Function, _ keyPath: KeyPath<Model, Property>
  ) {
    self.function = function
    self.keyPath = keyPath
    operandType = Property.self
  }
}

extension Aggregate where Value == Int {
  /// How many objects there are.
  public static var count: Aggregate { Aggregate(.count) }

  /// How many different values a property has; for a to-one relationship, how many objects it leads
  /// to. nil is none.
  public static func countDistinct<Property>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate {
    Aggregate(.countDistinct, keyPath)
  }
}

extension Aggregate where Value: Numeric {
  /// The sum of a property's values, 0 without any. Exact for integers and `Decimal`, as exact as
  /// its type for any other.
  ///
  /// Working it out throws `StackError.sumTooLarge` when the property's type
  /// can't hold it.
  public static func sum(_ keyPath: KeyPath<Model, Value>) -> Aggregate {
    Aggregate(.sum, keyPath)
  }

  /// The sum of a property's values that aren't nil, 0 without any.
  ///
  /// Working it out throws `StackError.sumTooLarge` when the property's type
  /// can't hold it.
  public static func sum(_ keyPath: KeyPath<Model, Value?>) -> Aggregate {
    Aggregate(.sum, keyPath)
  }
}

extension Aggregate where Value == Double? {
  /// The average of a property's values; nil without any.
  public static func average(_ keyPath: KeyPath<Model, some Numeric>) -> Aggregate {
    Aggregate(.average, keyPath)
  }

  /// The average of a property's values that aren't nil; nil without any.
  public static func average<Number: Numeric>(
    _ keyPath: KeyPath<Model, Number?>
  ) -> Aggregate {
    Aggregate(.average, keyPath)
  }
}

extension Aggregate {
  /// The smallest of a property's values; nil without any.
  public static func minimum<Property: Comparable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate where Value == Property? { Aggregate(.minimum, keyPath) }

  /// The smallest of a property's values that aren't nil; nil without any.
  public static func minimum<Property: Comparable>(
    _ keyPath: KeyPath<Model, Property?>
  ) -> Aggregate where Value == Property? { Aggregate(.minimum, keyPath) }

  /// The value whose raw value is the smallest; nil without any.
  @_disfavoredOverload
  public static func minimum<Property: RawRepresentable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate where Value == Property?, Property.RawValue: Comparable {
    Aggregate(.minimum, keyPath)
  }

  /// The value whose raw value is the smallest; nil without any.
  @_disfavoredOverload
  public static func minimum<Property: RawRepresentable>(
    _ keyPath: KeyPath<Model, Property?>
  ) -> Aggregate where Value == Property?, Property.RawValue: Comparable {
    Aggregate(.minimum, keyPath)
  }

  /// The greatest of a property's values; nil without any.
  public static func maximum<Property: Comparable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate where Value == Property? { Aggregate(.maximum, keyPath) }

  /// The greatest of a property's values that aren't nil; nil without any.
  public static func maximum<Property: Comparable>(
    _ keyPath: KeyPath<Model, Property?>
  ) -> Aggregate where Value == Property? { Aggregate(.maximum, keyPath) }

  /// The value whose raw value is the greatest; nil without any.
  @_disfavoredOverload
  public static func maximum<Property: RawRepresentable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate where Value == Property?, Property.RawValue: Comparable {
    Aggregate(.maximum, keyPath)
  }

  /// The value whose raw value is the greatest; nil without any.
  @_disfavoredOverload
  public static func maximum<Property: RawRepresentable>(
    _ keyPath: KeyPath<Model, Property?>
  ) -> Aggregate where Value == Property?, Property.RawValue: Comparable {
    Aggregate(.maximum, keyPath)
  }
}
