public import StrataContexts
public import StrataModel
internal import StrataSchema

// The same functions for an author's name that a program has as text, such as a user's. A literal is a
// `TransactionAuthor`, which the compiler takes first.
extension DataStack {
  /// Creates a context as `backgroundContext(author:)`, with the name of an author, such as that of a user.
  ///
  /// - Throws: `StackError.invalidAuthor` for a name that is empty or blank, or contains line breaks. Otherwise as
  ///   `backgroundContext(author:)`.
  @_disfavoredOverload
  public func backgroundContext(author name: String) throws -> ModelContext {
    try backgroundContext(author: TransactionAuthor(name))
  }

  /// Runs a body with a new context as `withContext(author:_:)`, with the name of an author.
  ///
  /// - Throws: `StackError.invalidAuthor`, before the body runs. Otherwise as `withContext(author:_:)`.
  @_disfavoredOverload
  public func withContext<Result: Sendable>(
    author name: String, _ body: @Sendable (ModelContext) throws -> Result
  ) async throws -> Result {
    try await withContext(author: TransactionAuthor(name), body)
  }
}

extension BasicDataStack {
  /// Creates a stack for a container, with the name of the view context's author, such as one of the settings.
  ///
  /// - Throws: `StackError.invalidAuthor` for a name that is empty or blank, or contains line breaks. Otherwise as
  ///   `init(_:mainAuthor:history:)`.
  @_disfavoredOverload
  public convenience init(
    _ container: ModelContainer, mainAuthor name: String, history: HistoryOptions? = nil
  ) throws {
    try self.init(container, mainAuthor: TransactionAuthor(name), history: history)
  }

  /// Opens a store for model classes, or a store for each configuration, with the name of the view context's author.
  ///
  /// - Throws: `StackError.invalidAuthor`, before a store is opened. Otherwise as `ModelContainer`, and as
  ///   `init(_:mainAuthor:history:)`.
  @_disfavoredOverload
  public convenience init(
    for types: [any PersistentModel.Type], migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration..., mainAuthor name: String, history: HistoryOptions? = nil
  ) throws {
    let author = try TransactionAuthor(name)
    try self.init(
      ModelContainer(
        for: Schema(types), migrationPlan: migrationPlan, configurations: configurations),
      mainAuthor: author, history: history)
  }
}
