import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

// The first half of a merge reads everything that it needs. Nothing in memory changes yet.
extension ObjectGraph {
  /// Reads the rows, owners, rivals and new members that applying a merge needs.
  func read(_ merge: inout Merge) throws {
    for (entity, objects) in merge.changed {
      let rows = try reader.storedRows(
        objects.keys.sorted(), of: entities[entity].table,
        reading: reading(objects.keys, of: entity, contested: merge.contested[entity] ?? [:]))
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
    // The targets must be in memory, since applying the merge sets their inverses.
    for (model, relationship) in merge.kept {
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      if let target = try loaded(relationship.destination, read.key) { merge.held.append(target) }
    }
  }

  /// The columns that at least one of some objects has read, or that may conflict with its changes. Nil for all.
  ///
  /// - Parameter contested: The properties that others have changed of objects with unsaved changes.
  private func reading(
    _ keys: some Sequence<Int64>, of entity: EntityIndex, contested: [Int64: PropertySet]
  ) -> RowSelection? {
    guard loading.hasUnread else { return nil }
    var unread = PropertySet(first: entities[entity].entity.propertyCount)
    for key in keys {
      guard let model = object(entity, key) as? any PersistentModel,
        var missing = model._$state.unread?.properties
      else { return nil }
      if let others = contested[key] { missing.subtract(self.contested(others, of: model)) }
      unread.formIntersection(missing)
    }
    let table = entities[entity].table
    return RowSelection(leavingOut: table.kinds.map { _ in unread }, of: table)
  }

  // Members added here must come after those that other contexts added. Another process assigns
  // keys from a range of its own, which may be a higher one.
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

  /// Records the owners of new rows.
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

  /// Reads the other context's targets of one-to-one relationships that were changed here too.
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

  /// True if deleting an object affects the members of a relationship. The save itself checks deny
  /// rules.
  private func reaches(_ relationship: ModelRelationship) -> Bool {
    guard !relationship.isToOne, relationship.deleteRule != .deny else { return false }
    if relationship.deleteRule == .cascade { return true }
    guard relationship.inverse != nil else { return false }
    return relationship.deleteRule == .nullify || relationship.usesLinkTable
  }
}
