public import Observation
public import StrataContexts
internal import StrataModel
internal import StrataObservation

/// Observes a count, other aggregates, or groups, without loading objects.
///
/// ```swift
/// let total = try AggregateObserver(of: Sale.self, .count, .sum(\.amount), modelContext: context)
/// for await (count, sum) in total.updates { … }
/// ```
///
/// Like ``ResultsObserver`` it includes its context's unsaved changes, and other contexts' changes
/// once they are saved. It notifies you on its isolation, once for all changes since the last
/// notification, and only if the value differs. It queries the store only after changes of entities
/// and properties that the query mentions.
public final class AggregateObserver<Value> {
  /// The context whose objects are aggregated.
  public let modelContext: ModelContext

  private let watch: QueryWatch<AggregateObserver>
  private let question: (ModelContext) throws -> (Value, QueryDependencies)
  private let isSame: (Value, Value) -> Bool
  private var shown: Value
  private var failure: (any Error)?
  private var registrar = LazyRegistrar()
  private var listeners = Listeners()
  /// Incremented each time the value changes.
  private(set) var generation = 0

  init(
    of type: any PersistentModel.Type, in modelContext: ModelContext, _ isolation: (any Actor)?,
    isSame: @escaping (Value, Value) -> Bool,
    _ question: @escaping (ModelContext) throws -> (Value, QueryDependencies)
  ) throws {
    self.modelContext = modelContext
    self.question = question
    self.isSame = isSame
    let (value, dependencies) = try question(modelContext)
    shown = value
    watch = QueryWatch(modelContext, modelContext.graph(of: type), dependencies, isolation)
    watch.begin(for: self)
  }
}

extension AggregateObserver {
  /// The current value, which includes the context's latest changes.
  public var value: Value {
    watch.refresh()
    if TrackingScope.isActive { registrar.access(self, keyPath: \.value) }
    return shown
  }

  /// The error that prevents the value from being current, or nil if there is none.
  ///
  /// While there is an error, ``value`` remains the last valid one. The observer tries again after
  /// the next change, or when you call ``update()``.
  public var fetchError: (any Error)? {
    if TrackingScope.isActive { registrar.access(self, keyPath: \.fetchError) }
    return failure
  }

  /// Merges what others have saved and updates the value now, instead of asynchronously on the
  /// observer's isolation.
  ///
  /// - Throws: the query's error. The value then remains unchanged.
  public func update() throws {
    watch.update(failed: failure != nil)
    if let failure { throw failure }
  }

  /// The number of times the store was queried.
  package var evaluationCount: Int { watch.evaluationCount }

  func listen() -> AsyncStream<Void> { listeners.add().stream }
}

extension AggregateObserver: Observable, QueryAsker {
  var isWatched: Bool { registrar.isWatched || !listeners.isEmpty }

  func ask() throws -> (answer: Value, dependencies: QueryDependencies?) {
    let (value, dependencies) = try question(modelContext)
    return (value, dependencies)
  }

  func publish(_ answer: Value) {
    guard !isSame(shown, answer) else { return }
    // A copy, since an observer may access this object again from its callback.
    let registrar = registrar
    registrar.willSet(self, keyPath: \.value)
    shown = answer
    generation += 1
    registrar.didSet(self, keyPath: \.value)
    listeners.notify()
  }

  func publish(_ error: (any Error)?) {
    guard failure != nil || error != nil else { return }
    let registrar = registrar
    registrar.willSet(self, keyPath: \.fetchError)
    failure = error
    registrar.didSet(self, keyPath: \.fetchError)
  }
}

@available(*, unavailable, message: "use each observer on its context's isolation")
extension AggregateObserver: @unchecked Sendable {}
