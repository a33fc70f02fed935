import StrataSQLite
import StrataSchema
import StrataStorage

extension StoreImport {
  /// Sets to-one links to objects that don't exist to null, and reports them.
  mutating func cutLinks(_ transaction: StoreTransaction) throws {
    for entity in source.schema.entities {
      let table = try target.tables.table(entity.name)
      for relationship in entity.ownProperties.compactMap(\.toOne) {
        let root = root(of: relationship.destination)
        try transaction.cutDanglingLinks(
          table, relationship.name, to: try target.tables.table(root)
        ) { row, key in
          report.add(
            row.entity, row.key, relationship.name,
            "led to \(root)/p\(key), which \(absence(key, of: root))")
          try advance()
        }
      }
    }
  }

  /// Converts the store's positions to ours.
  func numberPositions(_ transaction: StoreTransaction) throws {
    for entity in source.schema.entities {
      let table = try target.tables.table(entity.name)
      for relationship in entity.ownProperties.compactMap(\.toOne)
      where relationship.isOrderedByMember {
        try transaction.numberPositions(table, relationship.name)
      }
    }
  }

  private func absence(_ key: Int64, of root: String) -> String {
    missing[root]?.contains(key) ?? false ? "is missing" : "isn't there"
  }

  mutating func writeLinks(of table: LinkTable, _ transaction: StoreTransaction) throws {
    let query = SQLQuery(
      "SELECT \(quoted(table.ownerColumn)), \(quoted(table.memberColumn)) FROM \(quoted(table.name)) "
        + "ORDER BY rowid, 1, 2")
    try reader.read { connection in
      try connection.forEachRow(query) { row in
        try advance()
        try write(row.value(at: 0), row.value(at: 1), table, transaction)
      }
    }
  }

  private mutating func write(
    _ owner: ColumnValue, _ member: ColumnValue, _ table: LinkTable,
    _ transaction: StoreTransaction
  ) throws {
    let property = String(table.name.dropFirst(table.ownerEntity.count + 1))
    let (owners, members) = (root(of: table.ownerEntity), root(of: table.memberEntity))
    guard case .integer(let owner) = owner else {
      // The report names the only end that is known.
      guard case .integer(let member) = member else {
        return report.add(
          table.ownerEntity, 0, property, "a link has no keys at its ends, but other values")
      }
      return report.add(
        table.memberEntity, member, nil,
        "a link of \(table.ownerEntity).\(property) leads to it from \(StoreFunctions.words(owner)), which "
          + "is no key")
    }
    guard case .integer(let member) = member else {
      return report.add(
        table.ownerEntity, owner, property,
        "led to \(StoreFunctions.words(member)), which is no key")
    }
    switch try transaction.linkObjects(table, owner: owner, member: member) {
    case .made: report.linkCount += 1
    case .repeated:
      report.add(table.ownerEntity, owner, property, "led to \(members)/p\(member) twice")
    case .dangling(let hasOwner, _):
      let lack =
        hasOwner
        ? "which \(absence(member, of: members))"
        : "and \(owners)/p\(owner) itself \(absence(owner, of: owners))"
      report.add(table.ownerEntity, owner, property, "led to \(members)/p\(member), \(lack)")
    }
  }
}

extension Schema.Property {
  fileprivate var toOne: Schema.Relationship? {
    if case .relationship(let one) = self, one.isToOne { one } else { nil }
  }
}
