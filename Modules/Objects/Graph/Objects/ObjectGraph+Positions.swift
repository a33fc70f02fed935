package import StrataModel
internal import StrataSchema

extension ObjectGraph {
  /// The position of a member that is added to a to-many relationship now.
  ///
  /// Members are ordered by position, and those without one by their keys, which rise with time as
  /// positions do. So a new object that is added in order needs none. Any other takes a new number
  /// from the sequence of keys, which is greater than all before it.
  package func nextPosition(
    of member: any PersistentModel, _ relationship: ModelRelationship
  ) -> Int64 {
    // Members of several classes of a hierarchy may be in one relationship.
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

  /// Records the position of a member that another context added. Members added here come after it.
  func recordLastPosition(_ position: Int64, _ root: EntityIndex, _ property: PropertyIndex) {
    let lacking = property.rawValue + 1 - lastPositions[root].count
    if lacking > 0 { lastPositions[root] += Array(repeating: 0, count: lacking) }
    lastPositions[root][property] = max(lastPositions[root][property], position)
  }
}
