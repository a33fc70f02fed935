public import Observation
public import StrataContexts
public import StrataModel
internal import StrataObservation
internal import StrataStorage
internal import Synchronization

/// Counts new transactions that concern certain models and authors, saved by any program.
///
/// ```swift
/// let observer = try HistoryObserver(observedModels: [Trip.self], modelContainer: container)
/// withObservationTracking { _ = observer.eventCounter } onChange: { … }
/// ```
///
/// The observer reports only that something was saved. To find out what, use `fetchHistory(_:)` or
/// ``HistoryConsumer``. To receive each transaction, use `historyUpdates()`.
///
/// Notifications arrive asynchronously on the isolation that the observer was created on, once for
/// all transactions since the last one. The observer detects saves of other processes within a
/// quarter of a second. If you create it outside of any isolation, it can't notify you: it reads
/// the history whenever you read the counter.
public final class HistoryObserver {
  /// The observed classes, including their subclasses. Empty for all classes.
  public let observedModels: [any PersistentModel.Type]
  /// The authors whose transactions count. If empty, all count, including those without an author.
  public let authors: Set<String>
  /// The container whose stores' histories are observed.
  public let modelContainer: ModelContainer

  private let isolation: (any Actor)?
  private var places: [StorePlace]
  private var count = 0
  private var failure: (any Error)?
  private let news = News()
  private var registrar = LazyRegistrar()
  private var subscription: ChangeFeed.Subscription?
  private let watchers: [StoreWatch.Watcher]

  /// A flag that any thread may set: something was saved since the last check.
  private final class News: Sendable {
    let isThere = Atomic(true)
  }

  /// The position up to which one store's history was checked.
  private struct StorePlace {
    let history: StoreHistory
    /// The observed entities, or nil for all.
    let entities: Set<String>?
    var number: Int64
  }

  /// Observes the histories of a container's stores.
  ///
  /// - Parameters:
  ///   - historyTokens: The start position for each store's identifier. Transactions after it count
  ///     at once. Other stores are observed from now on.
  ///   - observedModels: The observed classes, or an empty array for all.
  ///   - authors: The authors whose transactions count, or an empty set for all.
  /// - Throws: `StackError.unknownModel` for a class that the container doesn't have,
  ///   `HistoryError/invalidToken(_:)` for a token of another store, `StorageError`.
  public init(
    historyTokens: [String: any HistoryToken]? = nil,
    observedModels: [any PersistentModel.Type] = [], authors: Set<String> = [],
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    self.observedModels = observedModels
    self.authors = authors
    self.modelContainer = modelContainer
    self.isolation = isolation
    let origins = modelContainer.origins
    for model in observedModels
    where !origins.contains(where: { $0.entities.contains { $0.type == model } }) {
      throw StackError.unknownModel("\(model)")
    }
    // Subscribes before the first read, so that no save in between is missed.
    watchers = origins.map { $0.watch.begin() }
    var tokens = historyTokens ?? [:]
    places = try origins.map { origin in
      let history = StoreHistory(origin, origin.store.makeReader())
      let known = try tokens.removeValue(forKey: history.name).map { token in
        guard let token = token as? DefaultHistoryToken else {
          throw HistoryError.invalidToken("\(token)")
        }
        return token[history.name]
      }
      return StorePlace(
        history: history,
        entities: observedModels.isEmpty
          ? nil
          : Set(
            origin.entities.filter { entity in
              observedModels.contains { entity.type.isKind(of: $0) }
            }.map(\.name)),
        number: try known ?? history.reader.historyEnd().transaction)
    }
    if let store = tokens.keys.first {
      throw HistoryError.invalidToken("a token of the store \(store)")
    }
    guard let isolation else { return }
    let turn = IsolationTurn(self)
    subscription = modelContainer.changes.subscribe { [news] _ in
      // Schedules one check for all saves until it runs.
      guard !news.isThere.exchange(true, ordering: .acquiringAndReleasing) else { return }
      Task { await turn.take(on: isolation) { $0.takeTurn() } }
    }
  }
}

extension HistoryObserver: Observable {
  /// The number of matching transactions after the start position.
  ///
  /// If some were cleaned before the observer could read them, all until then count as one.
  public var eventCounter: Int {
    if isolation == nil || news.isThere.load(ordering: .acquiring) { look() }
    if TrackingScope.isActive { registrar.access(self, keyPath: \.eventCounter) }
    return count
  }

  /// The error of the last attempt to read the history, or nil. The observer tries again after the
  /// next transaction.
  ///
  /// If unread transactions were cleaned, the error is
  /// `HistoryError/expired(after:cleanedUpTo:consumer:)`. Read all objects again in that case. The
  /// observer continues with the next transaction.
  public var fetchError: (any Error)? {
    if TrackingScope.isActive { registrar.access(self, keyPath: \.fetchError) }
    return failure
  }

  private func takeTurn() {
    // Without a waiting reader, the history can be read with the counter.
    if registrar.isWatched, news.isThere.load(ordering: .acquiring) { look() }
  }

  private func look() {
    // Cleared before reading, so that a save in between causes another check.
    news.isThere.store(false, ordering: .releasing)
    var count = 0
    var error: (any Error)?
    for index in places.indices {
      do {
        count += try look(at: &places[index])
      } catch let found {
        error = found
        if case HistoryError.expired = found { count += 1 }
      }
    }
    publish(count)
    publish(error)
  }

  /// Reads new entries of a store and returns the number of matching ones.
  private func look(at place: inout StorePlace) throws -> Int {
    var count = 0
    while true {
      let entries: [HistoryEntry]
      do {
        entries = try place.history.entries(after: place.number, limit: 100, isResumed: true)
      } catch let error as HistoryError {
        place.number = try place.history.reader.historyEnd().transaction
        throw error
      }
      guard let last = entries.last else { return count }
      place.number = last.number
      count += entries.count { counts($0, place.entities) }
    }
  }

  private func counts(_ entry: HistoryEntry, _ entities: Set<String>?) -> Bool {
    guard authors.isEmpty || entry.author.map(authors.contains) ?? false else { return false }
    guard let entities else { return true }
    return entry.changes.contains { entities.contains($0.entity) }
  }

  private func publish(_ more: Int) {
    guard more > 0 else { return }
    // A copy, since an observer may access this object again from its callback.
    let registrar = registrar
    registrar.willSet(self, keyPath: \.eventCounter)
    count += more
    registrar.didSet(self, keyPath: \.eventCounter)
  }

  private func publish(_ error: (any Error)?) {
    guard failure != nil || error != nil else { return }
    let registrar = registrar
    registrar.willSet(self, keyPath: \.fetchError)
    failure = error
    registrar.didSet(self, keyPath: \.fetchError)
  }
}

@available(*, unavailable, message: "use each observer on its isolation")
extension HistoryObserver: @unchecked Sendable {}
