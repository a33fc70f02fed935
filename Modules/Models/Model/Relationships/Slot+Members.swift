public import StrataSchema

extension Slot {
  /// What the to-many relationship remembers, made when it is first needed.
  @inlinable
  package mutating func settledMembers() -> Members {
    if let members { return members }
    let made = Members()
    // An array that is there without one is of a new object, and all there is.
    made.isComplete = value != nil
    members = made
    return made
  }

  /// Compares a changed array with what both ends knew, and makes it what they know.
  ///
  /// O(n), a comparison of references and a look at the part in the middle that differs. A member that is
  /// there twice is kept once.
  @inlinable
  mutating func takeChanges<Model: PersistentModel>(in array: inout [Model]) -> RelationshipChange {
    let members = settledMembers()
    members.isUnverified = false
    let difference = members.takeDifference(&array)
    return .many(added: difference.added, removed: difference.removed)
  }

  /// The same for an array that was changed in place. What looks like an append, by the array's ends, is
  /// taken for one in O(1), and compared later (``UnverifiedArrays``).
  @inlinable
  mutating func takeChangesInPlace<Owner: PersistentModel, Model: PersistentModel>(
    in array: inout [Model], of property: PropertyIndex, owner: Owner
  ) -> RelationshipChange {
    let members = settledMembers()
    guard let last = members.appended(to: array),
      owner._$usesLinkTable(property)
        ? members.identify(last) : !owner._$isLed(by: last, property),
      owner._$maySetUnverified(property, members)
    else { return takeChanges(in: &array) }
    members.isUnverified = true
    members.known.append(last)
    return .appended(last)
  }
}

extension PersistentModel {
  /// Records that an array of a relationship is to be compared later; false where there is no graph that
  /// could.
  @inlinable @inline(__always)
  func _$maySetUnverified(_ property: PropertyIndex, _ members: Members) -> Bool {
    members.isUnverified || _$recordUnverified(property)
  }

  /// Lets the object's graph compare an array later; false where it has none.
  @usableFromInline
  func _$recordUnverified(_ property: PropertyIndex) -> Bool {
    _$state.modelGraph?.recordUnverified(self, property) ?? false
  }
}

extension Members {
  /// The object that was appended, as far as the array's ends tell: others may have been replaced.
  @inlinable
  func appended<Model: PersistentModel>(to array: [Model]) -> Model? {
    // Looked at in place: a second reference would make a later append copy all of it.
    let count = known.count
    guard array.count == count + 1, let last = array.last,
      count == 0 || (known[0] === array[0] && known[count - 1] === array[count - 1])
    else { return nil }
    return last
  }

  /// Records a member's identity; false when it is there already.
  @usableFromInline
  func identify(_ member: AnyObject) -> Bool {
    if identities == nil { identities = Set(known.map { ObjectIdentifier($0) }) }
    return identities?.insert(ObjectIdentifier(member)).inserted ?? true
  }

  /// The members that came and went, by hash; a member that is there twice is kept once.
  @usableFromInline
  func takeDifference<Model: PersistentModel>(
    _ array: inout [Model]
  ) -> (added: [Model], removed: [Model]) {
    var start = 0
    while start < known.count, start < array.count, known[start] === array[start] { start += 1 }
    var (knownEnd, arrayEnd) = (known.count, array.count)
    while knownEnd > start, arrayEnd > start, known[knownEnd - 1] === array[arrayEnd - 1] {
      knownEnd -= 1
      arrayEnd -= 1
    }
    // One in the middle taken out: no member can be new or there twice.
    if arrayEnd == start {
      let removed = known[start..<knownEnd].compactMap { $0 as? Model }
      known.removeSubrange(start..<knownEnd)
      for member in removed { identities?.remove(ObjectIdentifier(member)) }
      return ([], removed)
    }
    let before = Set(known.map { ObjectIdentifier($0) })
    var seen: Set<ObjectIdentifier> = []
    if Set(array.map { ObjectIdentifier($0) }).count != array.count {
      array = array.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
    let after = Set(array.map { ObjectIdentifier($0) })
    let added = array.filter { !before.contains(ObjectIdentifier($0)) }
    let removed = known.filter { !after.contains(ObjectIdentifier($0)) }.compactMap { $0 as? Model }
    known = ContiguousArray(array)
    if identities != nil { identities = after }
    return (added, removed)
  }
}
