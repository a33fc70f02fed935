package import StrataModel
internal import StrataSchema

extension ObjectGraph {
  /// The place of a member that comes into a to-many relationship now.
  ///
  /// Members are ordered by place, and those without one by their keys, which rise with time as
  /// places do. So a new object that comes in its turn needs none; any other takes a fresh number
  /// from the sequence of keys, which is greater than all before it.
  package func nextPosition(
    of member: any PersistentModel, _ relationship: ModelRelationship
  ) -> Int64 {
    // Members of several classes may be in one relationship.
    let entity = entities[member._$state.entity].root
    makeRoom(for: relationship, entity)
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

  private func makeRoom(for relationship: ModelRelationship, _ root: EntityIndex) {
    let lacking = relationship.index.rawValue + 1 - lastPositions[root].count
    if lacking > 0 { lastPositions[root] += Array(repeating: 0, count: lacking) }
  }

  /// Records the position of a member that others have added. Those that come here from now on come
  /// behind it.
  func recordLastPosition(_ position: Int64, _ root: EntityIndex, _ property: PropertyIndex) {
    let lacking = property.rawValue + 1 - lastPositions[root].count
    if lacking > 0 { lastPositions[root] += Array(repeating: 0, count: lacking) }
    lastPositions[root][property] = max(lastPositions[root][property], position)
  }
}
