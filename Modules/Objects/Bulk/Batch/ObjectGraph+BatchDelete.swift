internal import Foundation
internal import StrataModel
internal import StrataQuery
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage
internal import StrataContexts

extension ObjectGraph {
  /// Deletes rows in a transaction of its own and applies delete rules. Memory: a key for each row.
  ///
  /// - Parameter isFinal: True to delete the rows of classes with `@Attribute(.deletedAt)` as well,
  ///   instead of setting the time of their deletion.
  func delete<T: PersistentModel>(
    _ type: T.Type, _ query: Query, isFinal: Bool = false, author: String?, contextName: String?
  ) throws -> BatchResult {
    let entity = try index(of: type)
    var count = 0
    let number = try store.save(
      .batchDelete, of: T._$entity.name, author: author, contextName: contextName,
      settings: reader.serverSettings
    ) { transaction in
      try merge(in: transaction)
      let found = try transaction.keys(
        try SQLQuery(query, select: .keys, tables: store.tables), ofKindsOf: entities[entity].table)
      count = found.reduce(0) { $0 + $1.count }
      guard count > 0 else { return }
      let deletion = try BatchDeletion(transaction)
      let all = zip(entities[entity].kinds, found).filter { !$1.isEmpty }.map {
        (entity: $0, keys: $1)
      }
      let isMarked = { (entity: EntityIndex) in
        !isFinal && self.entities[entity].deletedAt != nil
      }
      let affected = try gather(all.filter { !isMarked($0.entity) }, deletion).sorted()
      // Check all rules first, since cutting links and deleting rows changes what they check.
      for entity in affected { try checkRules(of: entity, deletion) }
      let occasion = SaveOccasion(author: author)
      try mark(all.filter { isMarked($0.entity) }, occasion, deletion, transaction)
      for entity in affected { try cutLinks(of: entity, occasion, deletion, transaction) }
      for entity in affected {
        for (link, isOwner) in entities[entity].links {
          try deletion.unlink(link, isOwner: isOwner, of: batchEntity(entity))
        }
        try deletion.delete(batchEntity(entity))
      }
      try deletion.finish()
    }
    if number != nil {
      mergeDeletion()
      notify(.save(transaction: number))
    }
    return BatchResult(count: count, transaction: number)
  }

  /// Adds rows and their cascades to the deletion. Returns the entities of all rows to delete.
  private func gather(
    _ keys: [(entity: EntityIndex, keys: [Int64])], _ deletion: BatchDeletion
  ) throws -> Set<EntityIndex> {
    var open = keys
    var affected = Set(keys.map(\.entity))
    for (entity, keys) in keys {
      for batch in Self.batches(keys) {
        try deletion.add(batch, of: batchEntity(entity))
      }
    }
    while let next = open.popLast() {
      for relationship in entities[next.entity].relationships
      where relationship.deleteRule == .cascade {
        let relation = try relation(relationship, of: next.entity)
        for batch in Self.batches(next.keys) {
          for (number, new) in try deletion.addTargets(of: batch, relation.rows) {
            affected.insert(EntityIndex(number))
            open.append((EntityIndex(number), new))
          }
        }
      }
    }
    return affected
  }

  /// Sets the time of the deletion of rows, and of those that their cascades reach and whose classes
  /// have such a time. Rows that the deletion has already stay in it, and are deleted for good.
  private func mark(
    _ keys: [(entity: EntityIndex, keys: [Int64])], _ occasion: SaveOccasion,
    _ deletion: BatchDeletion, _ transaction: StoreTransaction
  ) throws {
    var open: [(entity: EntityIndex, keys: [Int64])] = []
    for (entity, keys) in keys {
      for batch in Self.batches(keys) {
        open.append((entity, try deletion.addNew(batch, of: batchEntity(entity))))
      }
    }
    var marked: [EntityIndex: [Int64]] = [:]
    while let next = open.popLast() {
      let entity = entities[next.entity]
      let keys = try entity.deletionColumn.map { column in
        try Self.batches(next.keys).flatMap { batch in
          try transaction.keys(batch, of: entity.table, withoutValueIn: column)
        }
      }
      // Rows that stay as they are keep what a rule denies.
      let others = Set(next.keys).subtracting(keys ?? [])
      for batch in Self.batches(others.sorted()) {
        try deletion.remove(batch, of: batchEntity(next.entity))
      }
      guard let keys, !keys.isEmpty else { continue }
      marked[next.entity, default: []] += keys
      for relationship in entity.relationships
      where relationship.deleteRule == .cascade && keepsDeleted(relationship.destination) {
        let relation = try relation(relationship, of: next.entity)
        for batch in Self.batches(keys) {
          for (number, new) in try deletion.addTargets(of: batch, relation.rows) {
            open.append((EntityIndex(number), new))
          }
        }
      }
    }
    let all = marked.sorted { $0.key < $1.key }
    for (entity, _) in all {
      for relationship in entities[entity].relationships where relationship.deleteRule == .deny {
        let target = entities[try index(of: relationship.destination)]
        let left = try deletion.firstLeftBehind(
          try relation(relationship, of: entity).rows,
          withoutTimeIn: Set(target.kinds.compactMap { entities[$0].deletionColumn }).sorted())
        if let left { throw denied(relationship, of: entity, left) }
      }
    }
    for (entity, keys) in all {
      try mark(keys, of: entities[entity], occasion, transaction)
      for batch in Self.batches(keys) { try deletion.remove(batch, of: batchEntity(entity)) }
    }
  }

