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

/// A place in a store's history: all that was saved up to it.
///
/// What it is made of is the store's affair. In a file it is the number of a transaction, since one
/// connection writes after the other; an engine where many write at once needs more.
public struct HistoryPosition: Sendable, Hashable, Codable {
  let number: Int64

  /// The position behind a transaction.
  package init(after number: Int64) { self.number = number }

  /// Before the first save.
  public static let beginning = HistoryPosition(after: 0)

  /// The number of the last transaction up to here; 0 at the beginning.
  package var transaction: Int64 { number }
}
