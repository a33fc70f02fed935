import StrataApplication
import StrataCoreDataStores
import StrataSQLite
import StrataShell

extension ModelCommands {
  /// Returns how to write to a store of Core Data, from the options ``writing``. Nil without `--edit`: the store is only
  /// read.
  ///
  /// - Parameter others: Further options that are for `--edit`.
  /// - Throws: A usage error for one of these options without `--edit`.
  static func writePolicy(
    _ invocation: Invocation, others: [String] = []
  ) throws -> CoreDataWritePolicy? {
    guard invocation.flag("edit") else {
      for name in writing.map(\.name) + others
      where invocation.option(name) != nil || invocation.flag(name) {
        throw invocation.usageError("--\(name) is for --edit")
      }
      return nil
    }
    return CoreDataWritePolicy(
      history: invocation.option("history")?.text,
      leavesCloudKit: invocation.flag("leave-cloudkit"))
  }

  /// Opens a store that a command was given by its path.
  ///
  /// - Throws: ``ShellError`` if the store can't be read. What the body throws besides.
  static func opening<Result>(_ open: () throws -> Result) throws -> Result {
    do {
      return try open()
    } catch let error as StorageError {
      if case .interrupted = error { throw error }
      throw ShellError(unreadable: error)
    }
  }
}
