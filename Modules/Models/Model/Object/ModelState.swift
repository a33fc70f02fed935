internal import Observation
internal import Synchronization
public import StrataObservation
public import StrataSchema

/// The bookkeeping of one object, kept inside it: which graph it belongs to, its key, its changes,
/// its registrar.
///
/// It can't be copied, and takes the object out of its graph's identity map when the object goes.
public struct ModelState: ~Copyable {
  // The graph outlives its objects, so that links can be followed from any of them.
  @usableFromInline var storedGraph: (any ModelGraph)?
  // Of an object in a graph its key; of any other the number of its identifier, 0 until that is asked for.
  @usableFromInline var storedKey: Int64 = 0
  private var storedEntity = EntityIndex(0)
  @usableFromInline var storedFlags: Flags = []
  @usableFromInline var storedChanged = PropertySet()
  @usableFromInline var storedRegistrar = LazyRegistrar()

  /// An object that belongs to no graph.
  public init() {}

  deinit {
    storedGraph?.unregisterGoing(entity: storedEntity, key: storedKey)
  }

  /// Makes the object one of a graph.
  package mutating func attach(to graph: any ModelGraph, entity: EntityIndex, key: Int64) {
    modelGraph = graph
    self.entity = entity
    self.key = key
  }

  /// Records a change; true when the graph has to be told, since the object isn't in its list yet, or
  /// somebody watches.
  @inlinable
  mutating func record(_ property: PropertyIndex) -> Bool {
    storedChanged.insert(property)
    return storedGraph != nil && storedFlags.rawValue & Flags.told.rawValue != Flags.listed.rawValue
  }

  @usableFromInline
  package struct Flags: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8
    @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// New, and not saved yet.
    package static let inserted = Flags(rawValue: 1)
    /// To be deleted by the next save.
    package static let deleted = Flags(rawValue: 2)
    /// In the graph's list of changed objects.
    @usableFromInline package static let listed = Flags(rawValue: 4)
    /// In the graph's list of new objects, though it was deleted again.
    package static let stale = Flags(rawValue: 8)
    /// Tells the graph of each change, for its observers.
    package static let watched = Flags(rawValue: 16)
    /// Belongs to no graph any more, since somebody else has deleted its row.
    package static let gone = Flags(rawValue: 32)
    /// The two flags that say whether the graph has to be told of a change.
    @usableFromInline package static let told = Flags(rawValue: 4 | 16)
  }
}

// Reading counts as changing here. A state can't be copied, so that code that knows only the protocol
// reads it through a coroutine, and the compiler (6.3) takes memory from the heap for each of those;
// for those that change, it doesn't. Saving 10,000 objects would take 150,000 allocations more.
extension ModelState {
  @inlinable
  package var modelGraph: (any ModelGraph)? {
    mutating get { storedGraph }
    set { storedGraph = newValue }
  }

  /// The object's key; 0 for an object that belongs to no graph.
  @inlinable
  package var key: Int64 {
    mutating get { storedGraph == nil ? 0 : storedKey }
    set { storedKey = newValue }
  }

  /// A negative number that no other object of the process has had while it belonged to no graph.
  mutating func numberOutsideGraphs() -> Int64 {
    if storedKey == 0 { storedKey = -lastNumber.add(1, ordering: .relaxed).newValue }
    return storedKey
  }

  package var entity: EntityIndex {
    mutating get { storedEntity }
    set { storedEntity = newValue }
  }

  @inlinable
  package var flags: Flags {
    mutating get { storedFlags }
    _modify { yield &storedFlags }
  }

  /// The properties that changed since the last save.
  @inlinable
  package var changed: PropertySet {
    mutating get { storedChanged }
    _modify { yield &storedChanged }
  }

  @inlinable
  package var registrar: LazyRegistrar {
    mutating get { storedRegistrar }
    _modify { yield &storedRegistrar }
  }

  /// Whether anybody has ever looked at the object.
  @inlinable
  package var isWatched: Bool {
    mutating get { storedRegistrar.isWatched }
  }
}

/// The last number that was given to an object outside of graphs.
private let lastNumber = Atomic<Int64>(0)
