public import Foundation

/// An error of sync.
public enum SyncError: Error, Sendable, Hashable {
  /// The container's schema lacks the classes in which sync records what it knows.
  case missingModels
  /// The container's store is a custom one, which has no history.
  case unsupportedStore
  /// The server is another store than the one that the replica knows.
  case otherServer(expected: UUID, found: UUID)
  /// The server's store was restored from a backup: it lacks saves that the replica has.
  case serverWasRestored
  /// The replica's store was restored from a backup or copied: the server has saves of it that it lacks.
  case replicaWasRestored
  /// The server's history was cleaned beyond the replica's position.
  case expired
  /// An envelope names a class or a property that the other side's schema doesn't have, or a value that doesn't fit.
  case unknownProperty(entity: String, property: String?)
  /// An envelope isn't one, or contradicts itself.
  case malformed(reason: String)
  /// An envelope has more than the server takes.
  case tooLarge(limit: Int)
  /// Other saves have conflicted with each of twenty attempts.
  case busy
  /// The server's answer isn't one of sync.
  case unexpectedAnswer(status: Int, text: String)
  /// The conflict can't be answered this way, because its object was deleted.
  case objectIsDeleted(entity: String, object: UUID)
}

extension SyncError: CustomStringConvertible {
  /// A description of the error, and what to do about it.
  public var description: String {
    switch self {
    case .missingModels:
      "the container's schema lacks the classes of sync; make it of Schema([…] + Schema.syncModels)"
    case .unsupportedStore:
      "a custom store has no history to sync; give the container a store of Strata's"
    case .otherServer(let expected, let found):
      "the server is the store \(found), and this replica belongs to \(expected); correct the address, or call "
        + "startOver() to join this server"
    case .serverWasRestored:
      "the server's store was restored from a backup, and lacks changes that this replica has; call startOver() to "
        + "push everything that the server lacks, and to read everything anew"
    case .replicaWasRestored:
      "the replica's store was restored from a backup or copied, and the server has later changes of it; call "
        + "startOver() to make it a replica of its own"
    case .expired:
      "the server's history was cleaned beyond this replica's position; it reads everything anew"
    case .unknownProperty(let entity, let property?):
      "the other side has no property \(property) of \(entity), or of another type; bring both programs to one version"
    case .unknownProperty(let entity, nil):
      "the other side has no class \(entity); bring both programs to one version"
    case .malformed(let reason): "the envelope is malformed: \(reason)"
    case .tooLarge(let limit):
      "the envelope has more than \(limit) objects; push in smaller steps, or raise the server's limit"
    case .busy: "others have changed the store during each attempt; sync again"
    case .unexpectedAnswer(let status, let text):
      "the server's answer isn't one of sync (HTTP \(status)): \(text)"
    case .objectIsDeleted(let entity, let object):
      "the \(entity) \(object) was deleted, so that no value of it can be restored; insert a new one with the values "
        + "of the conflict, or delete the conflict"
    }
  }
}

extension SyncError: Codable {}
