internal import Observation
public import StrataObservation
public import StrataSchema

/// The bookkeeping of one object, kept inside it: which graph it belongs to, its key, its changes,
/// its registrar.
///
/// It can't be copied, and takes the object out of its graph's identity map when the object goes.
public struct ModelState: ~Copyable {
  // The graph outlives its objects, so that links can be followed from any of them.
  @usableFromInline package var graph: ObjectGraph?
  @usableFromInline package var key: Int64 = 0
  package var entity: Int32 = 0
  @usableFromInline package var flags: Flags = []
  /// The properties that changed since the last save.
  @usableFromInline package var changed = PropertySet()
  @usableFromInline package var registrar = LazyRegistrar()

  /// An object that belongs to no graph.
  public init() {}

  deinit {
    graph?.unregister(entity: Int(entity), key: key)
  }

  /// Makes the object one of a graph.
  mutating func join(_ graph: ObjectGraph, entity: Int, key: Int64) {
    self.graph = graph
    self.entity = Int32(truncatingIfNeeded: entity)
    self.key = key
  }

  /// Notes a change; true when the graph has to be told, since the object isn't in its list yet, or
  /// somebody watches.
  @inlinable
  mutating func note(_ property: Int) -> Bool {
    changed.insert(property)
    return graph != nil && flags.rawValue & Flags.told.rawValue != Flags.listed.rawValue
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
    /// The two flags that say whether the graph has to be told of a change.
    @usableFromInline package static let told = Flags(rawValue: 4 | 16)
  }
}
