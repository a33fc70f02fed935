internal import Observation
internal import Synchronization
public import StrataObservation
public import StrataSchema

/// The bookkeeping that an object has inside it: its graph, key, changes and observation registrar.
///
/// It can't be copied. Its `deinit` removes the object from its graph's identity map.
public struct _ModelState: ~Copyable {
  // A strong reference: links can be followed from any object, so that the graph has to outlive
  // them.
  @usableFromInline var storedGraph: (any ModelGraph)?
  // In a graph the object's key. Otherwise the number of its temporary identifier, or 0 until that
  // is asked for.
  @usableFromInline var storedKey: Int64 = 0
  private var storedEntity = EntityIndex(0)
  @usableFromInline var storedFlags: Flags = []
  @usableFromInline var storedChanged = PropertySet()
  @usableFromInline var storedRegistrar = LazyRegistrar()
  @usableFromInline var storedUnread: UnreadProperties?

  /// Creates the state of an object that belongs to no graph.
  public init() {}

  deinit {
    storedGraph?.unregisterGoing(entity: storedEntity, key: storedKey)
  }

  /// Makes the object belong to a graph.
  package mutating func attach(to graph: any ModelGraph, entity: EntityIndex, key: Int64) {
    modelGraph = graph
    self.entity = entity
    self.key = key
  }

  /// Records a change of a property.
  ///
  /// - Returns: True if the graph must be notified, because the object isn't in its list yet or
  ///   because the graph has observers.
  @inlinable
  mutating func record(_ property: PropertyIndex) -> Bool {
    storedChanged.insert(property)
    return storedGraph != nil && storedFlags.rawValue & Flags.told.rawValue != Flags.listed.rawValue
  }

  @usableFromInline
  package struct Flags: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8
    @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The object is new and unsaved.
    package static let inserted = Flags(rawValue: 1)
    /// The next save deletes the object.
    package static let deleted = Flags(rawValue: 2)
    /// The object is in the graph's list of changed objects.
    @usableFromInline package static let listed = Flags(rawValue: 4)
    /// The object is in the graph's list of new objects, but was deleted again.
    package static let stale = Flags(rawValue: 8)
    /// The graph is notified of each change, for its observers.
    package static let watched = Flags(rawValue: 16)
    /// The object belongs to no graph any more, because another context or process deleted its row.
    package static let gone = Flags(rawValue: 32)
    /// The object is new, and a save fails rather than merge it into an existing row.
    package static let standsAlone = Flags(rawValue: 64)
    /// A mask of the two flags that determine whether the graph must be notified of a change.
    @usableFromInline package static let told = Flags(rawValue: 4 | 16)

    /// Replaces the flags. An object that was never saved still stands alone, in whichever list or graph.
    package mutating func reset(to flags: Flags = []) {
      self = flags.union(intersection(.standsAlone))
    }
  }
}

// Getters are `mutating` here. A state can't be copied, so that generic code reads it through a
// coroutine, and the compiler (6.3) allocates heap memory for each of those unless it is
// `mutating`. Otherwise saving 10,000 objects would take 150,000 more allocations.
extension _ModelState {
  @inlinable
  package var modelGraph: (any ModelGraph)? {
    mutating get { storedGraph }
    set { storedGraph = newValue }
  }

  /// The object's key, or 0 if it belongs to no graph.
  @inlinable
  package var key: Int64 {
    mutating get { storedGraph == nil ? 0 : storedKey }
    set { storedKey = newValue }
  }

  /// Returns a negative number that is unique in the process among objects without a graph.
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

  /// The properties whose stored values aren't read yet, nil for none.
  @inlinable
  package var unread: UnreadProperties? {
    mutating get { storedUnread }
    set { storedUnread = newValue }
  }

  @inlinable
  package var registrar: LazyRegistrar {
    mutating get { storedRegistrar }
    _modify { yield &storedRegistrar }
  }

  /// True if the object has had an observer.
  @inlinable
  package var isWatched: Bool {
    mutating get { storedRegistrar.isWatched }
  }
}

/// The last number that was given to an object without a graph.
private let lastNumber = Atomic<Int64>(0)
