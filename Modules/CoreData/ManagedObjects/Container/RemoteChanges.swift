public import Foundation
import StrataContexts
import StrataHistory
internal import StrataObservation
import StrataStorage
internal import Synchronization

extension NSPersistentStoreCoordinator {
  /// Posted after a save to a store, by this process or another one, with the coordinator as its
  /// object.
  ///
  /// The notification is posted on an arbitrary thread, and within a quarter of a second after
  /// another process's save. Several saves in quick succession may share one notification. Only
  /// stores whose description has the option `NSPersistentStoreRemoteChangeNotificationOptionKey`
  /// post it. Its `userInfo` has these keys:
  ///
  /// - `NSStoreUUID`: the store's identifier.
  /// - `storeURL`: the store's URL.
  /// - `historyToken`: a ``NSPersistentHistoryToken`` for the history's end.
  public static let remoteChangeNotification = Notification.Name(
    "NSPersistentStoreRemoteChangeNotification")
}

/// Posts a notification after saves to a store.
final class RemoteChanges: Sendable {
  private let store: NSPersistentStore
  private let container: ModelContainer
  private let post: @Sendable (_ info: [String: any Sendable]) -> Void
  private let queue = DispatchQueue(label: "RemoteChanges")
  private let known: Mutex<Int64>
  private let watcher: StoreWatch.Watcher
  private let subscription = Mutex<ChangeFeed.Subscription?>(nil)

  /// - Throws: `StorageError` where the store can't be read.
  init(
    _ store: NSPersistentStore, _ container: ModelContainer, _ changes: ChangeFeed,
    post: @escaping @Sendable (_ info: [String: any Sendable]) -> Void
  ) throws {
    self.store = store
    self.container = container
    self.post = post
    known = Mutex(try container.store.makeReader().lastTransaction())
    watcher = container.origins[0].watch.begin()
    let made = changes.subscribe { [weak self] _ in self?.look() }
    subscription.withLock { $0 = made }
  }

  // Asynchronous, so that the context that saves doesn't wait.
  private func look() {
    queue.async { [weak self] in self?.postNews() }
  }

  private func postNews() {
    let number: Int64
    do {
      number = try container.store.makeReader().lastTransaction()
    } catch {
      // Only logged: the next save posts again, and a context that reads gets the error.
      container.configuration.logger.log(.error, "\(store) can't be read: \(error)")
      return
    }
    let isNews = known.withLock { known in
      defer { known = max(known, number) }
      return number > known
    }
    guard isNews else { return }
    var info: [String: any Sendable] = [
      "NSStoreUUID": store.identifier,
      "historyToken": NSPersistentHistoryToken([store.identifier: number]),
    ]
    info["storeURL"] = store.url
    post(info)
  }
}
