public import StrataModel
public import StrataSQLite
internal import StrataSchema
internal import StrataStorage

extension ModelContext {
  /// The SQL that a descriptor becomes, its bound values, and SQLite's plan for it. Unsaved changes,
  /// which are looked at in memory, don't show.
  ///
  /// - Throws: ``PredicateTranslationError/unsupportedPredicate(_:)`` for what SQL can't say, `StorageError`.
  public func explain<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> (sql: SQLQuery, plan: [String]) {
    try explain(try descriptor.query(in: graph(of: T.self)))
  }
}
