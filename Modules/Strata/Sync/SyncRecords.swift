import Strata
public import StrataSchema
public import StrataModel

extension Schema {
  /// The classes in which a store records what sync knows: of objects, of the server, of replicas and of conflicts. The
  /// schema of a replica's or server's container needs them.
  ///
  /// ```swift
  /// let schema = Schema([Note.self, Folder.self] + Schema.syncModels)
  /// ```
  public static var syncModels: [any PersistentModel.Type] {
    [SyncIdentity.self, SyncedReplica.self, SyncedServer.self, SyncedStore.self, SyncConflict.self]
  }
}

/// The name that an object has in all stores, since keys are each store's own.
@Model final class SyncIdentity {
  #Index<SyncIdentity>([\.rootName, \.rowKey])

  /// The name. Several may lead to one row: those of objects that were unified.
  @Attribute(.unique) var uid: UUID
  /// The name of the object's entity or, of a class with a superclass, of its root entity.
  var rootName: String
  /// The object's key.
  var rowKey: Int64
  /// True for the name of an object that was unified with another one.
  var isAlias: Bool
  /// On a replica, the identifiers that the server has in the object's to-many relationships, as JSON. Nil for none.
  var lists: Data?

  init(uid: UUID, rootName: String, rowKey: Int64, isAlias: Bool = false) {
    self.uid = uid
    self.rootName = rootName
    self.rowKey = rowKey
    self.isAlias = isAlias
  }
}

/// On a server, a replica that has pushed changes.
@Model final class SyncedReplica {
  /// The replica's identifier.
  @Attribute(.unique) var uid: UUID
  /// The replica's name, for people.
  var name: String?
  /// The number of the replica's last save that the server has.
  var number: Int64
  /// The time of this save, which tells it from another one with its number.
  var stamp: String
  /// The position before the replica's first push: what its changes build on until it has pulled.
  var start: String

  init(uid: UUID, start: String) {
    self.uid = uid
    number = 0
    stamp = ""
    self.start = start
  }
}

/// A replica's state of its sync with a server: one row at most.
@Model @Snapshot final class SyncedServer {
  /// The identifier of the store as a replica.
  var replica: UUID
  /// The identifier of the server's store. Nil before the first answer.
  var server: UUID?
  /// The position in the server's history that the replica has. Nil while it reads everything.
  var cursor: String?
  /// The number of the last own save that the server has, or 0.
  var pushedNumber: Int64
  /// The time of this save.
  var pushedStamp: String
  /// The number of a later save up to which no change is pending: those up to it came from the server.
  var passedNumber: Int64 = 0
  /// The position that pending changes build on, where the replica has pulled since: others' values that it has left out for
  /// them. Empty for none, nil for the cursor.
  var pushBase: String?
  /// True if the server has all changes that build on ``pushBase``. The next pull that leaves nothing out ends it then: before,
  /// the store lacks the values that the server has kept.
  var isBasePushed: Bool = false
  /// The last own save before a push of everything began. Nil if none is under way.
  var pageStart: String?
  /// The next page of a push or a pull of everything. Nil if none is under way.
  var pushPage: String?
  var pullPage: String?
  /// The cursor at which a pull of everything began.
  var startCursor: String?
  /// True if the replica has had everything once.
  var isComplete: Bool
  /// The fingerprint of the schema with which it was read.
  var schemaName: String
  /// The names of classes and properties whose changes weren't pushed, since the program that pushed doesn't have them, as
  /// JSON, and the number of the save before the first of these changes.
  var leftOutNames: Data?
  var leftOutNumber: Int64 = 0
  /// The reason why the server has refused the last push. Nil if it hasn't.
  var refusal: String?
  /// The time of the last sync that has brought something.
  var syncDate: Date?

  init(replica: UUID, schemaName: String) {
    self.replica = replica
    self.schemaName = schemaName
    pushedNumber = 0
    pushedStamp = ""
    isComplete = false
  }

}

extension SyncedServer.Snapshot {
  /// The number of the save after which changes may wait for the server.
  var pendingStart: Int64 { max(pushedNumber, passedNumber) }
  /// The last own save that the server has.
  var pushed: SyncSave { SyncSave(number: pushedNumber, stamp: pushedStamp) }
  /// The position that pending changes build on.
  var base: String? { pushBase.map { $0.isEmpty ? nil : $0 } ?? cursor }
}

/// The progress of naming a store's objects, for programs with the same classes.
@Model final class SyncedStore {
  /// The fingerprint of the classes.
  @Attribute(.unique) var schemaName: String
  /// The number of the last save whose inserted objects have identities.
  var identifiedNumber: Int64
  /// The next page of objects, for those that no save in the history has inserted. Nil after the last one.
  var page: String?

  init(schemaName: String) {
    self.schemaName = schemaName
    identifiedNumber = 0
    page = "0 0"
  }
}
