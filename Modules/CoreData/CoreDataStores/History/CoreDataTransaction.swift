public import Foundation

/// What was saved at once in a store that keeps a history.
public struct CoreDataTransaction: Sendable, Hashable {
  /// Its number, which rises with time.
  public let number: Int64
  /// When it was saved.
  public let timestamp: Date
  /// Who has saved it: the context's `transactionAuthor`.
  public let author: String?
  /// The context's name.
  public let contextName: String?
  /// The program's bundle identifier.
  public let bundleID: String?
  /// The program's name or number.
  public let processID: String?
  /// What has changed, in the order in which it was written.
  public let changes: [Change]

  /// What has happened to one object.
  public struct Change: Sendable, Hashable {
    /// The object's entity.
    public let entity: String
    /// The object's key in its table.
    public let key: Int64
    /// What has happened.
    public let kind: Kind
    /// The properties that have changed, as far as it is known how they are written down; nil where it
    /// isn't, and for other changes than updates.
    public let updatedProperties: [String]?
  }

  /// What can happen to an object. The raw values are those in the store.
  public enum Kind: Int64, Sendable, Hashable {
    case insert = 0
    case update = 1
    case delete = 2
  }
}
