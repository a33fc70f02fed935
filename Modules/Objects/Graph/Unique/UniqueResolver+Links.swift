import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

// Redirecting links from new objects that weren't written to the existing rows.
extension UniqueResolver {
  /// Redirects the links of rows that were written before the conflict of their target was found.
  func relink() throws {
    guard !duplicates.isEmpty else { return }
    for entity in graph.entities {
      for relationship in entity.relationships where relationship.isToOne {
        guard let target = graph.destination(of: relationship) else { continue }
        let root = graph.entities[target].root
        // Under `ignore` the existing row must not get another end of a one-to-one relationship.
        let isCut = policy == .ignore && relationship.inverseIsToOne
        for duplicate in duplicates where graph.entities[duplicate.entity].root == root {
          try relink(entity.index, relationship, duplicate, isCut: isCut)
        }
      }
    }
  }

  private func relink(
    _ entity: EntityIndex, _ relationship: ModelRelationship, _ duplicate: Duplicate, isCut: Bool
  ) throws {
    let table = graph.entities[entity].table
    let name = table.entity.properties[relationship.index].name
    if isCut, !relationship.isOptional,
      let row = try transaction.rows(table, name, leadingTo: duplicate.key).first
    {
      throw StackError.missingValue(object: identifier(row), property: name)
    }
    do {
      try transaction.relink(
        table, name, from: duplicate.key, to: isCut ? nil : duplicate.existing)
    } catch StorageError.constraint(let constraint) where constraint.kind == .unique {
      for key in try transaction.rows(table, name, leadingTo: duplicate.key).map(\.key) {
        guard var values = try transaction.row(table, key: key) else { continue }
        for column in table.columns.indices
        where table.columns[column].property == relationship.index {
          values[column] = .integer(duplicate.existing)
        }
        if try hasConflict(entity, key, values) {
          throw try refusal(entity, key, values)
        }
      }
      throw StorageError.constraint(constraint)
    }
  }

  /// Clears the links of former targets: if an upsert gave a row another target of a one-to-one
  /// relationship, the old target's link back becomes NULL.
  func unlinkRivals() throws {
    for duplicate in duplicates {
      for relationship in graph.entities[duplicate.entity].relationships
      where relationship.isToOne && duplicate.properties.contains(relationship.index) {
        guard let inverse = relationship.inverse, relationship.inverseIsToOne,
          let target = graph.destination(of: relationship),
          let back = graph.entities[target].entity.relationships[inverse]
        else { continue }
        let plan = plan(duplicate.entity)
        let column = plan.table.columns.firstIndex { $0.property == relationship.index }
        guard let column, let row = try transaction.row(plan.table, key: duplicate.existing) else {
          continue
        }
        try unlink(duplicate.existing, target, back, keeping: row[column])
      }
    }
  }

  private func unlink(
    _ key: Int64, _ target: EntityIndex, _ back: ModelRelationship, keeping kept: ColumnValue
  ) throws {
    let name = graph.entities[target].table.entity.properties[back.index].name
    for rival in try transaction.rows(graph.entities[target].table, name, leadingTo: key)
    where .integer(rival.key) != kept {
      guard back.isOptional else {
        throw StackError.missingValue(object: identifier(rival), property: name)
      }
      let entity = graph.index(named: rival.entity) ?? target
      let table = graph.entities[entity].table
      var changed = PropertySet(back.index)
      var values = [ColumnValue](repeating: .null, count: table.storedColumns.count)
      for stamp in graph.entities[entity].stamps where stamp.rows == .written {
        guard let occasion = graph.occasion else { continue }
        changed.insert(stamp.property)
        let columns = table.columns.indices.filter { table.columns[$0].property == stamp.property }
        for (column, value) in zip(columns, try stamp.values(occasion)) { values[column] = value }
      }
      let columns = table.columns.indices.filter { changed.contains(table.columns[$0].property) }
      try transaction.assignment(table, columns).run(key: rival.key, values)
      recordUpdate(entity, rival.key, changed)
      touched[entity, default: [:]][rival.key, default: PropertySet()].formUnion(changed)
    }
  }

  /// Inserts and deletes rows of link tables. Links of an object that wasn't written are inserted
  /// for the existing row.
  func writeLinks() throws {
    var later: Set<LinkEnds> = []
    var standing: [ObjectGraph.LinkChange] = []
    for link in graph.pending.linkChanges.reversed() {
      guard replacement(link.owner) != nil || replacement(link.member) != nil else {
        standing.append(link)
        continue
      }
      // Only the final state of a new object's link counts. The row must not get a link that the
      // object no longer has.
      let isLast = later.insert(LinkEnds(link)).inserted
      if isLast, link.isLinked, isTaken(link) { standing.append(link) }
    }
    for link in standing.reversed() where !link.owner.isDeleted && !link.member.isDeleted {
      let owner = replacement(link.owner) ?? link.owner._$state.key
      let member = replacement(link.member) ?? link.member._$state.key
      if link.isLinked {
        try transaction.link(link.table, owner: owner, member: member, at: link.place)
      } else {
        try transaction.unlink(link.table, owner: owner, member: member)
      }
      recordLink(link, of: link.owner)
      recordLink(link, of: link.member)
    }
  }

  private struct LinkEnds: Hashable {
    let table: LinkTable
    let owner: ObjectIdentifier
    let member: ObjectIdentifier

    init(_ link: ObjectGraph.LinkChange) {
      table = link.table
      owner = ObjectIdentifier(link.owner)
      member = ObjectIdentifier(link.member)
    }
  }

  private func replacement(_ model: any PersistentModel) -> Int64? {
    guard model._$state.graph === graph else { return nil }
    return replacement(model._$state.entity, model._$state.key)
  }

  // Under `ignore` the row must not get members of a relationship that has no inverse.
  private func isTaken(_ link: ObjectGraph.LinkChange) -> Bool {
    guard policy == .ignore, replacement(link.owner) != nil else { return true }
    return graph.entities[link.member._$state.entity].linksByProperty.values
      .contains { $0.table == link.table && !$0.isOwner }
  }

  private func recordLink(_ link: ObjectGraph.LinkChange, of model: any PersistentModel) {
    guard let key = replacement(model) else { return }
    let entity = model._$state.entity
    for (property, end) in graph.entities[entity].linksByProperty
    where end.table == link.table && end.isOwner == (model === link.owner) {
      recordUpdate(entity, key, PropertySet(property))
      touched[entity, default: [:]][key, default: PropertySet()].insert(property)
    }
  }
}