  private func mark(
    _ keys: [Int64], of entity: GraphEntity, _ occasion: SaveOccasion,
    _ transaction: StoreTransaction
  ) throws {
    guard let deletedAt = entity.deletedAt,
      let assignment = entity.assignment(of: try StoredValue.encode(occasion.time), to: deletedAt)
    else { return }
    var (assignments, properties) = ([assignment], PropertySet(deletedAt))
    for stamp in try entity.stampAssignments(occasion, besides: properties) {
      assignments.append(stamp.assignment)
      properties.insert(stamp.property)
    }
    for batch in Self.batches(keys.sorted()) {
      try transaction.update(entity.table, keys: batch, assignments)
      for key in batch {
        transaction.log.record(.update, entity.table, key: key, properties: properties)
      }
    }
  }

  /// True if any objects of a class are deleted by a date.
  private func keepsDeleted(_ type: any PersistentModel.Type) -> Bool {
    guard let index = knownIndex(of: type) else { return false }
    return entities[index].kinds.contains { entities[$0].deletedAt != nil }
  }

  private func denied(
    _ relationship: ModelRelationship, of entity: EntityIndex, _ left: (key: Int64, count: Int)
  ) -> StackError {
    .deleteDenied(
      object: identifier(entity, left.key),
      property: entities[entity].entity.properties[relationship.index].name, count: left.count)
  }

  private func checkRules(of entity: EntityIndex, _ deletion: BatchDeletion) throws {
    let graphEntity = entities[entity]
    for relationship in graphEntity.relationships {
      let relation = try relation(relationship, of: entity)
      if relationship.deleteRule == .deny, let left = try deletion.firstLeftBehind(relation.rows) {
        throw denied(relationship, of: entity, left)
      }
      guard let back = relation.back, relationship.updatesOtherEnd,
        (back.isToOne && !back.isOptional) || (!back.isToOne && back.minimumCount > 0)
      else { continue }
      for (number, keys) in try deletion.survivors(relation.rows) {
        try check(back, of: EntityIndex(number), keys, deletion)
      }
    }
  }

  /// Checks that remaining objects may lose their links to deleted ones.
  private func check(
    _ relationship: ModelRelationship, of entity: EntityIndex, _ keys: [Int64],
    _ deletion: BatchDeletion
  ) throws {
    let name = entities[entity].entity.properties[relationship.index].name
    if relationship.isToOne, let first = keys.first {
      throw StackError.missingValue(object: identifier(entity, first), property: name)
    }
    let members = try relation(relationship, of: entity).rows
    for batch in Self.batches(keys) {
      let below = try deletion.firstBelow(
        relationship.minimumCount, among: batch, members, mayBeEmpty: relationship.isOptional)
      guard let below else { continue }
      throw StackError.relationshipCount(
        object: identifier(entity, below.key), property: name, count: below.count)
    }
  }

  /// Sets links from remaining objects to nil and records the changes in the history.
  private func cutLinks(
    of entity: EntityIndex, _ occasion: SaveOccasion, _ deletion: BatchDeletion,
    _ transaction: StoreTransaction
  ) throws {
    for relationship in entities[entity].relationships {
      let relation = try relation(relationship, of: entity)
      // A to-many end whose links are columns of its members has no column to change.
      guard let back = relation.back, relationship.updatesOtherEnd,
        back.isToOne || back.usesLinkTable
      else { continue }
      for (number, keys) in try deletion.survivors(relation.rows) {
        let target = entities[EntityIndex(number)]
        let table = target.table
        let name = target.entity.properties[back.index].name
        for batch in Self.batches(keys) {
          var properties = PropertySet(back.index)
          if back.isToOne {
            try transaction.clearLinks(table, name, keys: batch)
            let stamps = try target.stampAssignments(occasion, besides: properties)
            if !stamps.isEmpty {
              try transaction.update(table, keys: batch, stamps.map(\.assignment))
            }
            for stamp in stamps { properties.insert(stamp.property) }
          }
          for key in batch {
            transaction.log.record(.update, table, key: key, properties: properties)
          }
        }
      }
    }
  }

  private struct Relation {
    let rows: BatchDeletion.Relation
    /// The inverse relationship.
    let back: ModelRelationship?
  }

  private func relation(_ relationship: ModelRelationship, of entity: EntityIndex) throws
    -> Relation
  {
    let graphEntity = entities[entity]
    guard
      case .relationship(let described) = graphEntity.table.entity.properties[relationship.index]
    else {
      throw ModelError.unknownProperty(
        entity: graphEntity.name,
        property: graphEntity.entity.properties[relationship.index].name)
    }
    return Relation(
      rows: .init(
        described, link: graphEntity.linksByProperty[relationship.index], from: batchEntity(entity),
        to: batchEntity(try index(of: relationship.destination))),
      back: relationship.inverse.flatMap { relationship.destination._$entity.relationships[$0] })
  }

  private func batchEntity(_ entity: EntityIndex) -> BatchDeletion.Entity {
    let graphEntity = entities[entity]
    return BatchDeletion.Entity(
      number: entity.rawValue, home: graphEntity.root.rawValue, table: graphEntity.table,
      kinds: graphEntity.kinds.map(\.rawValue))
  }

  private static func batches(_ keys: [Int64]) -> some Sequence<ArraySlice<Int64>> {
    stride(from: 0, to: keys.count, by: batchSize).lazy.map {
      keys[$0..<Swift.min($0 + batchSize, keys.count)]
    }
  }
}

extension GraphEntity {
  /// The column of the property with `@Attribute(.deletedAt)`, or nil if there is none.
  fileprivate var deletionColumn: String? {
    deletedAt.flatMap { property in
      table.columns.first { $0.property == property }?.name
    }
  }
}

extension ModelRelationship {
  /// True if the target's inverse changes when the object is deleted. With a rule of no action,
  /// members of a to-many relationship keep their links.
  fileprivate var updatesOtherEnd: Bool { deleteRule != .noAction || isToOne }
}
