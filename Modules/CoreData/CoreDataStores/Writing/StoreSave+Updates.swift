import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

extension StoreSave {
  /// Updates changed objects that the store already has.
  ///
  /// - Returns: The keys of objects that it doesn't have, by entity, in the plan's order.
  mutating func updateRows() throws -> [(entity: WrittenEntity, keys: [Int64])] {
    var new: [(entity: WrittenEntity, keys: [Int64])] = []
    var later: [(table: String, key: Int64, assignments: [Assignment])] = []
    for entity in plan.entities {
      var keys: [Int64] = []
      try forEachTouchedRow(of: entity) { key, row in
        guard let old = try storedRow(of: entity, key) else {
          keys.append(key)
          return
        }
        guard !changes.isNew(key, in: entity.table.name) else {
          throw refused(
            "the key of the new \(entity.described.name)/p\(key) is another object's; open the store anew"
          )
        }
        let assignments = try changes(of: entity, key, from: old, to: row)
        guard !assignments.isEmpty else { return }
        let unique = plan.uniqueColumns[entity.storeTable.uppercased()] ?? []
        let isUnique = assignments.contains { unique.contains($0.column.uppercased()) }
        // Unique values are set to null first and written afterwards: another object may give up
        // the value in the same save.
        if isUnique {
          later.append(
            (
              entity.storeTable, key,
              assignments.filter { unique.contains($0.column.uppercased()) && $0.value != .null }
            ))
        }
        try update(
          entity.storeTable, key,
          assignments.map {
            unique.contains($0.column.uppercased()) ? ($0.column, ColumnValue.null) : $0
          })
      }
      if !keys.isEmpty { new.append((entity, keys)) }
    }
    for one in later where !one.assignments.isEmpty {
      try update(one.table, one.key, one.assignments)
    }
    return new
  }

  /// The columns of a value that have changed. Other parts of the value aren't written.
  private func changedAssignments(
    of attribute: WrittenAttribute, _ entity: WrittenEntity, _ key: Int64, from old: [ColumnValue],
    to new: [ColumnValue]
  ) throws -> [Assignment] {
    let assignments = try self.assignments(of: attribute, entity, key, new)
    guard assignments.count > 1 else { return assignments }
    // If the old value can't be represented, the whole value is written.
    guard let before = try? attribute.assignments(of: old) else { return assignments }
    return assignments.filter { one in
      !before.contains { $0.column == one.column && $0.value.isIdentical(to: one.value) }
    }
  }

  private mutating func changes(
    of entity: WrittenEntity, _ key: Int64, from old: [ColumnValue], to new: [ColumnValue]
  ) throws -> [Assignment] {
    var assignments: [Assignment] = []
    for attribute in entity.attributes
    where !attribute.isDerived && !attribute.isSame(old, new) {
      assignments += try changedAssignments(of: attribute, entity, key, from: old, to: new)
      try release(attribute.externalColumns, of: entity.storeTable, key)
      try touch(entity.storeTable, key, property: attribute.name)
    }
    for link in entity.links {
      let (from, to) = (old[link.place], new[link.place])
      if case .integer(let owner) = to { noteMembers(of: owner, link, entity) }
      guard from != to else { continue }
      try check(link, entity, key, to)
      assignments.append((link.column, to))
      if let order = link.orderColumn { assignments.append((order, .null)) }
      try touch(entity.storeTable, key, property: link.name)
      guard let inverse = link.inverse else { continue }
      for case .integer(let owner) in [from, to] {
        try touch(link.destinationTable, owner, property: inverse)
      }
    }
    return assignments
  }
}
