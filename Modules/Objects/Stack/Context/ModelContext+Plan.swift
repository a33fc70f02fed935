public import StrataModel
public import StrataSQLite
internal import StrataSchema
internal import StrataStorage

extension ModelContext {
  /// The SQL of a descriptor with its bound values, and SQLite's query plan.
  ///
  /// Unsaved changes aren't part of it, since the context evaluates them in memory.
  ///
  /// - Throws: ``PredicateTranslationError/unsupportedPredicate(_:)`` if SQL can't express the
  ///   predicate, `StorageError`.
  public func explain<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> (sql: SQLQuery, plan: [String]) {
    try explain(try descriptor.query(in: graph(of: T.self)))
  }
}
