package import StrataSchema

/// A group of properties whose values together are unique.
package struct UniqueGroup: Sendable, Hashable {
  /// The properties, by position in the entity, in the order of the group.
  package let properties: [PropertyIndex]
  /// Their columns, by position in ``EntityTable/storedColumns``.
  package let columns: [Int]
  /// The entities among whose rows the values are unique, or nil for all of the table.
  package let kinds: [String]?
}

extension EntityTable {
  /// All columns behind the key, in the order in which rows are written: the properties', then the
  /// positions.
  package var storedColumns: [Column] { columns + positions }

  /// The groups that are unique, those of superentities first. O(number of columns).
  package var uniqueColumnGroups: [UniqueGroup] {
    members.filter { entity.isKind(of: $0.entity) }.flatMap { member in
      member.uniqueGroups.compactMap { uniqueColumnGroup($0, of: member) }
    }
  }

  private func uniqueColumnGroup(_ group: [String], of member: Member) -> UniqueGroup? {
    let found = group.flatMap { path in
      member.entity.columnNames(at: path).compactMap { name in
        columns.firstIndex { $0.name == name }
      }
    }
    guard !found.isEmpty else { return nil }
    var properties: [PropertyIndex] = []
    for column in found where properties.last != columns[column].property {
      properties.append(columns[column].property)
    }
    let isInherited = !found.contains { member.adds(columns[$0].name) }
    return UniqueGroup(
      properties: properties, columns: found, kinds: isInherited ? member.kinds : nil)
  }
}
