extension ObjectGraph {
  /// The place of a member that comes into a to-many relationship now.
  ///
  /// Members are ordered by place, and those without one by their keys, which rise with time as
  /// places do. So a new object that comes in its turn needs none; any other takes a fresh number
  /// from the sequence of keys, which is greater than all before it.
  func nextPosition(
    of member: any PersistentModel, _ relationship: ModelRelationship
  ) -> Int64 {
    let entity = Int(member._$state.entity)
    if lastPositions[entity].isEmpty {
      lastPositions[entity] = Array(repeating: 0, count: entities[entity].entity.propertyCount)
    }
    let last = lastPositions[entity][relationship.index]
    let key = member._$state.key
    if member._$state.flags.contains(.inserted), key > last {
      lastPositions[entity][relationship.index] = key
      return 0
    }
    let fresh = newKey(entity)
    let position = fresh > last ? fresh : last + 1
    lastPositions[entity][relationship.index] = position
    return position
  }
}
