/// What a to-many relationship remembers beside its array.
///
/// While the array is there it has the members in `known`, except in the middle of a change. When
/// members come or go from their end, an array that isn't there isn't loaded for it: they wait in
/// `added` and `removed` until somebody looks.
@usableFromInline
package final class Members {
  // Used on the isolation of its graph; each access to what is marked is a statement of its own.
  /// The members as both ends know them.
  @exclusivity(unchecked) @usableFromInline package var known: ContiguousArray<AnyObject> = []
  /// Whether `known` has all members that the store has.
  @exclusivity(unchecked) @usableFromInline package var isComplete = false
  /// True if a change in place looked like an append, and the array wasn't compared since.
  @usableFromInline package var isUnverified = false
  /// The same as a set, where links are kept in a table of their own; made when it is needed.
  package var identities: Set<ObjectIdentifier>?
  /// Members that came from their end.
  package var added: ContiguousArray<AnyObject> = []
  /// Members that went from their end; held, so that no other object takes their identity.
  package var removed: [ObjectIdentifier: AnyObject] = [:]

  @usableFromInline package init() {}

  /// Brings `known` up to date with what came and went. Who came again stands at the end.
  package func settle() {
    guard !added.isEmpty || !removed.isEmpty else { return }
    var seen: Set<ObjectIdentifier> = []
    let came = added.reversed().filter {
      let identity = ObjectIdentifier($0)
      return removed[identity] == nil && seen.insert(identity).inserted
    }
    known.removeAll {
      let identity = ObjectIdentifier($0)
      return removed[identity] != nil || seen.contains(identity)
    }
    known += came.reversed()
    identities = nil
    added = []
    removed = [:]
  }
}
