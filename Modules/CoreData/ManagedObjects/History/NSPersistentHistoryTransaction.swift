public import Foundation
public import StrataHistory
import StrataModel

/// A position in the histories of a coordinator's stores. It covers everything saved up to it.
///
/// It is `Codable`: store it to continue from there when the program runs again.
public typealias NSPersistentHistoryToken = DefaultHistoryToken

/// One save in the history of a store.
public struct NSPersistentHistoryTransaction {
  /// The time of the save.
  public var timestamp: Date { made.timestamp }
  /// The changes, in order, or nil if the request didn't ask for them.
  public internal(set) var changes: [NSPersistentHistoryChange]?
  /// The transaction's number in its store, starting at 1.
  public var transactionNumber: Int64 { made.transactionIdentifier }
  /// The identifier of the store.
  public var storeID: String { made.storeIdentifier }
  /// The identifier of the program that saved.
  public var bundleID: String { made.bundleIdentifier }
  /// The identifier of the process that saved.
  public var processID: String { made.processIdentifier }
  /// The name of the context that saved.
  public var contextName: String? { made.contextName }
  /// The author of the save: the context's `transactionAuthor`.
  public var author: String? { made.author }
  /// The history's position after this transaction.
  public var token: NSPersistentHistoryToken { made.token }

  let made: DefaultHistoryTransaction

  /// Converts the transaction's changes to a notification of a save, for
  /// `mergeChanges(fromContextDidSave:)`.
  public func objectIDNotification() -> Notification {
    typealias Key = NSManagedObjectContext.NotificationKey
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
      name: NSManagedObjectContext.didSaveObjectIDsNotification, object: nil,
      userInfo: Dictionary(uniqueKeysWithValues: info.map { ($0.rawValue, $1) }))
  }
}
