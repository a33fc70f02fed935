@_exported public import StrataContexts
public import StrataImport
public import StrataContexts

/// A container with a context for the main actor and background contexts, each with its own author.
///
/// Use ``BasicDataStack`` in programs, ``PreviewStack`` for a store in memory, and ``TestingStack``
/// for a store in a temporary folder. A type of your own that conforms gets the same contexts.
public protocol DataStack: AnyObject, Sendable, ImportDestination {
  /// The container of the stores.
  var container: ModelContainer { get }
  /// The author of saves of ``viewContext``.
  var mainAuthor: TransactionAuthor { get }
}

extension DataStack {
  /// The main actor's context, with the main author.
  ///
  /// It merges other contexts' saves when the main actor is free. Autosave is off, so call
  /// `save()`.
  @MainActor public var viewContext: ModelContext {
    let context = container.mainContext
    // Set only once, so that a program can change author and autosave afterwards.
    if context.author == nil {
      context.author = mainAuthor.name
      context.name = "view"
      context.autosaveEnabled = false
    }
    return context
  }

  /// Creates a context for work outside of the main actor.
  ///
  /// - Throws: `StackError.authorIsTaken` for the main author, whose saves would look like those of
  ///   the view context.
  public func backgroundContext(author: TransactionAuthor) throws(StackError) -> ModelContext {
    guard author != mainAuthor else { throw .authorIsTaken(author) }
    let context = ModelContext(container)
    context.author = author.name
    return context
  }

  /// The container's stores, as a destination for imports.
  ///
  /// - Throws: `StackError.authorIsTaken` for the main author, as `backgroundContext(author:)`.
  public func importTarget(author: TransactionAuthor?) throws(StackError) -> ImportTarget {
    guard author != mainAuthor else { throw .authorIsTaken(mainAuthor) }
    return ImportTarget(container, author: author?.name)
  }

  /// Runs a body with a new context on the container's thread for saves, and saves its changes.
  ///
  /// Bodies run one after the other, in the order of the calls, and the calls wait without blocking a thread. If the body
  /// throws, or the task is cancelled, nothing is saved. For work that awaits between its changes, use a model actor.
  ///
  /// - Throws: `StackError.authorIsTaken` for the main author, as `backgroundContext(author:)`. Otherwise as
  ///   `ModelContainer.write(author:_:)`.
  public func withContext<Result: Sendable>(
    author: TransactionAuthor, _ body: @Sendable (ModelContext) throws -> Result
  ) async throws -> Result {
    guard author != mainAuthor else { throw StackError.authorIsTaken(author) }
    return try await container.write(author: author, body)
  }

  /// Inserts the first objects of a store while its stack is created.
  func insertSeed(_ seed: (ModelContext) throws -> Void) throws {
    let context = try backgroundContext(author: .seed)
    try seed(context)
    try context.save()
  }
}

/// A task-local data stack, for code that doesn't pass one from function to function.
///
/// ```swift
/// try await CurrentDataStack.with(stack) { try await run(command) }
/// let context = try CurrentDataStack.stack().backgroundContext(author: "command")
/// ```
public enum CurrentDataStack {
  @TaskLocal private static var value: (any DataStack)?

  /// The data stack of the current task.
  ///
  /// - Throws: `StackError.noCurrentStack` if none was set.
  public static func stack() throws(StackError) -> any DataStack {
    guard let value else { throw .noCurrentStack }
    return value
  }

  /// Runs a body with a data stack. Child tasks of the body inherit it.
  ///
  /// - Throws: the body's error.
  public static func with<Result>(
    _ stack: any DataStack, _ body: () throws -> Result
  ) rethrows -> Result { try $value.withValue(stack, operation: body) }

  /// Runs an asynchronous body with a data stack. Child tasks of the body inherit it.
  ///
  /// - Throws: the body's error.
  public static func with<Result>(
    _ stack: any DataStack, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result { try await $value.withValue(stack, operation: body) }
}

extension TransactionAuthor {
  /// The author of the first objects of a ``PreviewStack`` or ``TestingStack``.
  public static let seed: TransactionAuthor = "seed"
}
