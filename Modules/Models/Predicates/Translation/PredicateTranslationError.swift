/// What a store can't be asked.
public enum PredicateTranslationError: Error, Sendable, Hashable {
  /// A predicate says something that SQL can't.
  case unsupportedPredicate(String)
  /// A sort key can't be ordered by in the store.
  case unsupportedSortDescriptor(String)
}

extension PredicateTranslationError: CustomStringConvertible {
  /// What can't be asked, and what to do.
  public var description: String {
    switch self {
    case .unsupportedPredicate(let expression):
      "the store can't evaluate this part of a predicate: \(expression)"
    case .unsupportedSortDescriptor(let key):
      "the store can't sort by \(key); sort by a persisted property"
    }
  }
}
