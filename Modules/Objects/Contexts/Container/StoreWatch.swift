internal import Dispatch
internal import Foundation
import StrataObservation
import StrataStorage
import Synchronization

/// Detects the saves of other processes, and of other containers, while it has watchers.
///
/// Contexts of its container publish their saves themselves. For other processes, the watch polls
/// SQLite's `data_version` four times a second, which takes a few microseconds. Polling works on
/// every file system, even on those without change notifications. A server's notifications come at once
/// in addition, if its address asks for them, and so do those of the other containers of this process
/// that have the same file open.
package final class StoreWatch: Sendable {
  private struct State {
    var watcherCount = 0
    var task: Task<Void, Never>?
  }

  private let store: Store
  private let changes: ChangeFeed
  /// The threads of the task if the store is on a server, which answers slowly.
  private let threads: ContainerThreads?
  private let interval: Duration
  private let state = Mutex(State())
  /// Tells the running watches of the same file about this container's saves.
  private let forwarding: ChangeFeed.Subscription?

  /// - Parameter interval: The polling interval.
  init(
    _ store: Store, _ changes: ChangeFeed, _ threads: ContainerThreads,
    interval: Duration = .milliseconds(250)
  ) {
    self.store = store
    self.interval = interval
    self.threads = store.isOnServer ? threads : nil
    self.changes = changes
    forwarding = FileWatches.path(of: store).map { path in
      changes.subscribe { [weak changes, weak store] transaction in
        // Saves of others reach the other watches from their own containers.
        guard let changes, let store, transaction == store.lastTransaction else { return }
        FileWatches.shared.hurry(path, except: ObjectIdentifier(changes))
      }
    }
  }

  /// Starts the watch if it isn't running. It stops when all returned watchers are released.
  package func begin() -> Watcher {
    // Saves from now on must be detected, even if the task starts later. So read the last
    // transaction first, without holding the lock. The loop repeats if another thread stops the
    // watch meanwhile.
    var known: Int64?
    while !join(after: known) {
      // If the store can't be read, assume 0: the worst result is a superfluous notification.
      known = (try? store.makeReader().lastTransaction()) ?? 0
    }
    return Watcher(watch: self)
  }

  /// Adds a watcher. Returns false if a task must be started and `known` is nil.
  private func join(after known: Int64?) -> Bool {
    state.withLock { state in
      // Other processes can't access a store in memory.
      if state.task == nil, store.isShared {
        guard let known else { return false }
        state.task = Task.detached(executorPreference: threads?.readers, priority: .utility) {
          [store, changes, threads, interval] in
          await Self.watch(store, changes, after: known, each: interval)
          // A task may not outlive its executor.
          withExtendedLifetime(threads) {}
        }
      }
      state.watcherCount += 1
      return true
    }
  }

  private func end() {
    state.withLock { state in
      state.watcherCount -= 1
      guard state.watcherCount == 0 else { return }
      state.task?.cancel()
      state.task = nil
    }
  }

  private static func watch(
    _ store: Store, _ changes: ChangeFeed, after known: Int64, each interval: Duration
  ) async {
    let look = Look(store, changes, after: known)
    // Programs that send no notifications save as well, so that they only hurry what polling would find.
    let stopListening = store.listen { look() }
    defer { stopListening?() }
    let feed = ObjectIdentifier(changes)
    let place = FileWatches.path(of: store).map { FileWatches.shared.add($0, feed) { look() } }
    defer { place.map(FileWatches.shared.remove) }
    while !Task.isCancelled, !store.isClosed {
      look()
      // The sleep throws only if the task is cancelled, and the loop checks that.
      try? await Task.sleep(for: interval)
    }
  }

  /// A look at the store, from one thread at a time.
  private final class Look: Sendable {
    private struct State {
      let reader: StoreReader
      var version: StoreReader.Version?
      var last: Int64
      var failoverCount: Int
    }

    private let store: Store
    private let changes: ChangeFeed
    private let state: Mutex<State>

    init(_ store: Store, _ changes: ChangeFeed, after known: Int64) {
      self.store = store
      self.changes = changes
      state = Mutex(
        State(
          reader: store.makeReader(), last: known, failoverCount: store.failoverCount))
    }

    /// Publishes other processes' saves since the last look.
    func callAsFunction() {
      let found = state.withLock { state -> Int64? in
        // Dropped, both: the error of a store that can't be read. The next look tries again, and a fetch reports it.
        guard let now = try? state.reader.version(),
          now != state.version || store.failoverCount != state.failoverCount,
          let number = try? state.reader.lastTransaction()
        else { return nil }
        // This process's saves have been published already. Another server may lack some.
        let isNew =
          number > max(state.last, store.lastTransaction)
          || store.failoverCount != state.failoverCount
        state.failoverCount = store.failoverCount
        state.version = now
        state.last = number
        return isNew ? number : nil
      }
      if let found { changes.publish(found) }
    }
  }

  /// Keeps a watch running while it is retained.
  package final class Watcher: Sendable {
    private let watch: StoreWatch

    fileprivate init(watch: StoreWatch) { self.watch = watch }

    deinit { watch.end() }
  }
}

/// The running watches of this process, by the path of their file.
private final class FileWatches: Sendable {
  static let shared = FileWatches()

  /// The place of a watch.
  struct Place {
    let path: String
    let number: Int
  }

  private struct Watch {
    let feed: ObjectIdentifier
    let look: @Sendable () -> Void
  }

  private struct State {
    var watches: [String: [Int: Watch]] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  /// Reads on a thread of its own, so that a save doesn't wait for another container's store.
  private let queue = DispatchQueue(label: "FileWatches")

  /// The path of a store's file, the same for each spelling. Nil for other stores.
  static func path(of store: Store) -> String? {
    store.url?.resolvingSymlinksInPath().standardizedFileURL.path
  }

  func add(_ path: String, _ feed: ObjectIdentifier, look: @escaping @Sendable () -> Void) -> Place
  {
    state.withLock { state in
      state.next += 1
      state.watches[path, default: [:]][state.next] = Watch(feed: feed, look: look)
      return Place(path: path, number: state.next)
    }
  }

  func remove(_ place: Place) {
    state.withLock { state in
      state.watches[place.path]?[place.number] = nil
      if state.watches[place.path]?.isEmpty == true { state.watches[place.path] = nil }
    }
  }

  /// Lets the watches of a file look at it, but those of a container's own feed.
  func hurry(_ path: String, except feed: ObjectIdentifier) {
    let others = state.withLock { state in
      state.watches[path]?.values.filter { $0.feed != feed } ?? []
    }
    guard !others.isEmpty else { return }
    queue.async { for other in others { other.look() } }
  }
}
