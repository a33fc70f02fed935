/// The member list of a to-many relationship, beside its array.
///
/// While the array is loaded, `known` has the same members, except during a change. If the inverse
/// adds or removes members while the array isn't loaded, they are recorded in `added` and
/// `removed`, and applied when the array is loaded.
@usableFromInline
package final class Members {
  // Used on the isolation of its graph. Each access to a marked property is a statement of its own.
  /// The members that the inverses have recorded.
  @exclusivity(unchecked) @usableFromInline package var known: ContiguousArray<AnyObject> = []
  /// True if `known` has all members that the store has.
  @exclusivity(unchecked) @usableFromInline package var isComplete = false
  /// True if an in-place change looked like an append, and the array hasn't been compared since.
  @usableFromInline package var isUnverified = false
  /// The identities of `known`, made at the first use for a relationship with a link table.
  package var identities: Set<ObjectIdentifier>?
  /// Members that their inverses added.
  package var added: ContiguousArray<AnyObject> = []
  /// Members that their inverses removed, retained so that no other object gets their identity.
  package var removed: [ObjectIdentifier: AnyObject] = [:]

  @usableFromInline package init() {}

  /// Applies the additions and removals to `known`.
  ///
  /// Members that were added again move to the end.
  package func applyChanges() {
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
