import StrataContexts
import StrataObservation

/// Merges other contexts' saves into a context on behalf of all its observers: one merge, whatever
/// the number of observers and saves.
final class ContextFollower {
  private let modelContext: ModelContext
  private let isolation: any Actor
  private var waiting: [Waiting] = []
  private let signals: SaveSignals
  /// True if other contexts may have saved changes that the context doesn't show yet.
  private(set) var mayBeStale = false

  private struct Waiting {
    weak var watch: (any ContextWatch)?
  }

  /// The follower of a context and an isolation. Creates it if there is none.
  static func of(_ modelContext: ModelContext, _ isolation: any Actor) -> ContextFollower {
    if let found = modelContext.resultsFollower as? ContextFollower, found.isolation === isolation {
      return found
    }
    let follower = ContextFollower(modelContext, isolation)
    modelContext.resultsFollower = follower
    return follower
  }

  private init(_ modelContext: ModelContext, _ isolation: any Actor) {
    self.modelContext = modelContext
    self.isolation = isolation
    // Each query watches the store of its objects.
    signals = SaveSignals(modelContext.container)
    let turn = IsolationTurn(self)
    signals.forEach { await turn.take(on: isolation) { $0.follow() } }
  }

  /// Adds a weakly referenced observer.
  func add(_ watch: any ContextWatch) {
    if waiting.count == waiting.capacity { waiting.removeAll { $0.watch == nil } }
    waiting.append(Waiting(watch: watch))
  }

  /// Records if the context was merged successfully.
  func recordMerge(isDone: Bool) { mayBeStale = !isDone }

  private func follow() {
    let present = waiting.compactMap(\.watch)
    // Without a waiting observer, the merge can be deferred until a result is read.
    guard present.contains(where: \.isWaiting) else { return mayBeStale = true }
    do {
      try modelContext.mergeStores()
      mayBeStale = false
      for watch in present { watch.contextWasMerged() }
    } catch {
      mayBeStale = true
      for watch in present { watch.contextFailed(error) }
    }
  }
}

/// An observer of a query in a context.
protocol ContextWatch: AnyObject {
  /// True if an observer waits for a new result.
  var isWaiting: Bool { get }
  /// Queries again if the merge reported a relevant change.
  func contextWasMerged()
  /// Records the error that prevented the merge.
  func contextFailed(_ error: any Error)
}

/// Streams whose readers wait for the next notification.
struct Listeners {
  private var continuations: [AsyncStream<Void>.Continuation] = []

  /// True if there are no readers. Streams that ended since the last notification still count.
  var isEmpty: Bool { continuations.isEmpty }

  /// Adds a reader. Its stream coalesces notifications that it hasn't read yet.
  mutating func add() -> (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) {
    let added = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuations.append(added.continuation)
    return added
  }

  /// Notifies all readers.
  mutating func notify() {
    continuations.removeAll {
      if case .terminated = $0.yield() { true } else { false }
    }
  }
}
