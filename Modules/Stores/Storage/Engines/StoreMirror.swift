import StrataSQLite

/// A file that gets each save of a store as well, just before the store keeps it.
///
/// So a store of another library can be written: a store of ours has its content, with all that
/// contexts can do, and each save is carried over.
package protocol StoreMirror: AnyObject, Sendable {
  /// Writes what a save has changed. Called in the save's transaction, by one thread at a time.
  ///
  /// - Returns: What it has changed in the store itself, which becomes a transaction of its own in the
  ///   history: whoever saves doesn't know of it yet.
  /// - Throws: Nothing of the save is kept then, here or there.
  func write(
    _ transaction: StoreTransaction, author: String?, contextName: String?
  ) throws -> HistoryLog
  /// Keeps what was written: the last that is done before the store keeps it.
  func commit() throws
  /// Ends what was begun.
  ///
  /// - Parameter isSaved: Whether the store has kept the save.
  func end(isSaved: Bool)
}

extension Store {
  /// Makes sure that a file and its folder can be written.
  ///
  /// - Throws: `StorageError`.
  package static func checkWritable(_ path: String) throws {
    try checkPath(path, isReadOnly: false)
  }
}
