internal import Foundation
public import StrataModel
internal import StrataSchema

/// A container with a context for the main actor and contexts for work beside it, each with an
/// author of its own.
public final class DataStack: Sendable {
  /// The container.
  public let container: ModelContainer
  /// Who writes through ``viewContext``.
  public let mainAuthor: TransactionAuthor

  /// Opens a store for some model classes.
  ///
  /// - Throws: as ``ModelContainer``.
  public convenience init(
    for types: [any PersistentModel.Type],
    configuration: ModelConfiguration = ModelConfiguration(), mainAuthor: TransactionAuthor
  ) throws {
    self.init(
      try ModelContainer(for: types, configuration: configuration), mainAuthor: mainAuthor)
  }

  /// A stack on a container.
  public init(_ container: ModelContainer, mainAuthor: TransactionAuthor) {
    self.container = container
    self.mainAuthor = mainAuthor
  }

  /// The main actor's context, with the main author. What other contexts save is merged into it when
  /// the main actor is free. It saves when it is told to, not by itself.
  @MainActor public var viewContext: ModelContext {
    let context = container.mainContext
    if context.author == nil {
      context.author = mainAuthor.name
      context.name = "view"
      context.autosaveEnabled = false
    }
    return context
  }

  /// A context for work beside the main actor.
  ///
  /// - Throws: ``StackError/authorIsTaken(_:)`` for the main author, whose changes would look like
  ///   the view context's own.
  public func backgroundContext(author: TransactionAuthor) throws(StackError) -> ModelContext {
    guard author != mainAuthor else { throw .authorIsTaken(author) }
    let context = ModelContext(container)
    context.author = author.name
    return context
  }

  /// Runs a body with a context of its own, and saves what it did; when it throws, nothing is kept.
  ///
  /// - Throws: what the body throws, ``StackError/authorIsTaken(_:)``, or what saving throws.
  public func withContext<Result>(
    author: TransactionAuthor, _ body: (ModelContext) throws -> Result
  ) throws -> Result {
    let context = try backgroundContext(author: author)
    let result = try body(context)
    try context.save()
    return result
  }
}
