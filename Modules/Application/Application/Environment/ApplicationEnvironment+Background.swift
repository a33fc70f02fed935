import StrataStacks
public import Strata

extension ApplicationEnvironment {
  /// Makes a context for a plugin's own work.
  ///
  /// It shares the store with the commands' context, but none of its unsaved changes.
  ///
  /// ```swift
  /// let context = try environment.backgroundContext(named: name)
  /// ```
  ///
  /// The history names `name` as the author of what you save. If the commands already use that name
  /// as their author, in any case, as in a program named after its plugin, the author is
  /// `NAME (background)`, so that you can tell both apart.
  ///
  /// - Throws: `InvalidAuthor` for a name that no author can have, such as an empty one.
  public func backgroundContext(named name: String) throws -> ModelContext {
    let taken = stack.mainAuthor.name.lowercased()
    let author = name.lowercased() == taken ? "\(name) (background)" : name
    return try stack.backgroundContext(author: TransactionAuthor(author))
  }
}
