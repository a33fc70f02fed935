extension HistoryEntry {
  /// A change of one object in a transaction.
  public struct Change: Sendable, Hashable {
    /// The kind of a change.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
      case insert = 0
      case update = 1
      case delete = 2
    }

    /// The entity of the object.
    public let entity: String
    /// The key of the object.
    public let key: Int64
    /// The kind of the change.
    public let kind: Kind
    /// The names of the properties that changed, in order of declaration; empty but for updates.
    public let properties: [String]

    /// The tombstone of a deleted object, or nil where its class preserves nothing, and for other
    /// changes.
    public let tombstone: Tombstone?

    /// Describes a change.
    public init(
      entity: String, key: Int64, kind: Kind, properties: [String] = [],
      tombstone: Tombstone? = nil
    ) {
      self.entity = entity
      self.key = key
      self.kind = kind
      self.properties = properties
      self.tombstone = tombstone
    }
  }
}
