import StrataContexts
import StrataObservation

/// An object that runs a query and publishes its results.
protocol QueryAsker: AnyObject, SendableMetatype {
  /// The query's result.
  associatedtype Answer

  /// True if an observer waits for a new result. Otherwise the query runs when the result is read.
  var isWatched: Bool { get }

  /// Runs the query. Also returns the dependencies of the result, or nil if they are those of the
  /// last result.
  func ask() throws -> (answer: Answer, dependencies: QueryDependencies?)
  /// Stores a result and notifies observers if it differs from the last one.
  func publish(_ answer: Answer)
  /// Stores an error, or nil after a successful query.
  func publish(_ error: (any Error)?)
}

/// Detects that a query's result may have changed, and runs the query again: at once if the result
/// is read, or asynchronously on the isolation if an observer waits.
///
/// The graph reports its own changes, the container's feed reports other contexts' saves, and a
/// ``StoreWatch`` reports other processes' saves.
final class QueryWatch<Asker: QueryAsker>: GraphObserver {
  let modelContext: ModelContext
  let isolation: (any Actor)?
  private let graph: ObjectGraph
  private weak var asker: Asker?
  private var dependencies: QueryDependencies
  private var isDue = false
  private var isScheduled = false
  private var isAsking = false
  /// True if related objects have unsaved changes, which affect the result after the next save.
  private var isSaveAwaited = false
  private var follower: ContextFollower?
  private var watcher: StoreWatch.Watcher?
  /// The number of times the query ran.
  private(set) var evaluationCount = 1

  init(
    _ modelContext: ModelContext, _ graph: ObjectGraph, _ dependencies: QueryDependencies,
    _ isolation: (any Actor)?
  ) {
    self.modelContext = modelContext
    self.graph = graph
    self.dependencies = dependencies
    self.isolation = isolation
  }

  /// Starts watching for an object that has a first result.
  func begin(for asker: Asker) {
    self.asker = asker
    watcher = modelContext.origin(of: graph).watch.begin()
    graph.add(self)
    if let isolation {
      follower = .of(modelContext, isolation)
      follower?.add(self)
    }
    // Between the first query and the registration above, another context may have saved.
    merge()
  }

  /// Merges and runs the query if the result may be outdated, so that a read includes the context's
  /// latest changes.
  func refresh() {
    if follower?.mayBeStale ?? true { merge() }
    if isDue { evaluate() }
  }

  /// Merges other contexts' saves and runs the query if its result may have changed.
  ///
  /// - Parameter failed: True if the last query failed, so that it runs in any case.
  func update(failed: Bool) {
    merge()
    if isDue || failed { evaluate() }
  }

  /// Runs the query and publishes the result or the error.
  func evaluate() {
    guard let asker else { return }
    // An observer that is notified may read again. Don't run the query inside itself.
    guard !isAsking else { return isDue = true }
    isAsking = true
    defer { isAsking = false }
    merge()
    // Cleared before the query: a change made during it, for example by `awakeFromFetch()`, makes
    // its result outdated.
    isDue = false
    do {
      evaluationCount += 1
      let (answer, dependencies) = try asker.ask()
      if let dependencies {
        let interests = interests
        self.dependencies = dependencies
        if interests != self.interests { graph.renewInterests(of: self) }
      }
      asker.publish(answer)
      asker.publish(nil)
    } catch {
      asker.publish(error)
    }
    if isDue { schedule(asker) }
  }

  package var interests: Set<GraphInterest> { dependencies.interests }

  package func graphDidChange(_ change: GraphChange) {
    guard let asker, concerns(change), !isDue else { return }
    isDue = true
    schedule(asker)
  }

  private func concerns(_ change: GraphChange) -> Bool {
    if case .save = change, isSaveAwaited {
      isSaveAwaited = false
      return true
    }
    guard dependencies.includes(change) else { return false }
    isSaveAwaited = dependencies.followsRelationships
    return true
  }

  private func schedule(_ asker: Asker) {
    guard asker.isWatched, !isScheduled, let isolation else { return }
    isScheduled = true
    let turn = IsolationTurn(self)
    Task { await turn.take(on: isolation) { $0.takeTurn() } }
  }

  private func takeTurn() {
    isScheduled = false
    if isDue { evaluate() }
  }

  private func merge() {
    do {
      try modelContext.mergeStores()
      follower?.recordMerge(isDone: true)
    } catch {
      follower?.recordMerge(isDone: false)
      asker?.publish(error)
    }
  }
}

extension QueryWatch: ContextWatch {
  var isWaiting: Bool { asker?.isWatched ?? false }

  func contextWasMerged() { if isDue, isWaiting { evaluate() } }

  func contextFailed(_ error: any Error) { asker?.publish(error) }
}
