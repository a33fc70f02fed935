public import Strata

extension ApplicationEnvironment {
  /// A context for a plugin's own work: it shares the store with the commands' context, but none of its
  /// unsaved changes.
  ///
  /// ```swift
  /// let context = try environment.backgroundContext(named: name)
  /// ```
  ///
  /// The history shows what it saves under the given name. Where the commands write under that name
  /// already, in whatever case, as in a program that is called like its plugin, the author is
  /// `NAME (background)`, so that the history tells both apart.
  ///
  /// - Throws: `InvalidAuthor` for a name that no author can have, such as an empty one.
  public func backgroundContext(named name: String) throws -> ModelContext {
    let taken = stack.mainAuthor.name.lowercased()
    let author = name.lowercased() == taken ? "\(name) (background)" : name
    return try stack.backgroundContext(author: TransactionAuthor(author))
  }
}
