/// What one save changed: the message that travels from a store up to whoever looks.
public struct ChangeSet: Sendable, Hashable {
  /// What happened to one object.
  public struct Change: Sendable, Hashable {
    /// What kind of change it was.
    public enum Kind: Sendable, Hashable { case insert, update, delete }

    /// The entity of the object.
    public let entity: String
    /// The key of the object.
    public let key: Int64
    /// What kind of change it was.
    public let kind: Kind
    /// The properties that changed; empty but for updates.
    public let properties: [String]

    /// Describes a change.
    public init(entity: String, key: Int64, kind: Kind, properties: [String] = []) {
      self.entity = entity
      self.key = key
      self.kind = kind
      self.properties = properties
    }
  }

  /// The number of the transaction.
  public let transaction: Int64
  /// Who saved.
  public let author: String?
  /// What changed.
  public let changes: [Change]

  /// Puts a change set together.
  public init(transaction: Int64, author: String?, changes: [Change]) {
    self.transaction = transaction
    self.author = author
    self.changes = changes
  }
}
