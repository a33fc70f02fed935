public import StrataImport
public import StrataStack

/// A container with a context for the main actor and contexts for work beside it, each with an author of its
/// own.
///
/// ``BasicDataStack`` is what a program starts with, ``PreviewStack`` is in memory, and ``TestingStack`` has
/// a folder of its own. A type of one's own that conforms gets the same contexts.
public protocol DataStack: AnyObject, Sendable, ImportDestination {
  /// The container.
  var container: ModelContainer { get }
  /// Who writes through ``viewContext``.
  var mainAuthor: TransactionAuthor { get }
}

extension DataStack {
  /// The main actor's context, with the main author. What other contexts save is merged into it when the
  /// main actor is free. It saves when it is told to, not by itself.
  @MainActor public var viewContext: ModelContext {
    let context = container.mainContext
    // Once: whoever gives it another author or lets it save by itself afterwards means it.
    if context.author == nil {
      context.author = mainAuthor.name
      context.name = "view"
      context.autosaveEnabled = false
    }
    return context
  }

  /// A context for work beside the main actor.
  ///
  /// - Throws: `StackError.authorIsTaken` for the main author, whose changes would look like the view
  ///   context's own.
  public func backgroundContext(author: TransactionAuthor) throws(StackError) -> ModelContext {
    guard author != mainAuthor else { throw .authorIsTaken(author) }
    let context = ModelContext(container)
    context.author = author.name
    return context
  }

  /// The container's stores, for what is imported into them.
  ///
  /// - Throws: `StackError.authorIsTaken` for the main author, as ``backgroundContext(author:)``.
  public func importTarget(author: TransactionAuthor?) throws(StackError) -> ImportTarget {
    guard author != mainAuthor else { throw .authorIsTaken(mainAuthor) }
    return ImportTarget(container, author: author?.name)
  }

  /// Runs a body with a context of its own, and saves what it did; when it throws, nothing is kept.
  ///
  /// - Throws: what the body throws, `StackError.authorIsTaken`, or what saving throws.
  public func withContext<Result>(
    author: TransactionAuthor, _ body: (ModelContext) throws -> Result
  ) throws -> Result {
    let context = try backgroundContext(author: author)
    let result = try body(context)
    try context.save()
    return result
  }

  /// Runs an asynchronous body with a context of its own, and saves what it did; when it throws, or its task
  /// is cancelled, nothing is kept.
  ///
  /// The context belongs to the isolation that calls.
  ///
  /// - Throws: as ``withContext(author:_:)``, and `CancellationError`.
  public func withContext<Result>(
    author: TransactionAuthor, isolation: isolated (any Actor)? = #isolation,
    _ body: (ModelContext) async throws -> Result
  ) async throws -> Result {
    let context = try backgroundContext(author: author)
    let result = try await body(context)
    try Task.checkCancellation()
    try context.save()
    return result
  }
}
