public import Foundation

/// One save, as the store remembers it.
public struct HistoryEntry: Sendable, Hashable {
  /// Its number: one more than that of the transaction before.
  public let number: Int64
  /// The author of the save.
  public let author: String?
  /// The name of the context that saved.
  public let contextName: String?
  /// When it was saved.
  public let timestamp: Date
  /// The program and process that saved, such as `appshell[4711]`.
  public let process: String
  /// The changes.
  public let changes: [HistoryEntry.Change]
}
