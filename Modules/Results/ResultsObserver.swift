public import Foundation
public import Observation
public import StrataModel
internal import StrataObservation
public import StrataStack

/// Keeps the results of a fetch current, in sections if wanted, and tells whoever looked when they
/// have changed.
///
/// Changes of the same context count before they are saved, those of other contexts and of other
/// processes when they are. What is read is always current as far as the own context goes; whoever
/// reads ``results`` or ``sections`` in `withObservationTracking`, or goes through ``updates``, is
/// told at the next turn of the isolation that the observer was made on, once for all changes since
/// the last turn, and only if other objects are in the results, their order is another, or their
/// sections are. Only changes of entities and properties that the fetch mentions lead to a fetch.
///
/// Saves of other processes are noticed within a quarter of a second, while the observer lives.
/// An observer that is made outside of any isolation tells nobody by itself: it looks at the store
/// and at what has changed whenever something is read.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable> {
  /// Where objects are fetched.
  public let modelContext: ModelContext
  /// What the title of a result's section is read from; nil for results without sections.
  public let sectionBy: PartialKeyPath<Element>?

  let isolation: (any Actor)?
  private let graph: ObjectGraph
  private let section: Section?
  private var descriptor: FetchDescriptor<Element>
  private var dependencies: QueryDependencies
  private var shown: [Element]
  private var shownSections: SectionedResults<Element, SectionTitle>?
  private var failure: (any Error)?
  private var registrar = LazyRegistrar()
  private var isDue = false
  private var isScheduled = false
  private var isFetching = false
  private var mayBeStale = false
  /// Rises with each change of the results.
  private(set) var generation = 0
  /// How often the results were fetched.
  package private(set) var evaluationCount = 1
  private var listeners: [AsyncStream<Void>.Continuation] = []
  private var subscription: ChangeFeed.Subscription?
  private let watcher: StoreWatch.Watcher

  struct Section {
    let keyPath: PartialKeyPath<Element>
    // As a list: by itself it is copied through a type that Foundation keeps to itself, for which an
    // optimized build has no symbol to link.
    let sort: [SortDescriptor<Element>]
    let title: (Element) -> SectionTitle
  }

  init(
    _ descriptor: FetchDescriptor<Element>, _ section: Section?, _ modelContext: ModelContext,
    _ isolation: (any Actor)?
  ) throws {
    self.modelContext = modelContext
    self.isolation = isolation
    self.section = section
    sectionBy = section?.keyPath
    self.descriptor = Self.ordered(descriptor, by: section)
    graph = modelContext.graph(of: Element.self)
    dependencies = QueryDependencies(try self.descriptor.query(in: graph), in: graph)
    let fetched = try modelContext.fetch(self.descriptor)
    shown = fetched
    shownSections = section.map { SectionedResults(fetched, by: $0.title) }
    watcher = graph.origin.watch.begin()
    graph.add(self)
    listenToSaves()
    // What was saved since the fetch, before anybody listened, has to be asked for.
    merge()
  }

  // Sections are contiguous when results are ordered by their titles first.
  private static func ordered(
    _ descriptor: FetchDescriptor<Element>, by section: Section?
  ) -> FetchDescriptor<Element> {
    var descriptor = descriptor
    if let section, descriptor.sortBy.first?.keyPath != section.keyPath {
      descriptor.sortBy.insert(contentsOf: section.sort, at: 0)
    }
    return descriptor
  }
}

extension ResultsObserver {
  /// The objects that are fetched, in order.
  public var results: FetchResultsCollection<Element> {
    refresh()
    access(\.results)
    return FetchResultsCollection(shown)
  }

  /// The results by section; nil for results without sections.
  public var sections: SectionedResults<Element, SectionTitle>? {
    refresh()
    access(\.sections)
    return shownSections
  }

  /// Why the results can't be kept current; nil when they are.
  ///
  /// While there is an error, the last results stay. The next change, or a call of ``update()``,
  /// tries again.
  public var fetchError: (any Error)? {
    access(\.fetchError)
    return failure
  }

  /// Which objects are fetched, in which order; the sections' sort key included.
  public var fetchDescriptor: FetchDescriptor<Element> {
    access(\.fetchDescriptor)
    return descriptor
  }

  /// What results must meet; nil for all. When it is set, the results are fetched anew at once.
  public var filterBy: Predicate<Element>? {
    get { fetchDescriptor.predicate }
    set { describe { $0.predicate = newValue } }
  }

  /// What results are ordered by. When it is set, the results are fetched anew at once; the
  /// sections' sort key is put before it.
  public var sortBy: [SortDescriptor<Element>] {
    get { fetchDescriptor.sortBy }
    set { describe { $0.sortBy = newValue } }
  }

