public import StrataContexts
internal import StrataModel

/// The container that items are imported into, and the author of the transactions.
public struct ImportTarget {
  let container: ModelContainer
  let author: String?
  /// The limits of each store's graph, or nil for those of the container's configurations.
  private let limits: [ObjectGraph.Limits]?

  /// Creates a target.
  package init(_ container: ModelContainer, author: String?) {
    self.container = container
    self.author = author
    limits = nil
  }

  /// Creates the target of a context, in whose scopes the import stays, with its settings of the server.
  init(_ context: ModelContext, author: String?) {
    container = context.container
    self.author = author
    limits = context.graphs.map(\.limits)
  }

  func makeContext() -> ModelContext {
    let context = ModelContext(container)
    context.author = author
    for (graph, limits) in zip(context.graphs, limits ?? []) { graph.limits = limits }
    return context
  }
}

/// A destination for imported items: a container, a data stack or a context.
public protocol ImportDestination {
  /// Returns the container that receives the items, and the author of the transactions.
  ///
  /// - Parameter author: The requested author, or nil for none.
  /// - Throws: `StackError.authorIsTaken`.
  func importTarget(author: TransactionAuthor?) throws(StackError) -> ImportTarget
}

extension ModelContainer: ImportDestination {
  /// Imports into the container's stores.
  public func importTarget(author: TransactionAuthor?) -> ImportTarget {
    ImportTarget(self, author: author?.name)
  }
}

extension ModelContext: ImportDestination {
  /// Imports into the stores of the context's container, by default with the context's author. The import
  /// stays in the context's scopes, and has its settings of the server.
  public func importTarget(author: TransactionAuthor?) -> ImportTarget {
    ImportTarget(self, author: author?.name ?? self.author)
  }
}
