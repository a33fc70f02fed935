public import Foundation
public import Observation
public import StrataContexts
public import StrataModel
internal import StrataObservation
internal import StrataQuery

/// Observes the results of a fetch, optionally in sections.
///
/// ```swift
/// let trips = try ResultsObserver(
///   filterBy: #Predicate<Trip> { $0.isPlanned }, modelContext: context)
/// for await results in trips.updates { show(results) }
/// ```
///
/// Results include unsaved changes of the same context, and changes of other contexts and processes
/// once they are saved. A read always includes the context's latest changes.
///
/// You are notified if you read ``results`` or ``sections`` in `withObservationTracking`, or
/// iterate over ``updates``. Notifications arrive asynchronously on the isolation that the observer
/// was created on, once for all changes since the last notification. They arrive only if objects,
/// their order or their sections differ. The observer fetches again only after changes of entities
/// and properties that the fetch mentions.
///
/// The observer detects saves of other processes within a quarter of a second. If you create it
/// outside of any isolation, it can't notify you: it checks for changes only when you read
/// something.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable> {
  /// The context that objects are fetched in.
  public let modelContext: ModelContext
  /// The property that contains the title of a result's section, or nil for results without
  /// sections.
  public let sectionBy: PartialKeyPath<Element>?

  private let graph: ObjectGraph
  private let watch: QueryWatch<ResultsObserver>
  private let section: Section?
  private var descriptor: FetchDescriptor<Element>
  /// The query of the last fetch, whose dependencies the watch has.
  private var query: Query
  private var shown: [Element]
  private var shownSections: SectionedResults<Element, SectionTitle>?
  private var failure: (any Error)?
  private var registrar = LazyRegistrar()
  /// Incremented each time the results change.
  private(set) var generation = 0
  private var listeners = Listeners()

  struct Section {
    let keyPath: PartialKeyPath<Element>
    // An array, since copying a single descriptor goes through a type that Foundation doesn't
    // export, and an optimized build would fail to link.
    let sort: [SortDescriptor<Element>]
    let title: (Element) -> SectionTitle
  }

  init(
    _ descriptor: FetchDescriptor<Element>, _ section: Section?, _ modelContext: ModelContext,
    _ isolation: (any Actor)?
  ) throws {
    self.modelContext = modelContext
    self.section = section
    sectionBy = section?.keyPath
    self.descriptor = Self.ordered(descriptor, by: section)
    graph = modelContext.graph(of: Element.self)
    query = try self.descriptor.query(in: graph)
    watch = QueryWatch(
      modelContext, graph, Self.dependencies(query, of: descriptor, in: graph), isolation)
    let fetched = try modelContext.fetch(self.descriptor, as: query)
    shown = fetched
    shownSections = section.map { SectionedResults(fetched, by: $0.title) }
    watch.begin(for: self)
  }

  private static func dependencies(
    _ query: Query, of descriptor: FetchDescriptor<Element>, in graph: ObjectGraph
  ) -> QueryDependencies {
    QueryDependencies(query, in: graph, countingPending: descriptor.includePendingChanges)
  }

  // Ordering by title first makes sections contiguous.
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
  /// The fetched objects, in order, including the context's latest changes.
  public var results: FetchResultsCollection<Element> {
    watch.refresh()
    access(\.results)
    return FetchResultsCollection(shown)
  }

  /// The results by section, or nil for results without sections.
  public var sections: SectionedResults<Element, SectionTitle>? {
    watch.refresh()
    access(\.sections)
    return shownSections
  }

  /// The error that prevents the results from being current, or nil if there is none.
  ///
  /// While there is an error, the last results remain. The observer tries again after the next
  /// change, or when you call ``update()``.
  public var fetchError: (any Error)? {
    access(\.fetchError)
    return failure
  }

  /// The fetch that is observed, including the sort key of the sections.
  public var fetchDescriptor: FetchDescriptor<Element> {
    access(\.fetchDescriptor)
    return descriptor
  }

  /// The predicate that results match, or nil for all. Setting it fetches again at once.
  public var filterBy: Predicate<Element>? {
    get { fetchDescriptor.predicate }
    set { describe { $0.predicate = newValue } }
  }

  /// The sort order of the results. Setting it fetches again at once.
  ///
  /// The sort key of the sections is inserted before it.
  public var sortBy: [SortDescriptor<Element>] {
    get { fetchDescriptor.sortBy }
    set { describe { $0.sortBy = newValue } }
  }

  /// The object at an index path of a section and a position in it.
  ///
  /// - Returns: nil for results without sections, and for an index path out of range.
  public func element(at indexPath: IndexPath) -> Element? {
    guard indexPath.count == 2, let sections, sections.indices.contains(indexPath[0]) else {
      return nil
    }
    let section = sections[indexPath[0]]
    return section.indices.contains(indexPath[1]) ? section[indexPath[1]] : nil
  }

  /// The section and position of an object. O(number of objects in its section).
  ///
  /// - Returns: nil for results without sections, and for an object that isn't in the results.
  public func indexPath(for element: Element) -> IndexPath? {
    guard let sections, let section else { return nil }
    guard let index = sections.index(ofSectionTitled: section.title(element)),
      let position = sections[index].firstIndex(where: { $0 === element })
    else { return nil }
    return IndexPath(indexes: [index, position])
  }

  /// Merges what others have saved and updates the results now, instead of asynchronously on the
  /// observer's isolation.
  ///
  /// - Throws: the fetch's error. The results then remain unchanged.
  public func update() throws {
    watch.update(failed: failure != nil)
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
    watch.evaluate()
  }
}

