/// A value of a row as far as it is known: fetches leave out attributes, and nothing else may be taken for their
/// values.
///
/// It isn't `Equatable`, since what isn't known equals nothing, not even another unknown value. Compare by
/// ``isKnown(toEqual:)``.
package enum Known<Value: Equatable> {
  case known(Value)
  /// The value wasn't read.
  case unread

  /// The value, nil if it wasn't read.
  package var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }

  /// True if both values are known and equal.
  package func isKnown(toEqual other: Known) -> Bool {
    guard case .known(let value) = self, case .known(let otherValue) = other else { return false }
    return value == otherValue
  }
}
