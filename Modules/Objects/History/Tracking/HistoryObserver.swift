public import Observation
public import StrataContexts
public import StrataModel
internal import StrataObservation
internal import StrataStorage

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

  /// The names of the observed entities. Empty for all.
  private let entities: Set<String>
  /// Signals of saves, or nil for an observer that can't notify.
  private let signals: SaveSignals?
  /// The number of the last transaction that was read, for each store's history.
  private var positions: [(history: StoreHistory, number: Int64)]
  /// The number of saves that the container had published at the last check.
  private var checkedCount = -1
  private var count = 0
  private var failure: (any Error)?
  private var registrar = LazyRegistrar()

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
    let origins = modelContainer.origins
    let known = origins.flatMap { $0.entities }
    for model in observedModels where !known.contains(where: { $0.type == model }) {
      throw StackError.unknownModel("\(model)")
    }
    let observed = known.filter { entity in
      observedModels.contains { entity.entity.isKind(of: $0._$entity) }
    }
    entities = Set(observed.map(\.name))
    signals = isolation == nil ? nil : SaveSignals(modelContainer, watching: origins)
    var tokens = historyTokens ?? [:]
    positions = try origins.map { origin in
      let history = StoreHistory(origin, origin.store.makeReader())
      let start = try tokens.removeValue(forKey: history.name).map { token in
        guard let token = token as? DefaultHistoryToken else {
          throw HistoryError.invalidToken("\(token)")
        }
        return token[history.name]
      }
      return (history: history, number: try start ?? history.reader.historyEnd().transaction)
    }
    if let store = tokens.keys.first {
      throw HistoryError.invalidToken("a token of the store \(store)")
    }
    guard let isolation else { return }
    let turn = IsolationTurn(self)
    signals?.forEach { await turn.take(on: isolation) { $0.takeTurn() } }
  }
}

extension HistoryObserver: Observable {
  /// The number of matching transactions after the start position.
  ///
  /// If some were cleaned before the observer could read them, all until then count as one.
  public var eventCounter: Int {
    look()
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
    if registrar.isWatched { look() }
  }

  /// Reads new entries of all stores, if there may be any.
  private func look() {
    // Read before the entries, so that a save in between causes another check.
    let publishCount = modelContainer.changes.publishCount
    // Without signals, nothing publishes the saves of other processes.
    guard signals == nil || publishCount != checkedCount else { return }
    checkedCount = publishCount
    var count = 0
    var error: (any Error)?
    for index in positions.indices {
      do {
        count += try entryCount(of: positions[index].history, after: &positions[index].number)
      } catch let found {
        error = found
        if case HistoryError.expired = found { count += 1 }
      }
    }
    publish(count)
    publish(error)
  }

  /// Reads new entries of a store and returns the number of matching ones.
  private func entryCount(of history: StoreHistory, after number: inout Int64) throws -> Int {
    var count = 0
    while true {
      let entries: [HistoryEntry]
      do {
        entries = try history.entries(after: number, limit: 100, isResumed: true)
      } catch let error as HistoryError {
        number = try history.reader.historyEnd().transaction
        throw error
      }
      guard let last = entries.last else { return count }
      number = last.number
      count += entries.count { isObserved($0) }
    }
  }

  private func isObserved(_ entry: HistoryEntry) -> Bool {
    guard authors.isEmpty || entry.author.map(authors.contains) ?? false else { return false }
    return entities.isEmpty || entry.changes.contains { entities.contains($0.entity) }
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
