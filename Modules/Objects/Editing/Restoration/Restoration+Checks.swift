import StrataModel
import StrataSchema
import StrataSQLite
import StrataContexts
import StrataStorage

// Detection of other contexts' changes that conflict with a restoration.
extension Restoration {
  /// Compares the shown values with those that the difference left, and records conflicts and the
  /// wanted values.
  mutating func compare() {
    for (key, row) in difference.rows {
      let layout = layouts[row.entity]
      let values = content.values(key, row.entity)
      let seen = values.map { content.seen($0, layout) }
      shown[key] = seen
      let object = graph.identifier(row.entity, key.key)
      guard let values, let seen else {
        switch (precedence, row.after) {
        case (_, nil): wanted[key] = row.before.map { layout.nothing.replacing($0) }
        case (.others, _):
          conflicts.append(
            replacements[object].map { .merged(object: object, with: $0) }
              ?? .deleted(object: object))
        case (.difference, _):
          difference.rows[key] = nil
          if row.before != nil { settlement.lost.append(object) }
        }
        continue
      }
      guard let left = row.after else {
        conflicts.append(.present(object: object))
        continue
      }
      let after = values.replacing(left)
      wanted[key] = row.before.map { values.replacing($0) }
      if case .difference(let claim) = precedence {
        settle(key, row, values, seen, after, left.knownColumns, claim)
        continue
      }
      let expected = content.seen(after, layout)
      let theirs = layout.aligned(seen, to: expected)
      let column = left.knownColumns.first {
        theirs[$0] != expected[$0] && !layout.stamped.contains($0)
      }
      guard let column else { continue }
      conflicts.append(
        .changed(object: object, property: layout.name(of: layout.columns[column].property)))
    }
    if case .difference = precedence { return settleLinks() }
    for (key, link) in difference.links {
      let state = shownState(of: key)
      guard state.isPresent != link.after.isPresent, !key.ends.contains(where: isMissing) else {
        continue
      }
      let (object, property) = end(of: key)
      conflicts.append(.changed(object: object, property: property))
    }
  }

  /// True if an object of the difference no longer exists. That is a conflict by itself, so its
  /// links aren't reported.
  private func isMissing(_ key: ObjectGraph.ObjectKey) -> Bool {
    difference.rows[key]?.after != nil && shown[key] == nil
  }

  func shownState(of key: LinkKey) -> LinkState {
    let isThere = key.ends.allSatisfy { end in
      if difference.rows[end] != nil { return shown[end] != nil }
      return !content.isDeleted(end)
    }
    return isThere ? content.state(key) : .absent
  }

  func end(of key: LinkKey) -> (PersistentIdentifier, String) {
    (
      identifier(of: key.ends[0]),
      String(key.table.name.dropFirst(key.table.ownerEntity.count + 1))
    )
  }

  func entity(of key: ObjectGraph.ObjectKey) -> EntityIndex {
    difference.rows[key]?.entity ?? content.rows[key].map { graph.entity(of: $0.entry.model) }
      ?? key.entity
  }

  /// Checks that restored links lead to existing objects, and that nothing leads to removed ones.
  mutating func checkEnds() throws {
    var targets: [ObjectGraph.ObjectKey: (PersistentIdentifier, String)] = [:]
    for (key, values) in wanted {
      guard let row = difference.rows[key] else { continue }
      let layout = layouts[row.entity]
      for link in layout.links where link.relationship.inverse != nil {
        guard let target = link.object(in: values),
          shown[key]?[link.column] != values[link.column]
        else { continue }
        targets[target] = (
          graph.identifier(row.entity, key.key), layout.name(of: link.relationship.index)
        )
      }
    }
    for (key, link) in difference.links where link.before.isPresent {
      for end in key.ends { targets[end] = self.end(of: key) }
    }
    try stored.readPresence(of: targets.keys)
    let missing = Set(targets.keys.filter { !isKept($0) })
    if case .difference(let claim) = precedence {
      guard !claim.isInherited else { return }
      cut(missing)
      return try checkGoing()
    }
    for key in missing.sorted(by: Self.isBefore) {
      guard let (object, property) = targets[key] else { continue }
      conflicts.append(
        .leadsNowhere(object: object, property: property, to: identifier(of: key)))
    }
    try checkPartners()
    try checkGoing()
  }

