import StrataObservation
import StrataStorage
import Synchronization

/// Notices what other processes save, while somebody wants to know.
///
/// Other contexts of the program tell by themselves. Of another process nothing tells but the file,
/// so that SQLite's `data_version` is asked for at an interval: a few microseconds four times a
/// second. That works on every file system, and on those that don't tell of changes.
package final class StoreWatch: Sendable {
  /// How often is asked.
  static let interval = Duration.milliseconds(250)

  private struct State {
    var watcherCount = 0
    var task: Task<Void, Never>?
  }

  private let store: Store
  private let changes: ChangeFeed
  private let state = Mutex(State())

  init(_ store: Store, _ changes: ChangeFeed) {
    self.store = store
    self.changes = changes
  }

  /// Starts to watch, unless that was done; goes on until nobody keeps what this gives.
  package func begin() -> Watcher {
    // What is saved from now on is noticed, whenever the task gets to its first look. The store is read
    // while nobody is kept waiting; somebody else may end a watch meanwhile.
    var known: Int64?
    while !join(after: known) {
      // Where it can't be read now, all is news, and whoever is told fetches once more than need be.
      known = (try? store.makeReader().lastTransaction()) ?? 0
    }
    return Watcher(watch: self)
  }

  /// Counts one more watcher; false where a task has to be begun for it and there is nothing to begin
  /// after.
  private func join(after known: Int64?) -> Bool {
    state.withLock { state in
      // Nobody else can get at a store in memory.
      if state.task == nil, store.url != nil {
        guard let known else { return false }
        state.task = Task.detached(priority: .utility) { [store, changes] in
          await Self.watch(store, changes, after: known)
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
    _ store: Store, _ changes: ChangeFeed, after known: Int64
  ) async {
    let reader = store.makeReader()
    var version: StoreReader.Version?
    var last = known
    while !Task.isCancelled {
      // What can't be read now is asked for again; whoever fetches gets to know the reason.
      if let now = try? reader.version(), now != version,
        let number = try? reader.lastTransaction()
      {
        // Saves of this process were told of already.
        if number > max(last, store.lastTransaction) { changes.publish(number) }
        version = now
        last = number
      }
      // A sleep that is cut short is one whose watch has ended, which the loop asks for.
      try? await Task.sleep(for: interval)
    }
  }

  /// Keeps a watch going.
  package final class Watcher: Sendable {
    private let watch: StoreWatch

    fileprivate init(watch: StoreWatch) { self.watch = watch }

    deinit { watch.end() }
  }
}
