public import Foundation
import StrataHistory
internal import StrataObservation
import StrataStack
import StrataStorage
internal import Synchronization

extension PersistentStoreCoordinator {
  /// Posted on any thread when somebody has saved to a store, in this process or in another one (within a quarter of
  /// a second), with the coordinator as its object: for stores whose description has the option
  /// `NSPersistentStoreRemoteChangeNotificationOptionKey`. Its `userInfo` has the store's identifier under
  /// `NSStoreUUID`, its place under `storeURL`, and a ``PersistentHistoryToken`` up to which it was saved under
  /// `historyToken`. Several saves in a row may be one.
  public static let remoteChangeNotification = Notification.Name(
    "NSPersistentStoreRemoteChangeNotification")
}

/// Posts what is saved to a store.
final class RemoteChanges: Sendable {
  private let store: PersistentStore
  private let container: ModelContainer
  private let post: @Sendable (_ info: [String: any Sendable]) -> Void
  private let queue = DispatchQueue(label: "RemoteChanges")
  private let known: Mutex<Int64>
  private let watcher: StoreWatch.Watcher
  private let subscription = Mutex<ChangeFeed.Subscription?>(nil)

  /// - Throws: `StorageError` where the store can't be read.
  init(
    _ store: PersistentStore, _ container: ModelContainer, _ changes: ChangeFeed,
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

  // Whoever saves isn't kept waiting.
  private func look() {
    queue.async { [weak self] in self?.postNews() }
  }

  private func postNews() {
    let number: Int64
    do {
      number = try container.store.makeReader().lastTransaction()
    } catch {
      // The next save is another occasion, and whoever reads is told why it can't be.
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
      "historyToken": PersistentHistoryToken([store.identifier: number]),
    ]
    info["storeURL"] = store.url
    post(info)
  }
}
