import StrataSQLite
import StrataSchema
import StrataTables

/// How a table comes out of one that the store has.
struct TablePlan {
  let table: EntityTable
  let origin: TableOrigin
  var columns: [Column] = []
  /// Joins for the copy of the rows, such as links that come from elsewhere.
  var joins: [SQL] = []
  /// The sources of members' positions, by the columns that store them.
  var positions: [String: SQL] = [:]
  /// True if something changes that can't be added to the table as it is.
  var needsNewTable = false

  /// One column of the new table.
  struct Column {
    let column: EntityTable.Column
    let member: EntityTable.Member
    /// The column of the store that it comes of.
    var source: String?
    /// Its values, over the old rows `t`, or nil if there are none.
    var expression: SQL?
  }
}

/// The table that the store has for one of the models.
struct TableOrigin {
  let stored: StoredTable
  /// The entity whose table it was, where it is to go into the table of one above.
  let moved: EntityTable.Member?

  /// Rows that are of one of some entities.
  enum Rows {
    case all, none
    case some(SQL)
  }

  /// The rows of the entity that brings a column.
  func rows(of member: EntityTable.Member) -> Rows {
    guard let kinds = member.kinds else { return .all }
    if stored[EntityTable.entityColumn] != nil {
      return .some("t.\(.entity) IN (\(literals: kinds))")
    }
    return moved.map { kinds.contains($0.entity.name) } ?? false ? .all : .none
  }

  /// The rows of the entity that brings a column, for values that Swift makes of some columns.
  ///
  /// - Parameter present: A further condition.
  func rows(
    of member: EntityTable.Member, _ dialect: SQLDialect, where present: SQL? = nil,
    _ sources: [(column: String, description: ColumnDescription)] = []
  ) -> RowValues.Rows {
    let own: SQL? =
      switch rows(of: member) {
      case .all: nil
      case .none: dialect.condition(false)
      case .some(let condition): condition
      }
    let conditions = [own, present].compactMap { $0 }
    return RowValues.Rows(
      table: stored.name, condition: conditions.isEmpty ? nil : conditions.joined(" AND "),
      sources: sources)
  }

  /// The name that an entity has in the store.
  func formerName(of entity: Schema.Entity) -> String {
    guard let moved, moved.entity.isKind(of: entity) else { return entity.name }
    return moved.entity.name
  }

  /// The name that a column has in the store, of a property that is called so there.
  func columnName(
    _ column: EntityTable.Column, _ member: EntityTable.Member, property name: String
  ) -> String {
    let isBare = isBare(member)
    switch member.entity.properties[column.property] {
    case .attribute: return columnName(column.description, member, property: name)
    case .relationship(let relationship):
      let link = isBare ? name : relationship.column(named: name)
      return member.positions.contains(column) ? "strata_\(link)_position" : link
    }
  }

  /// The name that an attribute's column has in the store, of a property that is called so there.
  func columnName(
    _ column: ColumnDescription, _ member: EntityTable.Member, property name: String
  ) -> String {
    if isBare(member) { return ColumnDescription.path(name, column.part) }
    // As it was written down it may lack the class's name.
    let owner =
      member.kinds == nil ? nil : member.entity.superentity.map { _ in member.entity.name }
    return owner.map { "\($0)_\(ColumnDescription.path(name, column.part))" }
      ?? column.name(of: name)
  }

  // Where the class was its hierarchy's top, its columns and those above it had no name before them.
  private func isBare(_ member: EntityTable.Member) -> Bool {
    moved.map { $0.entity.isKind(of: member.entity) } ?? false
  }
}

extension StoreMigration {
  /// The table that a table of the models comes of, or nil where it is new.
  mutating func origin(of table: EntityTable) -> TableOrigin? {
    if let found = stored[table.name], !found.isLink {
      return TableOrigin(stored: found, moved: nil)
    }
    let moved = table.members.dropFirst().filter { stored[$0.entity.name]?.isLink == false }
    guard let one = moved.first, let found = stored[one.entity.name] else { return nil }
    guard moved.count == 1 else {
      let names = moved.map(\.entity.name)
      refuse(
        names.joined(separator: ", "),
        because:
          "have tables of their own in the store, and inherit from \(table.name) in the models: "
          + "objects of both may have the same key",
        remedy:
          "let only one of them come under \(table.name), and copy the others in a custom stage")
      return nil
    }
    return TableOrigin(stored: found, moved: one)
  }

  /// Objects of a class that has come under one that was there, or has left it, are not found where
  /// they are.
  mutating func checkHierarchies() throws {
    let shared = stored.shared
    for entity in new.entities {
      let root = entity.root.name
      if let superentity = entity.superentity, stored[root] != nil, stored[entity.name] != nil {
        refuse(
          entity.name,
          because: "has a table of its own in the store, but in the models it inherits from "
            + superentity.name,
          remedy: "give the new class another name, and copy its objects in a custom stage")
      }
      for table in shared.sorted() where table != root && !isMoved(table, under: entity) {
        let number = try count(
          "\(name: table) WHERE \(.entity) = \(literal: entity.name)")
        guard number > 0 else { continue }
        refuse(
          entity.name,
          because:
            "has \(objects(number)) in the store with those of \(table), which it doesn't inherit from "
            + "in the models",
          remedy: "give the new class another name, and copy its objects in a custom stage")
      }
    }
  }

  private func isMoved(_ table: String, under entity: Schema.Entity) -> Bool {
    stored[entity.root.name] == nil && new.entitiesByName[table]?.root.name == entity.root.name
  }
}
