public import Foundation
public import StrataModel

extension KeyPath where Root: PersistentModel {
  /// Objects whose property is between two values, both included.
  public func between(_ range: ClosedRange<Value>) -> Predicate<Root> where Value: Comparable {
    compared(.greaterThanOrEqual, range.lowerBound)
      && compared(.lessThanOrEqual, range.upperBound)
  }

  /// Objects whose property is between two values, both included; nil never is.
  public func between<Wrapped: Comparable>(_ range: ClosedRange<Wrapped>) -> Predicate<Root>
  where Value == Wrapped? {
    compared(.greaterThanOrEqual, range.lowerBound)
      && compared(.lessThanOrEqual, range.upperBound)
  }

  /// Objects whose property is one value, or between it and another that it stays below.
  public func between(_ range: Range<Value>) -> Predicate<Root> where Value: Comparable {
    compared(.greaterThanOrEqual, range.lowerBound) && compared(.lessThan, range.upperBound)
  }

  /// Objects whose property is one value, or between it and another that it stays below; nil never
  /// is.
  public func between<Wrapped: Comparable>(_ range: Range<Wrapped>) -> Predicate<Root>
  where Value == Wrapped? {
    compared(.greaterThanOrEqual, range.lowerBound) && compared(.lessThan, range.upperBound)
  }

  /// Objects whose property is one of some values; none where there are no values.
  public func `in`<Values: Sequence>(_ values: Values) -> Predicate<Root>
  where Values.Element == Value, Value: Equatable {
    let list = Array(values)
    return predicate {
      PredicateExpressions.SequenceContains(
        sequence: PredicateExpressions.Captured(list), element: $0)
    }
  }

  /// Objects whose property is one of some values; nil never is.
  @_disfavoredOverload
  public func `in`<Values: Sequence, Wrapped: Equatable>(_ values: Values) -> Predicate<Root>
  where Values.Element == Wrapped, Value == Wrapped? {
    self.in(values.map { Optional($0) })
  }

  /// Objects of whose elements, or related objects, one equals a value.
  public func contains<Element: Equatable>(_ element: Element) -> Predicate<Root>
  where Value == [Element] {
    predicate {
      PredicateExpressions.SequenceContains(
        sequence: $0, element: PredicateExpressions.Captured(element))
    }
  }

  /// Objects of whose elements one equals a value.
  public func contains<Element: Hashable>(_ element: Element) -> Predicate<Root>
  where Value == Set<Element> {
    predicate {
      PredicateExpressions.SequenceContains(
        sequence: $0, element: PredicateExpressions.Captured(element))
    }
  }

  /// Objects to whose related ones an object belongs.
  public func contains<Member: PersistentModel>(_ member: Member) -> Predicate<Root>
  where Value == [Member]? {
    any(
      Predicate<Member>({ (other: PredicateExpressions.Variable<Member>) in
        PredicateExpressions.Equal(lhs: other, rhs: PredicateExpressions.Captured(member))
      }))
  }
}
