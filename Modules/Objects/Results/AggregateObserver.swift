public import Observation
internal import StrataModel
internal import StrataObservation
public import StrataStack

/// Keeps a count, other aggregates or groups current, without loading objects, and tells whoever looked
/// when they have changed.
///
///     let total = try AggregateObserver(of: Sale.self, .count, .sum(\.amount), modelContext: context)
///     for await (count, sum) in total.updates { … }
///
/// As a ``ResultsObserver`` it counts changes of its context before they are saved and those of others when
/// they are, tells at the next turn of its isolation, once for all changes, and asks the store again only
/// after changes of entities and properties that it mentions. Only another value is told.
public final class AggregateObserver<Value> {
  /// Whose objects count.
  public let modelContext: ModelContext

  private let watch: QueryWatch<AggregateObserver>
  private let question: (ModelContext) throws -> (Value, QueryDependencies)
  private let isSame: (Value, Value) -> Bool
  private var shown: Value
  private var failure: (any Error)?
  private var registrar = LazyRegistrar()
  private var listeners = Listeners()
  /// Rises with each other value.
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
  /// The value, never older than the last change of the context.
  public var value: Value {
    watch.refresh()
    if TrackingScope.isActive { registrar.access(self, keyPath: \.value) }
    return shown
  }

  /// Why the value can't be kept current; nil when it is.
  ///
  /// While there is an error, the last value stays. The next change, or a call of ``update()``, tries again.
  public var fetchError: (any Error)? {
    if TrackingScope.isActive { registrar.access(self, keyPath: \.fetchError) }
    return failure
  }

  /// Merges what others have saved, and brings the value up to date now, rather than at the next turn of the
  /// observer's isolation.
  ///
  /// - Throws: what asking the store throws; the last value stays.
  public func update() throws {
    watch.update(failed: failure != nil)
    if let failure { throw failure }
  }

  /// How often the store was asked.
  package var evaluationCount: Int { watch.evaluationCount }

  func listen() -> AsyncStream<Void> { listeners.add() }
}

extension AggregateObserver: Observable, QueryAsker {
  var isWatched: Bool { registrar.isWatched || !listeners.isEmpty }

  func ask() throws -> (answer: Value, dependencies: QueryDependencies) {
    try question(modelContext)
  }

  func publish(_ answer: Value) {
    guard !isSame(shown, answer) else { return }
    // A copy, since whoever is told may look here again.
    let registrar = registrar
    registrar.willSet(self, keyPath: \.value)
    shown = answer
    generation += 1
    registrar.didSet(self, keyPath: \.value)
    listeners.tell()
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
