import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

// The first half of a merge: all that it needs is read, and nothing in memory changes.
extension ObjectGraph {
  /// Reads what a merge needs.
  func read(_ merge: inout Merge) throws {
    for (entity, objects) in merge.changed {
      let rows = try reader.storedRows(objects.keys.sorted(), of: entities[entity].table)
      merge.rows[entity] = .init(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
      for relationship in entities[entity].relationships where relationship.isOrderedByMember {
        let moved = objects.filter { $0.value.contains(relationship.index) }.map(\.key)
        try readLastPosition(of: moved, relationship, entity, in: &merge)
      }
      try readRivals(entity, objects, in: &merge)
    }
    for (entity, keys) in merge.inserted where !keys.isEmpty {
      try readOwners(inserted: keys, entity, in: &merge)
    }
    try readOrphans(in: &merge)
    // Targets have to be in memory: their inverses are set.
    for (model, relationship) in merge.kept {
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      if let target = try loaded(relationship.destination, read.key) { merge.held.append(target) }
    }
  }

  // Members that others have given a place come before those that come here from now on: another
  // process takes its keys from a stretch of its own, which may be a later one.
  private func readLastPosition(
    of keys: [Int64], _ relationship: ModelRelationship, _ entity: EntityIndex,
    in merge: inout Merge
  ) throws {
    guard !keys.isEmpty else { return }
    let graphEntity = entities[entity]
    let query = SQLQuery(
      lastPositionOf: keys, graphEntity.entity.properties[relationship.index].name,
      in: graphEntity.table)
    if let last = try reader.integers(query).first {
      merge.lastPositions.append((graphEntity.root, relationship.index, last))
    }
  }

  /// Reads whose members some new rows are.
  func readOwners(
    inserted keys: [Int64], _ entity: EntityIndex, in merge: inout Merge
  ) throws {
    let graphEntity = entities[entity]
    for relationship in graphEntity.relationships where relationship.isOrderedByMember {
      guard let inverse = relationship.inverse,
        let owner = destination(of: relationship)
      else { continue }
      let query = SQLQuery(
        linksOf: keys, graphEntity.entity.properties[relationship.index].name, in: graphEntity.table
      )
      for key in try reader.integers(query) { recordOwner(owner, key, inverse, in: &merge) }
      try readLastPosition(of: keys, relationship, entity, in: &merge)
    }
  }

  /// One-to-one: somebody else has related an object whose end was set here.
  private func readRivals(
    _ entity: EntityIndex, _ objects: [Int64: PropertySet], in merge: inout Merge
  ) throws {
    for relationship in entities[entity].relationships
    where relationship.isToOne && relationship.inverseIsToOne && relationship.inverse != nil {
      for (key, properties) in objects where properties.contains(relationship.index) {
        guard let model = object(entity, key) as? any PersistentModel,
          model._$state.flags.contains(.deleted)
            || model._$state.changed.contains(relationship.index)
        else { continue }
        if !model._$state.flags.contains(.deleted) { merge.kept.append((model, relationship)) }
        guard let target = merge.rows[entity]?[key]?.link(relationship.index), target != 0,
          let rival = try loaded(relationship.destination, target)
        else { continue }
        merge.rivals.append((model, relationship.index, rival))
      }
    }
  }

  private func readOrphans(in merge: inout Merge) throws {
    guard !pending.deleted.isEmpty else { return }
    let touched = Set(merge.changed.keys).union(merge.inserted.keys)
    for owner in pending.deleted {
      let entity = owner._$state.entity
      for relationship in entities[entity].relationships where reaches(relationship) {
        if relationship.usesLinkTable {
          let changes = merge.changed[entity]?[owner._$state.key]
          guard changes?.contains(relationship.index) ?? false else { continue }
        } else {
          guard let destination = destination(of: relationship),
            entities[destination].kinds.contains(where: touched.contains)
          else { continue }
        }
        let (members, failure) = try storedMembers(of: owner, relationship)
        guard !members.isEmpty || failure != nil else { continue }
        merge.orphans.append(
          .init(owner: owner, property: relationship.index, members: members, failure: failure))
      }
    }
  }

  /// Whether the delete of an object reaches members of a relationship; a save looks at those of deny
  /// rules.
  private func reaches(_ relationship: ModelRelationship) -> Bool {
    guard !relationship.isToOne, relationship.deleteRule != .deny else { return false }
    if relationship.deleteRule == .cascade { return true }
    guard relationship.inverse != nil else { return false }
    return relationship.deleteRule == .nullify || relationship.usesLinkTable
  }
}
