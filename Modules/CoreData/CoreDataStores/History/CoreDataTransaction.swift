public import Foundation

/// One save in the history of a Core Data store.
public struct CoreDataTransaction: Sendable, Hashable {
  /// The transaction's number, which increases with time.
  public let number: Int64
  /// The time of the save.
  public let timestamp: Date
  /// The author of the save: the context's `transactionAuthor`.
  public let author: String?
  /// The context's name.
  public let contextName: String?
  /// The program's bundle identifier.
  public let bundleID: String?
  /// The program's name or number.
  public let processID: String?
  /// The changes, in the order in which they were written.
  public let changes: [Change]

  /// A change of one object.
  public struct Change: Sendable, Hashable {
    /// The object's entity.
    public let entity: String
    /// The object's key in its table.
    public let key: Int64
    /// The kind of change.
    public let kind: Kind
    /// The properties that an update changed. Nil for other changes, or if the order of the bits is
    /// unknown.
    public let updatedProperties: [String]?
  }

  /// The kind of a change. The raw values are those in the store.
  public enum Kind: Int64, Sendable, Hashable {
    case insert = 0
    case update = 1
    case delete = 2
  }
}
