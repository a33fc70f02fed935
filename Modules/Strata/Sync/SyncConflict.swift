public import Strata
@_spi(Query) import StrataContexts

/// A value that lost against another one, on the replica that had set it.
///
/// It is an ordinary object: fetch conflicts, observe them, show them to people. Answer one by
/// ``Replica/resolve(_:by:author:)``, or delete it.
@Model public final class SyncConflict {
  /// The identifier of the report.
  @Attribute(.unique) public var uid: UUID
  /// On a server, the replica that has lost. Nil if the server's own program has set the value.
  public var replica: UUID?
  /// The name of the object's class.
  public var entityName: String
  /// The identifier of the object in all stores.
  public var object: UUID
  /// The property. Nil if the whole object is in conflict.
  public var property: String?
  /// The kind of conflict.
  public var kind: Kind
  /// The value that the object has, as in an envelope. Nil if it was deleted.
  public var kept: String?
  /// The value that lost, as in an envelope. Nil for a deletion.
  public var lost: String?
  /// The author whose value was kept. Nil if the author has no name.
  public var keptAuthor: String?
  /// The time at which the server has found the conflict.
  public var date: Date

  /// A kind of conflict.
  public enum Kind: String, Codable, Sendable {
    /// Both have changed the property.
    case changedByBoth
    /// The object was deleted elsewhere, and the value with it.
    case deleted
    /// The object was deleted here, and is there again, since others have changed it.
    case notDeleted
    /// Another object has the unique value.
    case notUnique
  }

  /// The object, or nil if it was deleted.
  ///
  /// - Throws: Errors of reading.
  public func object(in context: ModelContext) throws -> (any PersistentModel)? {
    let id = object
    guard
      let identity = try context.fetch(
        FetchDescriptor<SyncIdentity>(predicate: #Predicate { $0.uid == id })
      ).first
    else { return nil }
    return try context.model(entity: identity.rootName, key: identity.rowKey)
  }

  init(_ report: SyncReport) throws {
    uid = report.uid
    replica = report.replica
    entityName = report.entity
    object = report.object
    property = report.property
    kind = report.kind
    kept = try report.kept?.text
    lost = try report.lost?.text
    keptAuthor = report.author
    date = report.date
  }
}
