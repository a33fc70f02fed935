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

  private let graph: ObjectGraph
  private let watch: QueryWatch<ResultsObserver>
  private let section: Section?
  private var descriptor: FetchDescriptor<Element>
  private var shown: [Element]
  private var shownSections: SectionedResults<Element, SectionTitle>?
  private var failure: (any Error)?
  private var registrar = LazyRegistrar()
  /// Rises with each change of the results.
  private(set) var generation = 0
  private var listeners = Listeners()
  private var noting = NotedObjects()

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
    self.section = section
    sectionBy = section?.keyPath
    self.descriptor = Self.ordered(descriptor, by: section)
    graph = modelContext.graph(of: Element.self)
    watch = QueryWatch(
      modelContext, graph, try Self.dependencies(self.descriptor, graph), isolation)
    let fetched = try modelContext.fetch(self.descriptor)
    shown = fetched
    shownSections = section.map { SectionedResults(fetched, by: $0.title) }
    watch.begin(for: self)
  }

  private static func dependencies(
    _ descriptor: FetchDescriptor<Element>, _ graph: ObjectGraph
  ) throws -> QueryDependencies {
    QueryDependencies(
      try descriptor.query(in: graph), in: graph,
      countingPending: descriptor.includePendingChanges)
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
    watch.refresh()
    access(\.results)
    return FetchResultsCollection(shown)
  }

  /// The results by section; nil for results without sections.
  public var sections: SectionedResults<Element, SectionTitle>? {
    watch.refresh()
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
  var isWatched: Bool { registrar.isWatched || !listeners.isEmpty || noting.isWanted }
  var hearsOfObjects: Bool { noting.isWanted }

  func ask() throws -> (answer: [Element], dependencies: QueryDependencies) {
    let dependencies = try Self.dependencies(descriptor, graph)
    return (try modelContext.fetch(descriptor), dependencies)
  }

  func publish(_ fetched: [Element]) {
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
    listeners.tell()
    noting.tell()
  }

  func publish(_ error: (any Error)?) {
    guard failure != nil || error != nil else { return }
    let registrar = registrar
    registrar.willSet(self, keyPath: \.fetchError)
    failure = error
    registrar.didSet(self, keyPath: \.fetchError)
  }
}

// Who goes through the results over time.
extension ResultsObserver {
  /// How often the results were fetched.
  package var evaluationCount: Int { watch.evaluationCount }

  /// The results as they are now, which are told of to nobody by this.
  var current: (results: [Element], sections: SectionedResults<Element, SectionTitle>?) {
    watch.refresh()
    return (shown, shownSections)
  }

  /// Gets ready to tell of other results through a stream.
  func listen() -> AsyncStream<Void> { listeners.add() }

  /// The same for somebody who is told of changed objects too, which are noted.
  func listen(noting changed: ChangedObjects) -> AsyncStream<Void> {
    // A class that the container doesn't know has no results, and no changes.
    let entity = graph.index(named: Element._$entity.name)
    defer { watch.renewInterests() }
    return noting.add(changed, of: entity.map { graph.entities[$0].kinds } ?? [])
  }

  func hear(of change: GraphChange) -> Bool { noting.hear(of: change) }

  func takeTurn() { noting.tellOfObjects() }
}

@available(*, unavailable, message: "use each observer on its context's isolation")
extension ResultsObserver: @unchecked Sendable {}
