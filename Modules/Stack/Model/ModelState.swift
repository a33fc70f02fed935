internal import Observation
package import StrataObservation
package import StrataSchema

/// The bookkeeping of one object, kept inside it: which graph it belongs to, its key, its changes,
/// its registrar.
///
/// It can't be copied, and takes the object out of its graph's identity map when the object goes.
public struct ModelState: ~Copyable {
  // The graph outlives its objects, so that links can be followed from any of them.
  package var graph: ObjectGraph?
  package var key: Int64 = 0
  package var entity: Int32 = 0
  package var flags: Flags = []
  /// The properties that changed since the last save.
  package var changed = PropertySet()
  package var registrar = LazyRegistrar()

  /// An object that belongs to no graph.
  public init() {}

  deinit {
    graph?.unregister(entity: Int(entity), key: key)
  }

  package struct Flags: OptionSet {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// New, and not saved yet.
    package static let inserted = Flags(rawValue: 1)
    /// To be deleted by the next save.
    package static let deleted = Flags(rawValue: 2)
    /// In the graph's list of changed objects.
    package static let listed = Flags(rawValue: 4)
  }
}
