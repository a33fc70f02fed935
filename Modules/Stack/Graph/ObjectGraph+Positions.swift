import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// The place of a member that comes into a to-many relationship now.
  ///
  /// Members are ordered by place, and those without one by their keys, which rise with time as
  /// places do. So a new object that comes in its turn needs none; any other takes a fresh number
  /// from the sequence of keys, which is greater than all before it.
  func nextPosition(
    of member: any PersistentModel, _ relationship: ModelRelationship
  ) -> Int64 {
    // Members of several classes may be in one relationship.
    let entity = entities[Int(member._$state.entity)].root
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

  private func makeRoom(for relationship: ModelRelationship, _ root: Int) {
    let lacking = relationship.index + 1 - lastPositions[root].count
    if lacking > 0 { lastPositions[root] += Array(repeating: 0, count: lacking) }
  }

  /// Members that others have given a place come before those that come here from now on: another
  /// process takes its keys from a stretch of its own, which may be a later one.
  func notePlaces(of keys: [Int64], _ relationship: ModelRelationship, _ entity: Int) throws {
    let graphEntity = entities[entity]
    let query = SQLQuery(
      lastPlaceOf: keys, graphEntity.entity.properties[relationship.index].name,
      in: graphEntity.table)
    guard let last = try reader.integers(query).first else { return }
    makeRoom(for: relationship, graphEntity.root)
    let known = lastPositions[graphEntity.root][relationship.index]
    lastPositions[graphEntity.root][relationship.index] = max(known, last)
  }

  /// The same for objects whose properties have changed.
  func notePlaces(of objects: [Int64: PropertySet], _ entity: Int) throws {
    for relationship in entities[entity].relationships where relationship.isOrderedByMember {
      let moved = objects.filter { $0.value.contains(relationship.index) }.map(\.key)
      if !moved.isEmpty { try notePlaces(of: moved, relationship, entity) }
    }
  }
}
