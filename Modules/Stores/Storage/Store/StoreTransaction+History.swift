package import Foundation
internal import StrataSQLite
internal import StrataSchema

extension StoreTransaction {
  /// Adds an entry to the history of what was done elsewhere and before: by another library, whose store
  /// is taken over.
  ///
  /// - Throws: `StorageError`.
  package func appendHistory(
    author: String?, contextName: String?, timestamp: Date, process: String, _ log: HistoryLog
  ) throws {
    _ = try connection.appendHistory(
      author: author, contextName: contextName, log: log, after: try connection.historyState(),
      timestamp: timestamp, process: process)
    state = nil
  }
}
