public import Foundation
import Strata

/// An object in an envelope: its class, its identifier in all stores, and values by the names of properties.
public struct SyncObject: Codable, Sendable, Hashable {
  /// A kind of change.
  public enum Kind: String, Codable, Sendable {
    /// All values are there.
    case insert
    /// The values of changed properties are there.
    case update
    /// The object was deleted.
    case delete
  }

  /// The kind of change.
  public var kind: Kind
  /// The name of the class.
  public var entity: String
  /// The identifier.
  public var id: UUID
  /// The values of attributes: the columns of each, one for most types.
  public var values: [String: SyncValue]?
  /// The identifiers of related objects, one at most for a to-one relationship.
  public var links: [String: [UUID]]?
  /// In a push, the identifiers that the server had in to-many relationships at the replica's cursor.
  public var formerLinks: [String: [UUID]]?

  /// Creates an object without values.
  public init(_ kind: Kind, _ entity: String, _ id: UUID) {
    self.kind = kind
    self.entity = entity
    self.id = id
  }
}

/// A save of a replica, as its history has it.
public struct SyncSave: Codable, Sendable, Hashable {
  /// The number.
  public var number: Int64
  /// The bits of the time, which tell the save from another one with its number.
  public var stamp: String

  /// Creates the name of a save.
  public init(number: Int64, stamp: String) {
    self.number = number
    self.stamp = stamp
  }

  static let none = SyncSave(number: 0, stamp: "")
}

/// The changes of a replica that the server hasn't acknowledged.
public struct SyncPush: Codable, Sendable {
  /// The replica.
  public var replica: UUID
  /// The replica's name, for people.
  public var name: String?
  /// The position in the server's history that the changes build on. Nil before the replica has one.
  public var cursor: String?
  /// True for a page of everything, from a replica that pushes for the first time.
  public var isPage: Bool
  /// The last save that the server has acknowledged.
  public var after: SyncSave
  /// The saves that are in the changes, oldest first. The last one names the push. For a page, the last save before the
  /// first page.
  public var saves: [SyncSave]
  /// The author of the last save.
  public var author: String?
  /// The changes by object.
  public var changes: [SyncObject]
}

/// A server's answer to a push.
public struct SyncPushAnswer: Codable, Sendable {
  /// The identifier of the server's store.
  public var server: UUID
  /// The last save of the replica that the server has.
  public var save: SyncSave
  /// The position of the server's history before the push.
  public var cursor: String
  /// The reason if the server has refused the push. It has changed nothing then.
  public var refusal: String?
  /// The objects that are others now, since these have the same unique values: former identifiers and theirs.
  public var unified: [SyncUnified]
}

/// An object of a replica that is another object on the server.
public struct SyncUnified: Codable, Sendable, Hashable {
  /// The identifier that the replica gave.
  public var from: UUID
  /// The identifier that the object has.
  public var to: UUID
}

/// A question for the changes on a server.
public struct SyncPull: Codable, Sendable {
  /// The replica.
  public var replica: UUID
  /// The position that the replica has. Nil to read everything.
  public var cursor: String?
  /// The page of everything, from the answer before. Nil for the first one.
  public var page: String?
  /// Objects that the replica needs whole, at the position of the answer.
  public var wants: [UUID]?
  /// Objects of which the replica asks whether they are there. The answer has those that aren't.
  public var checks: [UUID]?
  /// Reports of conflicts that the replica has recorded.
  public var recorded: [UUID]?
}

/// A server's changes, as one step.
public struct SyncPullAnswer: Codable, Sendable {
  /// The identifier of the server's store.
  public var server: UUID
  /// The position after the changes. In a page of everything, the position at its beginning.
  public var cursor: String
  /// The next page of everything. Nil after the last one.
  public var page: String?
  /// True if there are further changes.
  public var hasMore: Bool
  /// The changes by object. The classes come in an order in which required relationships can be set.
  public var changes: [SyncObject]
  /// Objects that aren't there for this replica.
  public var gone: [UUID]
  /// Reports of conflicts that the replica hasn't recorded.
  public var conflicts: [SyncReport]
}

/// A value that lost, in an envelope. See ``SyncConflict``.
public struct SyncReport: Codable, Sendable, Hashable {
  /// The identifier of the report.
  public var uid: UUID
  /// The replica that has lost.
  public var replica: UUID?
  /// The class of the object.
  public var entity: String
  /// The object.
  public var object: UUID
  /// The property, or nil for the whole object.
  public var property: String?
  /// The kind of conflict.
  public var kind: SyncConflict.Kind
  /// The value that the object has.
  public var kept: SyncValue?
  /// The value that lost.
  public var lost: SyncValue?
  /// The author whose value was kept.
  public var author: String?
  /// The time.
  public var date: Date
}

extension SyncReport {
  init(_ conflict: SyncConflict) throws {
    uid = conflict.uid
    replica = conflict.replica
    entity = conflict.entityName
    object = conflict.object
    property = conflict.property
    kind = conflict.kind
    kept = try conflict.kept.map(SyncValue.init(text:))
    lost = try conflict.lost.map(SyncValue.init(text:))
    author = conflict.keptAuthor
    date = conflict.date
  }
}
