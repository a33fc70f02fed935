public import Foundation
public import StrataModel
public import StrataStack

extension ModelContext {
  /// The smallest of a property's values; nil without any. An index of the property makes it O(log n).
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func minimum<T: PersistentModel, Value: Comparable>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Value? { try aggregate(of: T.self, where: predicate, .minimum(keyPath)) }

  /// The smallest of a property's values that aren't nil; nil without any.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func minimum<T: PersistentModel, Value: Comparable>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Value? { try aggregate(of: T.self, where: predicate, .minimum(keyPath)) }

  /// The value whose raw value is the smallest; nil without any.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  @_disfavoredOverload
  public func minimum<T: PersistentModel, Value: RawRepresentable>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Value? where Value.RawValue: Comparable {
    try aggregate(of: T.self, where: predicate, .minimum(keyPath))
  }

  /// The value whose raw value is the smallest; nil without any.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  @_disfavoredOverload
  public func minimum<T: PersistentModel, Value: RawRepresentable>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Value? where Value.RawValue: Comparable {
    try aggregate(of: T.self, where: predicate, .minimum(keyPath))
  }

  /// The greatest of a property's values; nil without any. An index of the property makes it O(log n).
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func maximum<T: PersistentModel, Value: Comparable>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Value? { try aggregate(of: T.self, where: predicate, .maximum(keyPath)) }

  /// The greatest of a property's values that aren't nil; nil without any.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func maximum<T: PersistentModel, Value: Comparable>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Value? { try aggregate(of: T.self, where: predicate, .maximum(keyPath)) }

  /// The value whose raw value is the greatest; nil without any.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  @_disfavoredOverload
  public func maximum<T: PersistentModel, Value: RawRepresentable>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Value? where Value.RawValue: Comparable {
    try aggregate(of: T.self, where: predicate, .maximum(keyPath))
  }

  /// The value whose raw value is the greatest; nil without any.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  @_disfavoredOverload
  public func maximum<T: PersistentModel, Value: RawRepresentable>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Value? where Value.RawValue: Comparable {
    try aggregate(of: T.self, where: predicate, .maximum(keyPath))
  }
}
