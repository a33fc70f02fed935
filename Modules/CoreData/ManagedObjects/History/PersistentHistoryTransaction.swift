public import Foundation
public import StrataHistory
import StrataModel

/// A place in the history of a coordinator's stores: all that was saved up to it. It is `Codable`, to be kept until
/// the program goes on from there.
public typealias PersistentHistoryToken = DefaultHistoryToken

/// One save, as the history of a store has it.
public struct PersistentHistoryTransaction {
  /// When it was saved.
  public var timestamp: Date { made.timestamp }
  /// What changed, in order; nil where it wasn't asked for.
  public internal(set) var changes: [PersistentHistoryChange]?
  /// The transaction's number in its store, counted from 1.
  public var transactionNumber: Int64 { made.transactionIdentifier }
  /// The identifier of the store that was saved to.
  public var storeID: String { made.storeIdentifier }
  /// The program that saved.
  public var bundleID: String { made.bundleIdentifier }
  /// The number of the process that saved.
  public var processID: String { made.processIdentifier }
  /// The name of the context that saved.
  public var contextName: String? { made.contextName }
  /// Who saved: the context's `transactionAuthor`.
  public var author: String? { made.author }
  /// The place in the history behind the transaction.
  public var token: PersistentHistoryToken { made.token }

  let made: DefaultHistoryTransaction

  /// What the transaction has changed as a notification of a save, for
  /// ``ManagedObjectContext/mergeChanges(fromContextDidSave:)``.
  public func objectIDNotification() -> Notification {
    typealias Key = ManagedObjectContext.NotificationKey
    var info: [Key: Set<PersistentIdentifier>] = [:]
    for change in made.changes {
      let key: Key =
        switch change {
        case .insert: .insertedObjectIDs
        case .update: .updatedObjectIDs
        case .delete: .deletedObjectIDs
        }
      info[key, default: []].insert(change.changedPersistentIdentifier)
    }
    return Notification(
      name: ManagedObjectContext.didSaveObjectIDsNotification, object: nil,
      userInfo: Dictionary(uniqueKeysWithValues: info.map { ($0.rawValue, $1) }))
  }
}
