import StrataObservation
import StrataStack
import Synchronization

/// Brings a context up to date when others have saved, for all who have a query there: one merge, however many
/// they are and however often was saved meanwhile.
final class ContextFollower {
  private let modelContext: ModelContext
  private let isolation: any Actor
  private var waiting: [Waiting] = []
  private var subscription: ChangeFeed.Subscription?
  /// Whether others may have saved what the context doesn't show yet.
  private(set) var mayBeStale = false

  private struct Waiting {
    weak var watch: (any ContextWatch)?
  }

  /// The one of a context and an isolation, made for the first who asks.
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
    let turn = IsolationTurn(self)
    let isDue = Flag()
    subscription = modelContext.core.changes.subscribe { _ in
      guard isDue.raise() else { return }
      Task {
        isDue.lower()
        await turn.take(on: isolation) { $0.follow() }
      }
    }
  }

  /// Adds somebody, for as long as they live.
  func add(_ watch: any ContextWatch) {
    if waiting.count == waiting.capacity { waiting.removeAll { $0.watch == nil } }
    waiting.append(Waiting(watch: watch))
  }

  /// Says whether the context could be brought up to date.
  func recordMerge(isDone: Bool) { mayBeStale = !isDone }

  private func follow() {
    let present = waiting.compactMap(\.watch)
    // Where nobody waits to be told, it is early enough when somebody reads.
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

  /// Raised from any thread, until it is lowered.
  private final class Flag: Sendable {
    private let isRaised = Atomic<Bool>(false)

    /// Whether it was down.
    func raise() -> Bool { !isRaised.exchange(true, ordering: .acquiringAndReleasing) }
    func lower() { isRaised.store(false, ordering: .releasing) }
  }
}

/// Somebody who has a query in a context.
protocol ContextWatch: AnyObject {
  /// Whether anybody waits to be told of another answer.
  var isWaiting: Bool { get }
  /// Asks again where a merge has told of a change that matters.
  func contextWasMerged()
  /// Takes in why the context can't be brought up to date.
  func contextFailed(_ error: any Error)
}
