/// The error for a predicate or a sort descriptor that the store can't evaluate.
public enum PredicateTranslationError: Error, Sendable, Hashable {
  /// SQL can't express a part of the predicate.
  case unsupportedPredicate(String)
  /// The store can't sort by the key.
  case unsupportedSortDescriptor(String)
  /// The width of buckets isn't greater than zero, or isn't finite.
  case invalidWidth(String)
}

extension PredicateTranslationError: CustomStringConvertible {
  /// A message that names the part and says what to do.
  public var description: String {
    switch self {
    case .unsupportedPredicate(let expression):
      "the store can't evaluate this part of a predicate: \(expression)"
    case .unsupportedSortDescriptor(let key):
      "the store can't sort by \(key); sort by a persisted property"
    case .invalidWidth(let width):
      "buckets can't have the width \(width); give one that is greater than zero"
    }
  }
}
