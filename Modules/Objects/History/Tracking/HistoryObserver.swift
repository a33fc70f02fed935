public import Observation
public import StrataModel
internal import StrataObservation
public import StrataStack
internal import StrataStorage
internal import Synchronization

/// Counts the transactions that concern some models and authors, and tells whoever looked when there are
/// more: of this container, of others and of other processes.
///
///     let observer = try HistoryObserver(observedModels: [Trip.self], modelContainer: container)
///     withObservationTracking { _ = observer.eventCounter } onChange: { … }
///
/// It says that something was saved. What it was, `fetchHistory(_:)` and ``HistoryConsumer`` tell; to hear
/// of each transaction, take `historyUpdates()`.
///
/// Whoever looked is told at the next turn of the isolation that the observer was made on, once for all
/// transactions since the last turn. Saves of other processes are noticed within a quarter of a second, while
/// the observer lives. One that is made outside of any isolation tells nobody by itself: it looks at the
/// history whenever the counter is read.
public final class HistoryObserver {
  /// The classes whose objects count, those of subclasses included; all where there are none.
  public let observedModels: [any PersistentModel.Type]
  /// The authors whose transactions count; all, and those of no author, where there are none.
  public let authors: Set<String>
  /// Whose stores' histories are looked at.
  public let modelContainer: ModelContainer

  private let isolation: (any Actor)?
  private var places: [StorePlace]
  private var count = 0
  private var failure: (any Error)?
  private let news = News()
  private var registrar = LazyRegistrar()
  private var subscription: ChangeFeed.Subscription?
  private let watchers: [StoreWatch.Watcher]

  /// Whether something was saved since the last look; told from any thread.
  private final class News: Sendable {
    let isThere = Atomic(true)
  }

  /// How far one store's history was looked at.
  private struct StorePlace {
    let history: StoreHistory
    /// The entities that count; nil for all.
    let entities: Set<String>?
    var number: Int64
  }

  /// Observes a container's histories.
  ///
  /// - Parameters:
  ///   - historyTokens: Up to where each store's history is known, by the store's identifier: what came
  ///     behind counts at once. A store that isn't named is observed from now on.
  ///   - observedModels: The classes whose objects count; all where there are none.
  ///   - authors: The authors whose transactions count; all where there are none.
  /// - Throws: `StackError.unknownModel` for a class that the container doesn't have,
  ///   `HistoryError/invalidToken(_:)` for a token that is none of its stores', `StorageError`.
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
    // Listens before the first look, so that nothing falls in between.
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
      // One turn for all that comes until then.
      guard !news.isThere.exchange(true, ordering: .acquiringAndReleasing) else { return }
      Task { await turn.take(on: isolation) { $0.takeTurn() } }
    }
  }
}

extension HistoryObserver: Observable {
  /// How many transactions have come that count; what couldn't be told apart, since it was cleaned away,
  /// counts as one.
  public var eventCounter: Int {
    if isolation == nil || news.isThere.load(ordering: .acquiring) { look() }
    if TrackingScope.isActive { registrar.access(self, keyPath: \.eventCounter) }
    return count
  }

  /// Why a history couldn't be read the last time; nil when it could. The next transaction tries again.
  ///
  /// Where what came meanwhile was cleaned away it is `HistoryError/expired(after:cleanedUpTo:consumer:)`:
  /// read everything anew. The observer goes on behind it.
  public var fetchError: (any Error)? {
    if TrackingScope.isActive { registrar.access(self, keyPath: \.fetchError) }
    return failure
  }

  private func takeTurn() {
    // Where nobody waits, it is early enough when somebody reads.
    if registrar.isWatched, news.isThere.load(ordering: .acquiring) { look() }
  }

  private func look() {
    // Before the look: what comes meanwhile is looked at again.
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

  /// How many transactions have come to a store that count.
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
    // A copy, since whoever is told may look here again.
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
