public import StrataModel
internal import StrataQuery
internal import StrataSchema
internal import StrataStorage
internal import StrataContexts

/// A value that the store computes over many objects without loading them: `.count`,
/// `.sum(\.amount)`, `.minimum(\.date)`.
///
/// Objects whose value is nil are ignored, except by ``count``. Values compare as they sort:
/// numbers and dates by value, strings by their bytes, and enums by their raw values. An enum that
/// is `Comparable` and lists its cases compares as in Swift.
public struct Aggregate<Model: PersistentModel, Value> {
  let function: GroupedQuery.Aggregate.Function
  /// The aggregated property, or nil to count objects.
  let keyPath: AnyKeyPath?
  /// The property's type, optional or not.
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
  /// The number of objects.
  public static var count: Aggregate { Aggregate(.count) }

  /// The number of distinct values of a property, or of distinct targets of a to-one relationship.
  ///
  /// Nil isn't counted.
  public static func countDistinct<Property>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate {
    Aggregate(.countDistinct, keyPath)
  }
}

extension Aggregate where Value: Numeric {
  /// The sum of a property's values, or 0 if there are none.
  ///
  /// It is exact for integers and `Decimal`. For other types it is as precise as the type.
  /// Computing it throws `StackError.sumTooLarge` if the property's type can't represent the sum.
  public static func sum(_ keyPath: KeyPath<Model, Value>) -> Aggregate {
    Aggregate(.sum, keyPath)
  }

  /// The sum of a property's values that aren't nil, or 0 if there are none.
  ///
  /// Computing it throws `StackError.sumTooLarge` if the property's type can't represent the sum.
  public static func sum(_ keyPath: KeyPath<Model, Value?>) -> Aggregate {
    Aggregate(.sum, keyPath)
  }
}

extension Aggregate where Value == Double? {
  /// The average of a property's values, or nil if there are none.
  public static func average(_ keyPath: KeyPath<Model, some Numeric>) -> Aggregate {
    Aggregate(.average, keyPath)
  }

  /// The average of a property's values that aren't nil, or nil if there are none.
  public static func average<Number: Numeric>(
    _ keyPath: KeyPath<Model, Number?>
  ) -> Aggregate {
    Aggregate(.average, keyPath)
  }
}

extension Aggregate {
  /// The smallest value of a property, or nil if there are none.
  public static func minimum<Property: Comparable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate where Value == Property? { Aggregate(.minimum, keyPath) }

  /// The smallest value of a property that isn't nil, or nil if there are none.
  public static func minimum<Property: Comparable>(
    _ keyPath: KeyPath<Model, Property?>
  ) -> Aggregate where Value == Property? { Aggregate(.minimum, keyPath) }

  /// The value with the smallest raw value, or nil if there are none.
  @_disfavoredOverload
  public static func minimum<Property: RawRepresentable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate where Value == Property?, Property.RawValue: Comparable {
    Aggregate(.minimum, keyPath)
  }

  /// The value with the smallest raw value, or nil if there are none.
  @_disfavoredOverload
  public static func minimum<Property: RawRepresentable>(
    _ keyPath: KeyPath<Model, Property?>
  ) -> Aggregate where Value == Property?, Property.RawValue: Comparable {
    Aggregate(.minimum, keyPath)
  }

  /// The greatest value of a property, or nil if there are none.
  public static func maximum<Property: Comparable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate where Value == Property? { Aggregate(.maximum, keyPath) }

  /// The greatest value of a property that isn't nil, or nil if there are none.
  public static func maximum<Property: Comparable>(
    _ keyPath: KeyPath<Model, Property?>
  ) -> Aggregate where Value == Property? { Aggregate(.maximum, keyPath) }

  /// The value with the greatest raw value, or nil if there are none.
  @_disfavoredOverload
  public static func maximum<Property: RawRepresentable>(
    _ keyPath: KeyPath<Model, Property>
  ) -> Aggregate where Value == Property?, Property.RawValue: Comparable {
    Aggregate(.maximum, keyPath)
  }

  /// The value with the greatest raw value, or nil if there are none.
  @_disfavoredOverload
  public static func maximum<Property: RawRepresentable>(
    _ keyPath: KeyPath<Model, Property?>
  ) -> Aggregate where Value == Property?, Property.RawValue: Comparable {
    Aggregate(.maximum, keyPath)
  }
}