  /// Checks that no end of a one-to-one pair is taken from an object that the difference knows nothing of. A merge has
  /// given it to that one, and what takes it back couldn't return it.
  private mutating func checkPartners() throws {
    // The ends of the pairs that change: those of the difference, and the ones to which they will lead.
    var ends: [(object: ObjectGraph.ObjectKey, entity: EntityIndex, property: PropertyIndex)] = []
    for (key, values) in wanted {
      guard let row = difference.rows[key] else { continue }
      let layout = layouts[row.entity]
      let seen = shown[key] ?? layout.nothing
      for link in layout.pairs where seen[link.column] != values[link.column] {
        ends.append((object: key, entity: row.entity, property: link.relationship.index))
        guard let inverse = link.relationship.inverse, let target = link.object(in: values),
          let entity = difference.rows[target]?.entity
            ?? content.rows[target].map({ graph.entity(of: $0.entry.model) })
            ?? graph.destination(of: link.relationship)
        else { continue }
        ends.append((object: target, entity: entity, property: inverse))
      }
    }
    try stored.readRows(ends.map { ($0.object, $0.entity) })
    let partners = ends.map { end in
      let link = layouts[end.entity].pairs.first { $0.relationship.index == end.property }
      return link.flatMap { link in
        content.values(end.object, end.entity).flatMap(link.object)
      }
    }
    try stored.readPresence(of: partners.compactMap(\.self))
    for (end, partner) in zip(ends, partners) {
      guard let partner, difference.rows[partner] == nil, isKept(partner) else { continue }
      let error = UndoError.changed(
        object: graph.identifier(end.entity, end.object.key),
        property: layouts[end.entity].name(of: end.property))
      // Both ends may tell of it.
      if !conflicts.contains(error) { conflicts.append(error) }
    }
  }

  /// Checks that no other object has a link to one that the restoration removes. If the difference
  /// takes precedence, the removal is deferred: the object is deleted by its delete rules afterwards.
  private mutating func checkGoing() throws {
    let going = Set(difference.rows.keys.filter { wanted[$0] == nil && shown[$0] != nil })
    guard !going.isEmpty else { return }
    func report(
      _ object: ObjectGraph.ObjectKey, by other: PersistentIdentifier, _ property: String
    ) {
      guard case .others = precedence else {
        return settlement.deletions[object] = entity(of: object)
      }
      conflicts.append(.related(object: identifier(of: object), by: other, property: property))
    }
    func check(_ key: ObjectGraph.ObjectKey, _ values: [ColumnValue]) {
      let layout = layouts[entity(of: key)]
      for link in layout.links where link.relationship.standsInTheWay {
        guard let object = link.object(in: values), going.contains(object) else { continue }
        report(object, by: identifier(of: key), layout.name(of: link.relationship.index))
      }
    }
    for key in content.rows.keys where difference.rows[key] == nil {
      if let values = content.values(key, entity(of: key)) { check(key, values) }
    }
    for (key, values) in wanted { check(key, values) }
    let storedKeys = going.filter { $0.key > 0 && stored.rows[$0] != nil }
    for (entity, link, rows) in try graph.rows(
      leadingTo: storedKeys, layouts, where: { $0.standsInTheWay })
    {
      for (key, target) in rows {
        let object = ObjectGraph.ObjectKey(entity: entity.root, key: key)
        guard difference.rows[object] == nil, content.rows[object] == nil else { continue }
        report(
          ObjectGraph.ObjectKey(entity: link.target, key: target),
          by: graph.identifier(entity.index, key),
          layouts[entity.index].name(of: link.relationship.index))
      }
    }
    // Pending links count as stored ones do. An undo may have restored them.
    let links = try stored.readLinks(of: storedKeys.map { ($0, entity(of: $0)) })
      .union(content.links.keys)
    for key in links where difference.links[key] == nil {
      guard let object = key.ends.first(where: going.contains),
        let other = key.ends.first(where: { $0 != object }), !content.isDeleted(other),
        content.state(key).isPresent
      else { continue }
      report(object, by: identifier(of: other), end(of: key).1)
    }
    for key in settlement.deletions.keys { difference.rows[key] = nil }
  }

  private func identifier(of key: ObjectGraph.ObjectKey) -> PersistentIdentifier {
    graph.identifier(entity(of: key), key.key)
  }
}

extension ModelRelationship {
  /// True if a link blocks the removal of its target: it has an inverse, whose delete rule isn't
  /// `noAction`.
  fileprivate var standsInTheWay: Bool {
    inverse.map { destination._$entity.relationships[$0]?.deleteRule != .noAction } ?? false
  }
}
