public import Foundation

/// A transaction in the history of a store.
public struct HistoryEntry: Sendable, Hashable {
  /// The number, one more than that of the transaction before.
  public let number: Int64
  /// The author of the save.
  public let author: String?
  /// The name of the context that saved.
  public let contextName: String?
  /// The time of the save.
  public let timestamp: Date
  /// The program and process that saved, such as `appshell[4711]`.
  public let process: String
  /// The changes.
  public let changes: [HistoryEntry.Change]
}

/// A position in a store's history: everything up to a transaction.
///
/// It is the number of a transaction. A file has one writer at a time. On a server saves may run side by side, but get their
/// numbers one after the other, each as the last thing before its commit, so that numbers are in the order of the commits.
public struct HistoryPosition: Sendable, Hashable, Codable {
  let number: Int64

  /// Creates the position after a transaction.
  package init(after number: Int64) { self.number = number }

  /// The position before the first save.
  public static let beginning = HistoryPosition(after: 0)

  /// The number of the last transaction up to here, or 0 at the beginning.
  package var transaction: Int64 { number }
}
