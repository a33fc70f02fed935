public import Foundation
public import StrataModel

extension KeyPath where Root: PersistentModel {
  /// Returns a predicate that is met if the property is in a closed range.
  public func between(_ range: ClosedRange<Value>) -> Predicate<Root> where Value: Comparable {
    compared(.greaterThanOrEqual, range.lowerBound)
      && compared(.lessThanOrEqual, range.upperBound)
  }

  /// Returns a predicate that is met if the property is in a closed range.
  ///
  /// It is false for nil.
  public func between<Wrapped: Comparable>(_ range: ClosedRange<Wrapped>) -> Predicate<Root>
  where Value == Wrapped? {
    compared(.greaterThanOrEqual, range.lowerBound)
      && compared(.lessThanOrEqual, range.upperBound)
  }

  /// Returns a predicate that is met if the property is in a half-open range.
  public func between(_ range: Range<Value>) -> Predicate<Root> where Value: Comparable {
    compared(.greaterThanOrEqual, range.lowerBound) && compared(.lessThan, range.upperBound)
  }

  /// Returns a predicate that is met if the property is in a half-open range.
  ///
  /// It is false for nil.
  public func between<Wrapped: Comparable>(_ range: Range<Wrapped>) -> Predicate<Root>
  where Value == Wrapped? {
    compared(.greaterThanOrEqual, range.lowerBound) && compared(.lessThan, range.upperBound)
  }

  /// Returns a predicate that is met if the property equals one of the given values.
  ///
  /// It is false for an empty list.
  public func `in`<Values: Sequence>(_ values: Values) -> Predicate<Root>
  where Values.Element == Value, Value: Equatable {
    let list = Array(values)
    return predicate {
      PredicateExpressions.SequenceContains(
        sequence: PredicateExpressions.Captured(list), element: $0)
    }
  }

  /// Returns a predicate that is met if the property equals one of the given values.
  ///
  /// It is false for nil.
  @_disfavoredOverload
  public func `in`<Values: Sequence, Wrapped: Equatable>(_ values: Values) -> Predicate<Root>
  where Values.Element == Wrapped, Value == Wrapped? {
    self.in(values.map { Optional($0) })
  }

  /// Returns a predicate that is met if an element or a member equals a value.
  public func contains<Element: Equatable>(_ element: Element) -> Predicate<Root>
  where Value == [Element] {
    predicate {
      PredicateExpressions.SequenceContains(
        sequence: $0, element: PredicateExpressions.Captured(element))
    }
  }

  /// Returns a predicate that is met if an element equals a value.
  public func contains<Element: Hashable>(_ element: Element) -> Predicate<Root>
  where Value == Set<Element> {
    predicate {
      PredicateExpressions.SequenceContains(
        sequence: $0, element: PredicateExpressions.Captured(element))
    }
  }

  /// Returns a predicate that is met if an object is one of the members.
  public func contains<Member: PersistentModel>(_ member: Member) -> Predicate<Root>
  where Value == [Member]? {
    any(
      Predicate<Member>({ (other: PredicateExpressions.Variable<Member>) in
        PredicateExpressions.Equal(lhs: other, rhs: PredicateExpressions.Captured(member))
      }))
  }
}
