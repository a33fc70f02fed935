public import StrataSchema

extension _Slot {
  /// Returns the member list of a to-many relationship, and creates it if needed.
  @inlinable
  package mutating func membersCreatingList() -> Members {
    if let members { return members }
    let made = Members()
    // An array without a member list belongs to a new object, and has all members.
    made.isComplete = value != nil
    members = made
    return made
  }

  /// Compares a changed array with the known members, and makes it the known members.
  ///
  /// O(n): compares references, and hashes only the part in the middle that differs. Duplicates are
  /// removed.
  @inlinable
  mutating func takeChanges<Model: PersistentModel>(in array: inout [Model]) -> _RelationshipChange
  {
    let members = membersCreatingList()
    members.isUnverified = false
    let difference = members.takeDifference(&array)
    return .many(added: difference.added, removed: difference.removed)
  }

  /// Records the in-place changes of an array.
  ///
  /// If the array's ends and length look like an append, it counts as one in O(1), and is compared
  /// later (``UnverifiedArrays``). Otherwise it is compared now.
  @inlinable
  mutating func takeChangesInPlace<Owner: PersistentModel, Model: PersistentModel>(
    in array: inout [Model], of property: PropertyIndex, owner: Owner
  ) -> _RelationshipChange {
    let members = membersCreatingList()
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
  /// Records an array for a later comparison.
  ///
  /// - Returns: False if the object has no graph that could do so.
  @inlinable @inline(__always)
  func _$maySetUnverified(_ property: PropertyIndex, _ members: Members) -> Bool {
    members.isUnverified || _$recordUnverified(property)
  }

  /// Records an array with the object's graph for a later comparison.
  ///
  /// - Returns: False if the object has no graph.
  @usableFromInline
  func _$recordUnverified(_ property: PropertyIndex) -> Bool {
    _$state.modelGraph?.recordUnverified(self, property) ?? false
  }
}

extension Members {
  /// Returns the last object if the array's ends and length look like an append.
  ///
  /// Other elements may have been replaced.
  @inlinable
  func appended<Model: PersistentModel>(to array: [Model]) -> Model? {
    // Read in place: a second reference would make a later append copy the whole array.
    let count = known.count
    guard array.count == count + 1, let last = array.last,
      count == 0 || (known[0] === array[0] && known[count - 1] === array[count - 1])
    else { return nil }
    return last
  }

  /// Records a member's identity.
  ///
  /// - Returns: False if it was recorded already.
  @usableFromInline
  func identify(_ member: AnyObject) -> Bool {
    if identities == nil { identities = Set(known.map { ObjectIdentifier($0) }) }
    return identities?.insert(ObjectIdentifier(member)).inserted ?? true
  }

  /// Makes the array the known members, without duplicates, and returns the members that it added
  /// and removed.
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
    // The array only lacks a range of the known members, so that none can be new or a duplicate.
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
