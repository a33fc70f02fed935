internal import StrataModel
public import StrataStack

/// Where items are imported to, and who writes.
public struct ImportTarget {
  let container: ModelContainer
  let author: String?

  /// Names a container and an author.
  package init(_ container: ModelContainer, author: String?) {
    self.container = container
    self.author = author
  }

  func makeContext() -> ModelContext {
    let context = ModelContext(container)
    context.author = author
    return context
  }
}

/// Something that items can be imported into: a container, a data stack, a context.
public protocol ImportDestination {
  /// Tells where items are imported to, and who writes.
  ///
  /// - Parameter author: Who is to write; nil for nobody in particular.
  /// - Throws: `StackError.authorIsTaken`.
  func importTarget(author: TransactionAuthor?) throws(StackError) -> ImportTarget
}

extension ModelContainer: ImportDestination {
  /// The container's stores.
  public func importTarget(author: TransactionAuthor?) -> ImportTarget {
    ImportTarget(self, author: author?.name)
  }
}

extension ModelContext: ImportDestination {
  /// The stores of the context's container; the context's author writes, where no other is named.
  public func importTarget(author: TransactionAuthor?) -> ImportTarget {
    ImportTarget(container, author: author?.name ?? self.author)
  }
}
