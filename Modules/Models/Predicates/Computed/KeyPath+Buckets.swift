public import Foundation
public import StrataModel
internal import StrataQuery
internal import StrataSchema

// Buckets of numbers, computed by the store.
extension KeyPath where Root: PersistentModel, Value: FixedWidthInteger {
  /// Returns the key path of the lower bound of the number's bucket.
  ///
  /// ```swift
  /// let lengths = try context.groups(
  ///   of: Trail.self, by: (\Trail.kilometers).bucket(by: 10), aggregating: .count)
  /// ```
  ///
  /// It is a key of groups and of sorts, and the left side of a comparison that makes a predicate. Buckets go in both
  /// directions from zero. The lowest one begins with the least number of the type.
  ///
  /// - Throws: ``PredicateTranslationError/invalidWidth(_:)`` for a width that isn't greater than zero.
  public func bucket(
    by width: Value
  ) throws(PredicateTranslationError) -> any KeyPath<Root, Value> & Sendable {
    let bucket = try NumberBucket(width)
    return _ComputedSource(self, .bucket(bucket)) { $0.lowerBound(in: bucket) }.recorded()
  }
}

extension KeyPath where Root: PersistentModel {
  /// Returns the key path of the lower bound of the number's bucket.
  ///
  /// It is nil for nil.
  ///
  /// - Throws: ``PredicateTranslationError/invalidWidth(_:)`` for a width that isn't greater than zero.
  public func bucket<Number: FixedWidthInteger>(
    by width: Number
  ) throws(PredicateTranslationError) -> any KeyPath<Root, Number?> & Sendable
  where Value == Number? {
    let bucket = try NumberBucket(width)
    return _ComputedSource(self, .bucket(bucket)) { $0?.lowerBound(in: bucket) }.recorded()
  }

  /// Returns the key path of the lower bound of the number's bucket.
  ///
  /// It is a key of groups and of sorts, and the left side of a comparison that makes a predicate. Buckets go in both
  /// directions from zero. The bounds are multiples of the width as floating-point numbers have them: with 0.1 some of
  /// them aren't those that you write. `Decimal` has them exactly.
  ///
  /// - Throws: ``PredicateTranslationError/invalidWidth(_:)`` for a width that isn't greater than zero, or isn't finite.
  public func bucket(
    by width: Value
  ) throws(PredicateTranslationError) -> any KeyPath<Root, Value> & Sendable
  where Value: BinaryFloatingPoint {
    let bucket = try NumberBucket(width)
    return _ComputedSource(self, .bucket(bucket)) { Value(Double($0).lowerBound(Double(width))) }
      .recorded()
  }

  /// Returns the key path of the lower bound of the number's bucket.
  ///
  /// It is nil for nil.
  ///
  /// - Throws: ``PredicateTranslationError/invalidWidth(_:)`` for a width that isn't greater than zero, or isn't finite.
  public func bucket<Number: BinaryFloatingPoint>(
    by width: Number
  ) throws(PredicateTranslationError) -> any KeyPath<Root, Number?> & Sendable
  where Value == Number? {
    let bucket = try NumberBucket(width)
    return _ComputedSource(self, .bucket(bucket)) {
      $0.map { Number(Double($0).lowerBound(Double(width))) }
    }.recorded()
  }

  /// Returns the key path of the lower bound of the number's bucket, which is exact.
  ///
  /// It is a key of groups and of sorts, and the left side of a comparison that makes a predicate. Buckets go in both
  /// directions from zero.
  ///
  /// - Throws: ``PredicateTranslationError/invalidWidth(_:)`` for a width that isn't greater than zero.
  public func bucket(
    by width: Decimal
  ) throws(PredicateTranslationError) -> any KeyPath<Root, Decimal> & Sendable
  where Value == Decimal {
    let bucket = try NumberBucket(width)
    return _ComputedSource(self, .bucket(bucket)) { $0.lowerBound(in: bucket) }.recorded()
  }

  /// Returns the key path of the lower bound of the number's bucket, which is exact.
  ///
  /// It is nil for nil.
  ///
  /// - Throws: ``PredicateTranslationError/invalidWidth(_:)`` for a width that isn't greater than zero.
  public func bucket(
    by width: Decimal
  ) throws(PredicateTranslationError) -> any KeyPath<Root, Decimal?> & Sendable
  where Value == Decimal? {
    let bucket = try NumberBucket(width)
    return _ComputedSource(self, .bucket(bucket)) { $0?.lowerBound(in: bucket) }.recorded()
  }
}

extension NumberBucket {
  fileprivate init<Number: FixedWidthInteger>(
    _ width: Number
  ) throws(PredicateTranslationError) {
    guard width > 0 else { throw .invalidWidth("\(width)") }
    // A column has unsigned 64-bit numbers in two's complement, and smaller ones as they are.
    if let width = UInt64(exactly: width), !Number.isSigned, Number.bitWidth == 64 {
      self = .unsigned(width: Int64(bitPattern: width))
    } else {
      self = .integer(width: Int64(clamping: width), least: Int64(clamping: Number.min))
    }
  }

  fileprivate init<Number: BinaryFloatingPoint>(
    _ width: Number
  ) throws(PredicateTranslationError) {
    guard width > 0, width.isFinite else { throw .invalidWidth("\(width)") }
    self = .real(width: Double(width))
  }

  fileprivate init(_ width: Decimal) throws(PredicateTranslationError) {
    guard !width.isNaN, width > 0 else { throw .invalidWidth("\(width)") }
    self = .decimal(width: width.digits)
  }
}

extension FixedWidthInteger {
  fileprivate func lowerBound(in bucket: NumberBucket) -> Self {
    let isUnsigned = !Self.isSigned && Self.bitWidth == 64
    let stored = isUnsigned ? Int64(truncatingIfNeeded: self) : Int64(clamping: self)
    guard case .integer(let bound) = bucket.lowerBound(of: .integer(stored)) else { return self }
    return Self(truncatingIfNeeded: bound)
  }
}

extension Decimal {
  fileprivate func lowerBound(in bucket: NumberBucket) -> Decimal {
    guard case .text(let digits) = bucket.lowerBound(of: .text(digits)),
      let bound = Decimal(digits: digits)
    else { return self }
    return bound
  }
}
