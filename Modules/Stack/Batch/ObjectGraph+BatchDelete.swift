internal import StrataSchema
internal import StrataStorage

extension ObjectGraph {
  /// Deletes rows in a transaction of its own, with the delete rules of their relationships. Memory: a
  /// key for each row.
  func delete<T: PersistentModel>(
    _ type: T.Type, _ query: Query, author: String?, contextName: String?
  ) throws -> BatchResult {
    let entity = try index(of: type)
    var count = 0
    let number = try store.save(author: author, contextName: contextName) { transaction in
      try merge()
      let keys = try transaction.integers(
        try SQLQuery(query, select: .keys, tables: store.tables))
      count = keys.count
      guard !keys.isEmpty else { return }
      let deletion = try BatchDeletion(transaction)
      let affected = try gather(keys, of: entity, deletion).sorted()
      // All rules are looked at before anything changes that they look at.
      for entity in affected { try checkRules(of: entity, deletion) }
      for entity in affected { try cutLinks(of: entity, deletion, transaction) }
      for entity in affected {
        for (link, isOwner) in entities[entity].links {
          try deletion.unlink(link, isOwner: isOwner, entity: entity)
        }
        try deletion.delete(entities[entity].table, entity: entity)
      }
      try deletion.finish()
    }
    if number != nil { forgetDeleted() }
    return BatchResult(count: count, transaction: number)
  }

  /// Lets the objects go whose rows are gone. That they had changes here is no mistake: who deletes
  /// an object doesn't want them.
  private func forgetDeleted() {
    let known = mistakes.count
    _ = reporting { try merge() }
    let new = mistakes[known...].filter { if case .deletedElsewhere = $0 { false } else { true } }
    mistakes.replaceSubrange(known..., with: new)
    linkChanges.removeAll { $0.owner._$state.graph == nil || $0.member._$state.graph == nil }
  }

  /// Adds what goes along by cascade; gives the entities of all that goes.
  private func gather(
    _ keys: [Int64], of entity: Int, _ deletion: BatchDeletion
  ) throws -> Set<Int> {
    var open: [(entity: Int, keys: [Int64])] = [(entity, keys)]
    var affected: Set<Int> = [entity]
    for batch in Self.batches(keys) { try deletion.add(batch, of: entity) }
    while let next = open.popLast() {
      for relationship in entities[next.entity].relationships
      where relationship.deleteRule == .cascade {
        let relation = try relation(relationship, of: next.entity)
        for batch in Self.batches(next.keys) {
          let new = try deletion.addTargets(of: batch, relation.rows)
          if new.isEmpty { continue }
          affected.insert(relation.target)
          open.append((relation.target, new))
        }
      }
    }
    return affected
  }

  private func checkRules(of entity: Int, _ deletion: BatchDeletion) throws {
    let graphEntity = entities[entity]
    for relationship in graphEntity.relationships {
      let relation = try relation(relationship, of: entity)
      if relationship.deleteRule == .deny, let left = try deletion.firstLeftBehind(relation.rows) {
        throw StackError.deleteDenied(
          object: identifier(graphEntity.name, left.key),
          property: graphEntity.entity.properties[relationship.index].name, count: left.count)
      }
      guard let back = relation.back, relationship.tellsOtherEnd else { continue }
      let target = entities[relation.target]
      let name = target.entity.properties[back.index].name
      if back.isToOne, !back.isOptional, let first = try deletion.survivors(relation.rows).first {
        throw StackError.missingValue(object: identifier(target.name, first), property: name)
      }
      if !back.isToOne, back.minimumCount > 0 {
        let members = try self.relation(back, of: relation.target).rows
        for batch in Self.batches(try deletion.survivors(relation.rows)) {
          guard
            let below = try deletion.firstBelow(
              back.minimumCount, among: batch, members, mayBeEmpty: back.isOptional)
          else { continue }
          throw StackError.relationshipCount(
            object: identifier(target.name, below.key), property: name, count: below.count)
        }
      }
    }
  }

  /// Clears links to what goes from what stays, and notes that they changed.
  private func cutLinks(
    of entity: Int, _ deletion: BatchDeletion, _ transaction: StoreTransaction
  ) throws {
    for relationship in entities[entity].relationships {
      let relation = try relation(relationship, of: entity)
      // An end whose links are its members' own has no column that changes.
      guard let back = relation.back, relationship.tellsOtherEnd,
        back.isToOne || back.usesLinkTable
      else { continue }
      let table = entities[relation.target].table
      let column = entities[relation.target].entity.properties[back.index].name
      for batch in Self.batches(try deletion.survivors(relation.rows)) {
        if back.isToOne {
          try transaction.update(table, keys: batch, [.init(column, .constant(.null))])
        }
        for key in batch {
          transaction.log.note(.update, table, key: key, properties: PropertySet(back.index))
        }
      }
    }
  }

  private struct Relation {
    let rows: BatchDeletion.Relation
    let target: Int
    /// The other end.
    let back: ModelRelationship?
  }

  private func relation(_ relationship: ModelRelationship, of entity: Int) throws -> Relation {
    let table = entities[entity].table
    let target = try index(of: relationship.destination)
    guard case .relationship(let described) = table.entity.properties[relationship.index] else {
      throw StackError.unknownProperty(
        entity: table.name, property: table.entity.properties[relationship.index].name)
    }
    return Relation(
      rows: .init(described, from: (entity, table), to: (target, entities[target].table)),
      target: target,
      back: relationship.inverse.flatMap { relationship.destination._$entity.relationships[$0] })
  }

  private static func batches(_ keys: [Int64]) -> some Sequence<ArraySlice<Int64>> {
    stride(from: 0, to: keys.count, by: batchSize).lazy.map {
      keys[$0..<Swift.min($0 + batchSize, keys.count)]
    }
  }
}

extension ModelRelationship {
  /// Whether what it leads to learns that an object has gone. A rule of no action leaves members'
  /// links as they are.
  fileprivate var tellsOtherEnd: Bool { deleteRule != .noAction || isToOne }
}
