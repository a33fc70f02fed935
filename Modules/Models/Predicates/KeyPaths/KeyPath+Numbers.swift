public import Foundation
public import StrataModel
internal import StrataQuery
internal import StrataSchema

// Aggregates of an attribute over the members of a relationship, to compare with a value. Members
// whose attribute is nil are ignored.
extension KeyPath where Root: PersistentModel, Value: _MemberCollection {
  /// Returns the sum of an attribute.
  ///
  /// It is 0 without members. A sum beyond the range of `Int` is an error.
  public func sum<Number: FixedWidthInteger>(
    _ keyPath: KeyPath<Value.Member, Number>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Int> {
    number(.sum, keyPath, predicate) { try $0.map { $0[keyPath: keyPath] }.sum() }
  }

  /// Returns the sum of an attribute.
  ///
  /// It is 0 without values. A sum beyond the range of `Int` is an error.
  public func sum<Number: FixedWidthInteger>(
    _ keyPath: KeyPath<Value.Member, Number?>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Int> {
    number(.sum, keyPath, predicate) { try $0.compactMap { $0[keyPath: keyPath] }.sum() }
  }

  /// Returns the sum of an attribute.
  ///
  /// It is 0 without members.
  public func sum<Number: BinaryFloatingPoint>(
    _ keyPath: KeyPath<Value.Member, Number>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Double> {
    number(.sum, keyPath, predicate) { $0.reduce(0) { $0 + Double($1[keyPath: keyPath]) } }
  }

  /// Returns the sum of an attribute.
  ///
  /// It is 0 without values.
  public func sum<Number: BinaryFloatingPoint>(
    _ keyPath: KeyPath<Value.Member, Number?>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Double> {
    number(.sum, keyPath, predicate) { $0.reduce(0) { $0 + Double($1[keyPath: keyPath] ?? 0) } }
  }

  /// Returns the average of an attribute.
  ///
  /// It is nil without members.
  public func average<Number: BinaryInteger>(
    _ keyPath: KeyPath<Value.Member, Number>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Double?> {
    number(.average, keyPath, predicate) { $0.map { Double($0[keyPath: keyPath]) }.average }
  }

  /// Returns the average of an attribute.
  ///
  /// It is nil without values.
  public func average<Number: BinaryInteger>(
    _ keyPath: KeyPath<Value.Member, Number?>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Double?> {
    number(.average, keyPath, predicate) {
      $0.compactMap { $0[keyPath: keyPath].map { Double($0) } }.average
    }
  }

  /// Returns the average of an attribute.
  ///
  /// It is nil without members.
  public func average<Number: BinaryFloatingPoint>(
    _ keyPath: KeyPath<Value.Member, Number>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Double?> {
    number(.average, keyPath, predicate) { $0.map { Double($0[keyPath: keyPath]) }.average }
  }

  /// Returns the average of an attribute.
  ///
  /// It is nil without values.
  public func average<Number: BinaryFloatingPoint>(
    _ keyPath: KeyPath<Value.Member, Number?>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Double?> {
    number(.average, keyPath, predicate) {
      $0.compactMap { $0[keyPath: keyPath].map { Double($0) } }.average
    }
  }

  /// Returns the minimum of an attribute.
  ///
  /// It is nil without members.
  public func minimum<Attribute: Comparable>(
    _ keyPath: KeyPath<Value.Member, Attribute>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Attribute?> {
    number(.minimum, keyPath, predicate) { $0.map { $0[keyPath: keyPath] }.min() }
  }

  /// Returns the minimum of an attribute.
  ///
  /// It is nil without values.
  public func minimum<Attribute: Comparable>(
    _ keyPath: KeyPath<Value.Member, Attribute?>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Attribute?> {
    number(.minimum, keyPath, predicate) { $0.compactMap { $0[keyPath: keyPath] }.min() }
  }

  /// Returns the maximum of an attribute.
  ///
  /// It is nil without members.
  public func maximum<Attribute: Comparable>(
    _ keyPath: KeyPath<Value.Member, Attribute>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Attribute?> {
    number(.maximum, keyPath, predicate) { $0.map { $0[keyPath: keyPath] }.max() }
  }

  /// Returns the maximum of an attribute.
  ///
  /// It is nil without values.
  public func maximum<Attribute: Comparable>(
    _ keyPath: KeyPath<Value.Member, Attribute?>, where predicate: Predicate<Value.Member>? = nil
  ) -> MemberNumber<Root, Attribute?> {
    number(.maximum, keyPath, predicate) { $0.compactMap { $0[keyPath: keyPath] }.max() }
  }

  func number<Output>(
    _ aggregate: QueryExpression.Aggregate, _ keyPath: PartialKeyPath<Value.Member>?,
    _ predicate: Predicate<Value.Member>?, _ fold: @escaping ([Value.Member]) throws -> Output
  ) -> MemberNumber<Root, Output> {
    MemberNumber { root in
      PredicateExpressions.MemberAggregate(
        aggregate, of: PredicateExpressions.ModelProperty(root: root, keyPath: self), keyPath,
        where: predicate, fold)
    }
  }
}

extension Array where Element: FixedWidthInteger {
  fileprivate func sum() throws -> Int {
    try reduce(0) { total, number in
      let (sum, overflow) = total.addingReportingOverflow(Int(truncatingIfNeeded: number))
      guard !overflow else {
        throw PredicateTranslationError.unsupportedPredicate("a sum beyond Int's range")
      }
      return sum
    }
  }
}

extension [Double] {
  fileprivate var average: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
