extension Slot {
  /// What the to-many relationship remembers, made when it is first needed.
  mutating func settledMembers() -> Members {
    if let members { return members }
    let made = Members()
    // An array that is there without one is of a new object, and all there is.
    made.isComplete = value != nil
    members = made
    return made
  }

  /// Compares a changed array with what both ends knew, and makes it what they know.
  ///
  /// An append is told in O(1) by the array's ends; anything else costs a comparison of references
  /// and a look at the part in the middle that differs. A member that is there twice is kept once.
  mutating func takeChanges<Model: PersistentModel>(
    in array: inout [Model], usesSet: Bool, isKnown: (Model) -> Bool
  ) -> RelationshipChange {
    let members = settledMembers()
    // Looked at in place: a second reference would make the append below copy all of it.
    let count = members.known.count
    if array.count == count + 1, let last = array.last,
      count == 0 || (members.known[0] === array[0] && members.known[count - 1] === array[count - 1])
    {
      if usesSet, members.identities == nil { members.identities = Set(members.known.map { ObjectIdentifier($0) }) }
      let isNew = usesSet
        ? members.identities?.insert(ObjectIdentifier(last)).inserted == true : !isKnown(last)
      guard isNew else {
        array.removeLast()
        return .many(added: [], removed: [])
      }
      members.known.append(last)
      return .appended(last)
    }
    let difference = members.takeDifference(&array)
    return .many(added: difference.added, removed: difference.removed)
  }
}

extension Members {
  /// The members that came and went, by hash; a member that is there twice is kept once.
  fileprivate func takeDifference<Model: PersistentModel>(
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