extension ResultsObserver: QueryAsker {
  var isWatched: Bool { registrar.isWatched || !listeners.isEmpty }

  func ask() throws -> (answer: [Element], dependencies: QueryDependencies?) {
    // Translated for each fetch, since an object that the predicate has captured may have changed.
    let query = try descriptor.query(in: graph)
    let fetched = try modelContext.fetch(descriptor, as: query)
    guard query != self.query else { return (fetched, nil) }
    self.query = query
    return (fetched, Self.dependencies(query, of: descriptor, in: graph))
  }

  func publish(_ fetched: [Element]) {
    let sections = section.map { SectionedResults(fetched, by: $0.title) }
    let isSame = fetched.elementsEqual(shown) { $0 === $1 }
    let hasSameSections =
      isSame && (sections.flatMap { new in shownSections.map { new.hasShape(of: $0) } } ?? true)
    guard !isSame || !hasSameSections else { return }
    // A copy, since an observer may access this object again from its callback.
    let registrar = registrar
    if !isSame { registrar.willSet(self, keyPath: \.results) }
    if section != nil { registrar.willSet(self, keyPath: \.sections) }
    shown = fetched
    shownSections = sections
    generation += 1
    if !isSame { registrar.didSet(self, keyPath: \.results) }
    if section != nil { registrar.didSet(self, keyPath: \.sections) }
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

// For the asynchronous sequences.
extension ResultsObserver {
  /// The number of times the results were fetched.
  package var evaluationCount: Int { watch.evaluationCount }

  /// The current results. Reading them registers no access for observation.
  var current: (results: [Element], sections: SectionedResults<Element, SectionTitle>?) {
    watch.refresh()
    return (shown, shownSections)
  }

  /// Returns a stream of notifications of new results.
  func listen() -> AsyncStream<Void> { listeners.add().stream }

  /// Returns a stream of notifications of new results and of changed objects, and these objects.
  func listenToObjects() -> (news: AsyncStream<Void>, changed: ChangedObjects) {
    let (news, signal) = listeners.add()
    // A class outside the container's schema has no results, and no changes.
    let entity = graph.index(named: Element._$entity.name)
    let changed = ChangedObjects(of: entity.map { graph.entities[$0].kinds } ?? [], signal)
    graph.add(changed)
    return (news, changed)
  }
}

@available(*, unavailable, message: "use each observer on its context's isolation")
extension ResultsObserver: @unchecked Sendable {}
