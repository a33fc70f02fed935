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
    let last = lastPositions[entity, relationship.index]
    let key = member._$state.key
    if member._$state.flags.contains(.inserted), key > last {
      lastPositions[entity, relationship.index] = key
      return 0
    }
    let fresh = newKey(entity)
    let position = fresh > last ? fresh : last + 1
    lastPositions[entity, relationship.index] = position
    return position
  }
}

/// The last position assigned in each ordered relationship, by the root of the members' hierarchy and
/// by property.
struct LastPositions {
  private var positions: [[Int64]]

  init(entityCount: Int) { positions = Array(repeating: [], count: entityCount) }

  subscript(root: EntityIndex, property: PropertyIndex) -> Int64 {
    get {
      let positions = positions[root]
      return property.rawValue < positions.count ? positions[property] : 0
    }
    set {
      let lacking = property.rawValue + 1 - positions[root].count
      if lacking > 0 { positions[root] += Array(repeating: 0, count: lacking) }
      positions[root][property] = newValue
    }
  }
}
