public import Foundation
public import StrataContexts
public import StrataModel

extension ModelContext {
  /// The smallest value of a property, or nil if there are none. O(log n) if the property has an
  /// index.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func minimum<T: PersistentModel, Value: Comparable>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Value? { try aggregate(of: T.self, where: predicate, .minimum(keyPath)) }

  /// The smallest value of a property that isn't nil, or nil if there are none.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func minimum<T: PersistentModel, Value: Comparable>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Value? { try aggregate(of: T.self, where: predicate, .minimum(keyPath)) }

  /// The value with the smallest raw value, or nil if there are none.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  @_disfavoredOverload
  public func minimum<T: PersistentModel, Value: RawRepresentable>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Value? where Value.RawValue: Comparable {
    try aggregate(of: T.self, where: predicate, .minimum(keyPath))
  }

  /// The value with the smallest raw value, or nil if there are none.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  @_disfavoredOverload
  public func minimum<T: PersistentModel, Value: RawRepresentable>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Value? where Value.RawValue: Comparable {
    try aggregate(of: T.self, where: predicate, .minimum(keyPath))
  }

  /// The greatest value of a property, or nil if there are none. O(log n) if the property has an
  /// index.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func maximum<T: PersistentModel, Value: Comparable>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Value? { try aggregate(of: T.self, where: predicate, .maximum(keyPath)) }

  /// The greatest value of a property that isn't nil, or nil if there are none.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func maximum<T: PersistentModel, Value: Comparable>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Value? { try aggregate(of: T.self, where: predicate, .maximum(keyPath)) }

  /// The value with the greatest raw value, or nil if there are none.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  @_disfavoredOverload
  public func maximum<T: PersistentModel, Value: RawRepresentable>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Value? where Value.RawValue: Comparable {
    try aggregate(of: T.self, where: predicate, .maximum(keyPath))
  }

  /// The value with the greatest raw value, or nil if there are none.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  @_disfavoredOverload
  public func maximum<T: PersistentModel, Value: RawRepresentable>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Value? where Value.RawValue: Comparable {
    try aggregate(of: T.self, where: predicate, .maximum(keyPath))
  }
}
