import Foundation
import Observation
import StrataContexts
import StrataModel
import StrataQuery
import StrataResults
import Synchronization

/// A query and the type of its values: what clients share.
struct LiveKey: Hashable, Sendable {
  let query: Query
  let value: ObjectIdentifier
}

/// Evaluates the queries of a container's clients in a context of its own.
actor LiveContext: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor
  private var evaluations: [LiveKey: any LiveEvaluating] = [:]
  private var following: [Task<Void, Never>] = []
  private let scopes: [ModelScope]
  private var isScoped = false
  private var hasEnded = false

  init(_ container: ModelContainer, _ scopes: [ModelScope]) {
    modelContainer = container
    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
    self.scopes = scopes
  }

  deinit { for task in following { task.cancel() } }

  /// The number of queries with clients.
  var evaluationCount: Int { evaluations.count }

  /// The number of times that all queries ran.
  var fetchCount: Int { evaluations.values.reduce(0) { $0 + $1.fetchCount } }

  /// Returns the feed of a query, with a page that includes all that was saved before the call. Nil if the container is
  /// closed.
  func feed<Value: LiveValue>(
    _ descriptor: FetchDescriptor<Value.Model>, as type: Value.Type, _ encoder: JSONEncoder,
    keepAlive: Duration
  ) throws -> LiveFeed<Value>? {
    guard !hasEnded, !modelContainer.isClosed else { return nil }
    if !isScoped {
      for scope in scopes { try modelContext.scope(scope) }
      isScoped = true
    }
    if following.isEmpty { follow(keepAlive) }
    let query = try descriptor.query(in: modelContext.graph(of: Value.Model.self))
    let key = LiveKey(query: query, value: ObjectIdentifier(Value.self))
    if let evaluation = evaluations[key] as? LiveEvaluation<Value>, let feed = evaluation.feed {
      evaluation.update()
      return feed
    }
    let feed = LiveFeed<Value>(encoder) { [weak self] in
      Task { await self?.release(key) }
    }
    let evaluation = try LiveEvaluation(descriptor, feed, modelContext) { [weak self] in
      Task { await self?.evaluate(key) }
    }
    evaluations[key] = evaluation
    evaluation.update()
    return feed
  }

  private func evaluate(_ key: LiveKey) { evaluations[key]?.evaluateIfDue() }

  private func release(_ key: LiveKey) {
    if evaluations[key]?.hasClients == false { evaluations[key] = nil }
  }

  private func follow(_ keepAlive: Duration) {
    let signals = SaveSignals(modelContainer)
    following = [
      Task { [weak self] in
        while await signals.wait() {}
        if !Task.isCancelled { await self?.end() }
      },
      Task { [weak self] in
        // Ends when it is cancelled.
        while (try? await Task.sleep(for: keepAlive)) != nil { await self?.tick() }
      },
    ]
  }

  private func tick() { for evaluation in evaluations.values { evaluation.tick() } }

  private func end() {
    hasEnded = true
    for evaluation in evaluations.values { evaluation.end() }
    evaluations = [:]
  }
}

/// A query of any values.
private protocol LiveEvaluating: AnyObject {
  var hasClients: Bool { get }
  var fetchCount: Int { get }
  func evaluateIfDue()
  func tick()
  func end()
}

/// A query that is evaluated for all clients of its feed, and the values that they have.
private final class LiveEvaluation<Value: LiveValue>: LiveEvaluating {
  private let observer: ResultsObserver<Value.Model, Never>
  private(set) weak var feed: LiveFeed<Value>?
  /// The rows of the last page, with what they add to its name.
  private var rows: [PersistentIdentifier: (row: LiveRow<Value>, digested: Data)] = [:]
  private let wake: @Sendable () -> Void
  /// True if the page may have changed, and at first.
  private let isDue = DueFlag()
  private var hasFailed = false

  /// - Parameter wake: Called when the page may have changed. May be called during the change.
  init(
    _ descriptor: FetchDescriptor<Value.Model>, _ feed: LiveFeed<Value>, _ context: ModelContext,
    _ isolation: isolated (any Actor)? = #isolation, wake: @escaping @Sendable () -> Void
  ) throws {
    observer = try ResultsObserver(fetchDescriptor: descriptor, modelContext: context)
    self.feed = feed
    self.wake = wake
  }

  var hasClients: Bool { feed != nil }

  var fetchCount: Int { observer.evaluationCount }

  func tick() { feed?.tick() }

  func end() { feed?.end() }

  /// Merges what others have saved, and evaluates the query if that concerns it.
  func update() {
    do {
      try observer.update()
      if isDue.isSet || hasFailed { evaluate() }
    } catch {
      hasFailed = true
      feed?.publish(error)
    }
  }

  /// Evaluates the query if its page may have changed since.
  func evaluateIfDue() { if isDue.isSet { evaluate() } }

  /// Makes the page, and watches all that was read for it.
  private func evaluate() {
    guard let feed else { return }
    let (wake, isDue) = (wake, isDue)
    isDue.clear()
    let made = withObservationTracking {
      Result { try page() }
    } onChange: {
      isDue.set()
      wake()
    }
    switch made {
    case .success(let page):
      hasFailed = false
      feed.publish(page)
    case .failure(let error):
      hasFailed = true
      feed.publish(error)
    }
  }

  private func page() throws -> LivePage<Value> {
    let context = observer.modelContext
    // Drops the failures that another query recorded. A getter records its own again.
    if !context.readFailures.isEmpty { context.rollback() }
    let objects = observer.results
    if let error = observer.fetchError { throw error }
    var made: [PersistentIdentifier: (row: LiveRow<Value>, digested: Data)] = [:]
    var digest = SHA256()
    let page = try objects.map { object in
      let identifier = object.persistentModelID
      let value = try Value(object)
      let known = rows[identifier]
      let entry: (row: LiveRow<Value>, digested: Data)
      if let known, known.row.value == value {
        entry = known
      } else {
        let row = LiveRow(
          id: known?.row.id ?? identifier.uriRepresentation().absoluteString, value: value)
        entry = (row, try digester.encode(row))
      }
      made[identifier] = entry
      digest.update(entry.digested)
      return entry.row
    }
    // A getter can't throw. It has returned a value that stands in for one that can't be read.
    if let error = context.readFailures.first { throw error }
    rows = made
    return LivePage(page, cursor: digest.finalized())
  }

  /// Makes equal bytes of equal values, in any process.
  private let digester: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    return encoder
  }()
}

/// Says that something is to be done, from any thread.
private final class DueFlag: Sendable {
  private let flag = Atomic(true)

  var isSet: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
  func clear() { flag.store(false, ordering: .releasing) }
}
