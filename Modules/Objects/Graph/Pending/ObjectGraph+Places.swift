import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

// Members that are added to a relationship again get their former positions. The store shows them
// after the save, this file before it.
extension ObjectGraph {
  /// Sorts the members of a relationship that was just loaded in the order that they will have
  /// after the save, if some have unsaved positions.
  func order(_ owner: any PersistentModel, _ relationship: ModelRelationship) {
    guard !relationship.isToOne, isStored(owner) else { return }
    let pending = pendingPlaces(at: owner, relationship)
    guard !pending.isEmpty else { return }
    let entity = entities[owner._$state.entity]
    // If the positions can't be read, added members stay at the end until the save.
    guard let destination = destination(of: relationship),
      let stored = try? reader.pairs(
        SQLQuery(
          placesOfMembersOf: owner._$state.key, entity.table.entity.properties[relationship.index],
          of: entities[destination].table, link: entity.linksByProperty[relationship.index]))
    else { return }
    var places: [ObjectIdentifier: Int64] = [:]
    for (key, place) in stored {
      if let member = object(destination, key) { places[ObjectIdentifier(member)] = place }
    }
    for case (let member, let place?) in pending { places[member] = place }
    var order = OrderMembers(places: places)
    owner._$visit(relationship.index, &order)
  }

  /// Assigns each unsaved link a position after all present links. If another context takes the
  /// position first, the link comes last, as a link without one does.
  ///
  /// - Throws: `StorageError` if the links can't be read. `StorageError.invalidValue` if another
  ///   program has written a link with the highest possible position.
  package func placeLinks() throws {
    try pending.placeLinks { [reader] in try reader.lastPlace(in: $0) }
  }

  /// The members that were added to an object or set to it again, with their unsaved positions. Nil
  /// if the stored position stays.
  private func pendingPlaces(
    at owner: any PersistentModel, _ relationship: ModelRelationship
  ) -> [(ObjectIdentifier, Int64?)] {
    if let link = entities[owner._$state.entity].linksByProperty[relationship.index] {
      return pending.linkChanges.compactMap { change in
        guard change.isLinked, change.table == link.table,
          (link.isOwner ? change.owner : change.member) === owner
        else { return nil }
        return (ObjectIdentifier(link.isOwner ? change.member : change.owner), change.place ?? .max)
      }
    }
    guard let inverse = relationship.inverse else { return [] }
    var members = ReadTargets()
    owner._$visit(relationship.index, &members)
    return members.objects.compactMap { member in
      let state = (member._$state.changed, member._$state.flags.contains(.inserted))
      guard state.1 || state.0.contains(inverse) else { return nil }
      var read = ReadTargets()
      member._$visit(inverse, &read)
      // A saved member that was moved has a new position. One that was set to the same owner
      // retains the stored one.
      guard state.1 || read.position != 0 else { return (ObjectIdentifier(member), nil) }
      let place = read.position != 0 ? read.position : member._$state.key
      return (ObjectIdentifier(member), place > 0 ? place : .max)
    }
  }
}

/// Sorts the members of a to-many relationship by position. Those without one come last.
private struct OrderMembers: _SlotVisitor {
  let places: [ObjectIdentifier: Int64]

  private func sorted<Model: PersistentModel>(_ value: [Model], _ members: Members?) -> [Model] {
    let value = value.enumerated().sorted { first, second in
      let (one, other) = (place(first.element), place(second.element))
      return one == other ? first.offset < second.offset : one < other
    }.map(\.element)
    members?.known = ContiguousArray(value)
    return value
  }

  private func place(_ member: AnyObject) -> Int64 { places[ObjectIdentifier(member)] ?? .max }

  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {}
  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}

  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    if let value = slot.value { slot.value = sorted(value, slot.members) }
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    if let value = slot.value, let array = value { slot.value = sorted(array, slot.members) }
  }
}
