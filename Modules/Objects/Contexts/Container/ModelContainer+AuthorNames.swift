public import Foundation
internal import StrataGraph

// The same functions for an author's name that a program has as text, such as a user's. A literal is a
// `TransactionAuthor`, which the compiler takes first.
extension ModelContainer {
  /// Changes the stores as `write(author:_:)`, with the name of an author, such as that of a user.
  ///
  /// - Throws: ``StackError/invalidAuthor(_:)`` for a name that is empty or blank, or contains line breaks, before the body runs.
  ///   Otherwise as `write(author:_:)`.
  @_disfavoredOverload
  public func write<T: Sendable>(
    author name: String?, _ body: @Sendable (ModelContext) throws -> T
  ) async throws -> T {
    try await write(author: name.map { try TransactionAuthor($0) }, body)
  }

  /// Puts a backup in the place of a store's content as `restore(from:in:author:progress:)`, with the name of an
  /// author.
  ///
  /// - Throws: ``StackError/invalidAuthor(_:)``, before anything changes. Otherwise as `restore(from:in:author:progress:)`.
  @_disfavoredOverload @discardableResult
  public func restore(
    from url: URL, in configuration: ModelConfiguration.ID? = nil, author name: String?,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> URL {
    try restore(
      from: url, in: configuration, author: name.map { try TransactionAuthor($0) },
      progress: progress)
  }
}