  /// The object at a place: the section, and the position in it.
  ///
  /// - Returns: nil for results without sections, and for a place that isn't there.
  public func element(at indexPath: IndexPath) -> Element? {
    guard indexPath.count == 2, let sections, sections.indices.contains(indexPath[0]) else {
      return nil
    }
    let section = sections[indexPath[0]]
    return section.indices.contains(indexPath[1]) ? section[indexPath[1]] : nil
  }

  /// Where an object is: its section, and the position in it. O(number of objects in its section).
  ///
  /// - Returns: nil for results without sections, and for an object that isn't among them.
  public func indexPath(for element: Element) -> IndexPath? {
    guard let sections, let section else { return nil }
    guard let index = sections.index(ofSectionTitled: section.title(element)),
      let position = sections[index].firstIndex(where: { $0 === element })
    else { return nil }
    return IndexPath(indexes: [index, position])
  }

  /// Merges what others have saved, and brings the results up to date now, rather than at the
  /// next turn of the observer's isolation.
  ///
  /// - Throws: what fetching throws; the last results stay.
  public func update() throws {
    merge()
    if isDue || failure != nil { evaluate() }
    if let failure { throw failure }
  }
}

extension ResultsObserver: Observable {
  private func access<Member>(_ keyPath: KeyPath<ResultsObserver, Member>) {
    if TrackingScope.isActive { registrar.access(self, keyPath: keyPath) }
  }

  private func describe(_ change: (inout FetchDescriptor<Element>) -> Void) {
    var changed = descriptor
    change(&changed)
    let registrar = registrar
    registrar.willSet(self, keyPath: \.fetchDescriptor)
    descriptor = Self.ordered(changed, by: section)
    registrar.didSet(self, keyPath: \.fetchDescriptor)
    evaluate()
  }

  // What is read is never older than the last change of the context.
  private func refresh() {
    if mayBeStale || isolation == nil { merge() }
    if isDue { evaluate() }
  }

  private func merge() {
    mayBeStale = false
    do {
      try modelContext.mergeChanges()
    } catch {
      publish(error)
    }
  }

  private func evaluate() {
    guard !isFetching else { return }
    isFetching = true
    defer { isFetching = false }
    do {
      dependencies = QueryDependencies(try descriptor.query(in: graph), in: graph)
      evaluationCount += 1
      let fetched = try modelContext.fetch(descriptor)
      isDue = false
      publish(fetched)
      publish(nil)
    } catch {
      isDue = false
      publish(error)
    }
  }

  private func publish(_ fetched: [Element]) {
    let sections = section.map { SectionedResults(fetched, by: $0.title) }
    let isSame = fetched.elementsEqual(shown) { $0 === $1 }
    let hasSameSections =
      isSame && (sections.flatMap { new in shownSections.map { new.hasShape(of: $0) } } ?? true)
    guard !isSame || !hasSameSections else { return }
    // A copy, since whoever is told may look here again.
    let registrar = registrar
    if !isSame { registrar.willSet(self, keyPath: \.results) }
    if section != nil { registrar.willSet(self, keyPath: \.sections) }
    shown = fetched
    shownSections = sections
    generation += 1
    if !isSame { registrar.didSet(self, keyPath: \.results) }
    if section != nil { registrar.didSet(self, keyPath: \.sections) }
    listeners.removeAll {
      if case .terminated = $0.yield() { true } else { false }
    }
  }

  private func publish(_ error: (any Error)?) {
    guard failure != nil || error != nil else { return }
    let registrar = registrar
    registrar.willSet(self, keyPath: \.fetchError)
    failure = error
    registrar.didSet(self, keyPath: \.fetchError)
  }
}

extension ResultsObserver: GraphObserver {
  package func graphDidChange(_ change: GraphChange) {
    guard !isDue,
      dependencies.includes(change, countingPending: descriptor.includePendingChanges)
    else { return }
    isDue = true
    schedule()
  }

  // Where nobody listens, it is early enough when somebody reads.
  private var isWatched: Bool { registrar.isWatched || !listeners.isEmpty }

  private func schedule() {
    guard isWatched, !isScheduled, let isolation else { return }
    isScheduled = true
    let turn = IsolationTurn(self)
    Task { await turn.take(on: isolation) }
  }

  private func listenToSaves() {
    guard let isolation else { return }
    let turn = IsolationTurn(self)
    subscription = modelContext.core.changes.subscribe { _ in
      Task { await turn.merge(on: isolation) }
    }
  }

  /// Gets ready to tell of changes through a stream.
  func listen() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    listeners.append(continuation)
    return stream
  }
}

extension ResultsObserver: TurnTaker {
  func takeTurn() {
    isScheduled = false
    if isDue { evaluate() }
  }

  func takeMergingTurn() {
    guard isWatched else { return mayBeStale = true }
    merge()
    if isDue { evaluate() }
  }
}

@available(*, unavailable, message: "use each observer on its context's isolation")
extension ResultsObserver: @unchecked Sendable {}
