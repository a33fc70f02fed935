import Strata
import Testing

/// A predicate of key paths as one writes it, and what it means.
struct KeyPathCase: Sendable, CustomTestStringConvertible {
  /// The Swift text of the predicate, in which `fleet` has the objects of the test.
  let text: String
  let predicate: @Sendable (Fleet) -> Predicate<Voyage>
  let expected: @Sendable (Voyage, Fleet) -> Bool

  init(
    _ text: String, _ predicate: @escaping @Sendable (Fleet) -> Predicate<Voyage>,
    _ expected: @escaping @Sendable (Voyage, Fleet) -> Bool
  ) {
    self.text = text
    self.predicate = predicate
    self.expected = expected
  }

  var testDescription: String { text }
}

/// False with nil, whichever way.
func ordered<Value: Comparable>(
  _ lhs: Value?, _ isOrdered: (Value, Value) -> Bool, _ rhs: Value
) -> Bool { lhs.map { isOrdered($0, rhs) } ?? false }
