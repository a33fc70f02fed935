import StrataModel

/// The objects of a graph that are in memory, and the number of them above which the graph looks
/// for reference cycles.
///
/// Classes of a hierarchy share one sequence of keys and one ``IdentityMap``, that of their root.
struct Identities: ~Copyable {
  private let maps: [IdentityMap]
  private let roots: [EntityIndex]
  /// An upper bound of the number of objects: those counted last, and all registered since.
  private var registrationCount = 0
  /// The number of objects above which a collection is due. Nil during a collection.
  var threshold: Int? = Identities.smallestCollection

  /// Number of objects in memory before the first collection. A collection takes about 200 ns an
  /// object.
  static let smallestCollection = 10_000

  init(roots: [EntityIndex]) {
    self.roots = roots
    maps = roots.map { _ in IdentityMap() }
  }

  deinit {
    for map in maps { map.deallocate() }
  }

  /// Number of objects. O(number of entities).
  var count: Int { maps.reduce(0) { $0 + $1.count } }

  /// The object with a key. Nil if there is none or its `deinit` has begun.
  func find(_ entity: EntityIndex, _ key: Int64) -> AnyObject? { maps[roots[entity]].find(key) }

  /// Adds an object. The key must be free, or its object's `deinit` must have begun.
  mutating func insert(_ object: AnyObject, entity: EntityIndex, key: Int64) {
    maps[roots[entity]].insert(object, key: key)
    registrationCount += 1
  }

  /// Removes the object with a key, if there is one.
  func remove(_ entity: EntityIndex, _ key: Int64) { maps[roots[entity]].remove(key) }

  /// Removes an object whose `deinit` runs, unless another object has been added under its key
  /// since.
  func removeGoing(_ entity: EntityIndex, _ key: Int64) { maps[roots[entity]].removeGoing(key) }

  /// All objects of an entity's hierarchy with their keys.
  func all(_ entity: EntityIndex) -> [(key: Int64, object: AnyObject)] { maps[roots[entity]].all }

  /// The first inconsistency in the maps. Nil if there is none. O(capacity).
  var brokenInvariant: String? { maps.lazy.compactMap(\.brokenInvariant).first }

  // MARK: Collections

  /// Returns true if the graph must look for reference cycles now. The caller then calls
  /// ``endCollection()``.
  ///
  /// A released object's `deinit` may ask again. It gets false until the collection ends.
  mutating func beginCollectionIfDue() -> Bool {
    guard let limit = threshold, registrationCount > limit else { return false }
    registrationCount = count
    guard registrationCount > limit else { return false }
    threshold = nil
    return true
  }

  /// Sets the number of objects at which the next collection is due: twice as many as now.
  mutating func endCollection() {
    registrationCount = count
    threshold = max(Self.smallestCollection, registrationCount * 2)
  }

  /// Forgets how many objects were in memory after the last collection.
  mutating func resetCollections() { threshold = Self.smallestCollection }
}
