package import StrataSchema
package import StrataTables

/// The tables and columns of a schema, or of a store: what tells the versions of a plan apart.
package struct StoreStructure: Equatable, Sendable {
  package struct Column: Equatable {
    let type: String
    let isRequired: Bool

    /// The type as SQL says it.
    var words: String { isRequired ? "\(type) NOT NULL" : type }
  }

  private var tables: [String: [String: Column]] = [:]

  /// The structure of a schema's tables.
  package init(_ schema: Schema) {
    for entity in schema.entities where entity.superentity == nil {
      let table = EntityTable(entity, in: schema)
      var columns = [EntityTable.key: Column(type: "INTEGER", isRequired: false)]
      if table.isShared {
        columns[EntityTable.entityColumn] = Column(type: "TEXT", isRequired: true)
      }
      for (column, member) in table.allColumns {
        columns[column.name] = Column(
          type: column.description.storageClass.rawValue, isRequired: member.requires(column))
      }
      tables[table.name] = columns
    }
    for link in schema.linkTables {
      let column = Column(type: "INTEGER", isRequired: true)
      tables[link.name] = [link.ownerColumn: column, link.memberColumn: column]
    }
  }

  /// The structure of a store's tables.
  package init(_ stored: StoredTables) {
    for table in stored.byName.values
    where !table.name.hasPrefix("strata_") && !table.name.hasPrefix("sqlite_") {
      tables[table.name] = Dictionary(
        table.columns.map { ($0.name, Column(type: $0.type, isRequired: $0.isRequired)) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  package func hasTable(_ name: String) -> Bool { tables[name] != nil }

  /// True if there is the column or the table that a schema has for the links of a relationship.
  func hasPlace(
    of relationship: Schema.Relationship, _ entity: Schema.Entity, in schema: Schema
  ) -> Bool {
    if relationship.usesLinkTable {
      let link = LinkTable.make(for: relationship, of: entity.name, in: schema).table
      return tables[link.name]?[link.ownerColumn] != nil
        && tables[link.name]?[link.memberColumn] != nil
    }
    guard relationship.isToOne else {
      // The links are in the rows of the other end.
      guard let inverse = relationship.inverseName,
        case .relationship(let back)? =
          schema.entitiesByName[relationship.destination]?.property(named: inverse)
      else { return true }
      let table = tables[schema.entitiesByName[relationship.destination]?.root.name ?? ""]
      return table?[back.columnName] != nil
    }
    return tables[entity.root.name]?[relationship.columnName] != nil
  }

  /// How much more another structure has than this one: tables, columns, values that may be nil. nil
  /// where it lacks something, so that rows of this one aren't all there.
  package func distance(from other: StoreStructure) -> Int? {
    var distance = other.tables.keys.count { tables[$0] == nil }
    for (name, columns) in tables {
      guard let others = other.tables[name] else { return nil }
      distance += others.count - columns.count
      for (column, kind) in columns {
        guard let found = others[column], found.type == kind.type else { return nil }
        if found.isRequired != kind.isRequired { distance += 1 }
      }
    }
    return distance
  }

  /// The differences from an older structure, a line each: `+` and `-` before tables and columns,
  /// `~` before columns that change.
  package func changes(from old: StoreStructure) -> [String] {
    var result: [String] = []
    for name in Set(tables.keys).union(old.tables.keys).sorted() {
      guard let columns = tables[name] else {
        result.append("- \(name)")
        continue
      }
      guard let before = old.tables[name] else {
        result.append("+ \(name)")
        continue
      }
      for column in Set(columns.keys).union(before.keys).sorted()
      where columns[column] != before[column] {
        switch (columns[column], before[column]) {
        case (let now?, nil): result.append("+ \(name).\(column) \(now.words)")
        case (nil, _): result.append("- \(name).\(column)")
        case (let now?, let then?):
          result.append("~ \(name).\(column) \(then.words) becomes \(now.words)")
        }
      }
    }
    return result
  }

  /// The tables and columns of this structure that a store hasn't, or has with another type, a line each.
  package func lacks(of store: StoreStructure) -> [String] {
    tables.sorted { $0.key < $1.key }.flatMap { table, columns -> [String] in
      guard let others = store.tables[table] else { return ["there is no table \(table)"] }
      return columns.sorted { $0.key < $1.key }.compactMap { column, kind in
        guard let found = others[column] else { return "there is no column \(table).\(column)" }
        return found.type == kind.type
          ? nil : "\(table).\(column) is \(found.type), and was made as \(kind.type)"
      }
    }
  }

  /// The differences of a store from this structure, in words.
  package func differences(from store: StoreStructure) -> [String] {
    var result: [String] = []
    for (table, columns) in tables.sorted(by: { $0.key < $1.key }) {
      guard let others = store.tables[table] else {
        result.append("the store has no \(table)")
        continue
      }
      for (column, kind) in columns.sorted(by: { $0.key < $1.key }) {
        guard let found = others[column] else {
          result.append("the store has no \(table).\(column)")
          continue
        }
        if found.type != kind.type {
          result.append(
            "\(table).\(column) is \(found.type) in the store and \(kind.type) in the version")
        } else if found.isRequired != kind.isRequired {
          result.append(
            "\(table).\(column) may \(found.isRequired ? "not " : "")be empty in the store")
        }
      }
      for column in others.keys.sorted() where columns[column] == nil {
        result.append("the version has no \(table).\(column)")
      }
    }
    return result
      + store.tables.keys.sorted().filter { tables[$0] == nil }.map {
        "the version has no \($0)"
      }
  }
}
