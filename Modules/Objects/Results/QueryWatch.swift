import StrataObservation
import StrataStack

/// Somebody who has the answer to a query and keeps it current.
protocol QueryAsker: AnyObject, SendableMetatype {
  /// What the query gives.
  associatedtype Answer

  /// Whether anybody waits to be told. Where nobody does, it is early enough when somebody reads.
  var isWatched: Bool { get }
  /// Whether ``hear(of:)`` is to be called.
  var hearsOfObjects: Bool { get }

  /// Asks again; gives what the answer depends on, too.
  func ask() throws -> (answer: Answer, dependencies: QueryDependencies)
  /// Takes in an answer, and tells whoever watches what differs.
  func publish(_ answer: Answer)
  /// Takes in why there is no answer; nil when there is one.
  func publish(_ error: (any Error)?)
  /// Takes in a change of the context; true where that is to be told at the next turn.
  func hear(of change: GraphChange) -> Bool
  /// Tells what was taken in since the last turn.
  func takeTurn()
}

extension QueryAsker {
  var hearsOfObjects: Bool { false }
  func hear(of change: GraphChange) -> Bool { false }
  func takeTurn() {}
}

/// Knows when the answer to a query may be another one, and has it asked for again: at once when somebody
/// reads, at the next turn of the isolation where somebody waits.
///
/// The own context tells of its changes, the container's feed of others' saves, and a watch of the store of
/// other processes' saves.
final class QueryWatch<Asker: QueryAsker>: GraphObserver {
  let modelContext: ModelContext
  let isolation: (any Actor)?
  private let graph: ObjectGraph
  private weak var asker: Asker?
  private var dependencies: QueryDependencies
  private var isDue = false
  private var isScheduled = false
  private var isAsking = false
  /// Whether related objects have changed, which is to be seen once that is saved.
  private var isSaveAwaited = false
  private var follower: ContextFollower?
  private var watcher: StoreWatch.Watcher?
  /// How often the query was asked.
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

  /// Begins to watch for somebody who has a first answer.
  func begin(for asker: Asker) {
    self.asker = asker
    watcher = modelContext.origin(of: graph).watch.begin()
    graph.add(self)
    if let isolation {
      follower = .of(modelContext, isolation)
      follower?.add(self)
    }
    // What was saved since the first answer, before anybody listened, has to be asked for.
    merge()
  }

  /// Has the answer asked for again where it may be another one: what is read is never older than the last
  /// change of the context.
  func refresh() {
    if follower?.mayBeStale ?? true { merge() }
    if isDue { evaluate() }
  }

  /// Merges what others have saved, and has the answer asked for again where it may be another one.
  ///
  /// - Parameter failed: Whether there was no answer the last time.
  func update(failed: Bool) {
    merge()
    if isDue || failed { evaluate() }
  }

  /// Has the answer asked for.
  func evaluate() {
    guard let asker else { return }
    // Whoever is told may ask for something else.
    guard !isAsking else { return isDue = true }
    isAsking = true
    defer { isAsking = false }
    merge()
    // What changes while it is asked, as by objects that hear that they were fetched, is news again.
    isDue = false
    do {
      evaluationCount += 1
      let (answer, dependencies) = try asker.ask()
      let interests = interests
      self.dependencies = dependencies
      if interests != self.interests { renewInterests() }
      asker.publish(answer)
      asker.publish(nil)
    } catch {
      asker.publish(error)
    }
    if isDue { schedule(asker) }
  }

  package var interests: Set<GraphInterest> {
    dependencies.interests(ofAllProperties: asker?.hearsOfObjects ?? false)
  }

  /// Has the graph tell of what is of interest by now.
  func renewInterests() { graph.renewInterests(of: self) }

  package func graphDidChange(_ change: GraphChange) {
    guard let asker else { return }
    let hears = asker.hearsOfObjects && asker.hear(of: change)
    let isConcern = concerns(change)
    let isNews = isConcern && !isDue
    if isNews { isDue = true }
    if hears || isNews { schedule(asker) }
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
    asker?.takeTurn()
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

  func contextWasMerged() {
    guard let asker, asker.isWatched else { return }
    if isDue { evaluate() }
    asker.takeTurn()
  }

  func contextFailed(_ error: any Error) { asker?.publish(error) }
}
