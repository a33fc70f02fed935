internal import Foundation
internal import StrataSQLite
import StrataSchema
import StrataTables

extension StoreMigration {
  /// Decides how a table changes, when all that leaves it is known.
  mutating func finish(_ plan: TablePlan) throws {
    let left = leftColumns(plan)
    if plan.needsNewTable || !left.gone.isEmpty || left.kept.contains(where: \.isRequired) {
      switch dialect {
      case .sqlite: try makeAnew(plan, keeping: left.kept)
      case .postgreSQL: try change(plan, keeping: left.kept, removing: left.gone)
      }
    } else {
      try extend(plan)
    }
  }

  // The columns that the models have none for: links that went elsewhere and what a plan has removed
  // go, all others stay.
  private func leftColumns(
    _ plan: TablePlan
  ) -> (kept: [StoredTable.Column], gone: [StoredTable.Column]) {
    let table = plan.origin.stored
    let used = Set(plan.columns.compactMap(\.source) + [EntityTable.key, EntityTable.entityColumn])
    var known: Set<String> = []
    if drops, let old, let entity = old.entitiesByName[table.name] {
      known = Set(EntityTable(entity, in: old).allColumns.map(\.column.name))
    }
    func goes(_ column: String) -> Bool {
      known.contains(column) || consumed.contains(.column(table: table.name, column: column))
    }
    var result: (kept: [StoredTable.Column], gone: [StoredTable.Column]) = ([], [])
    for column in table.columns where !used.contains(column.name) {
      let isPosition = table.columns.contains {
        "strata_\($0.name)_position" == column.name && goes($0.name) && !used.contains($0.name)
      }
      if goes(column.name) || isPosition {
        result.gone.append(column)
      } else {
        result.kept.append(column)
      }
    }
    return result
  }

  private mutating func makeAnew(_ plan: TablePlan, keeping kept: [StoredTable.Column]) throws {
    let table = plan.table
    let name = MigrationWork.new(table.name)
    work.makes.append(table.creation(as: name, keeping: kept))
    var names = [EntityTable.key]
    var values: [SQL] = ["t.\(.key)"]
    if table.isShared {
      names.append(EntityTable.entityColumn)
      let isNamed = plan.origin.stored[EntityTable.entityColumn] != nil
      values.append(
        isNamed ? "t.\(.entity)" : "\(literal: plan.origin.stored.name)")
    }
    for column in plan.columns {
      guard let expression = column.expression else { continue }
      names.append(column.column.name)
      values.append(expression)
    }
    for column in kept {
      names.append(column.name)
      values.append("t.\(name: column.name)")
    }
    work.copies.append(
      """
      INSERT INTO \(name: name) (\(names: names)) \
      SELECT \(values.joined()) FROM \(name: plan.origin.stored.name) AS t \(plan.joins.joined(" "))
      """)
    if plan.origin.moved != nil {
      takeKeys(plan)
      work.drop(plan.origin.stored.name)
    }
    work.replace(table.name)
    work.indexes += table.indexes
    work.restores += try foreignParts(of: plan.origin.stored.name, table)
  }

  // Keys go on where they were.
  mutating func takeKeys(_ plan: TablePlan) {
    guard let moved = plan.origin.moved else { return }
    work.afterCopies.append(
      """
      INSERT INTO strata_keys (entity, next)
      SELECT \(literal: plan.table.name), next FROM strata_keys
      WHERE entity = \(literal: moved.entity.name)
      ON CONFLICT (entity) DO UPDATE SET next = \(dialect.greater("strata_keys.next", "excluded.next"))
      """)
  }

  /// The SQL of indexes and triggers that go with a table and aren't the models' to make again.
  private func foreignParts(
    of name: String, _ table: EntityTable
  ) throws -> [MigrationWork.ForeignPart] {
    try connection.catalog.parts(of: name).filter { part in
      try !part.name.hasPrefix("strata_")
        || (!drops && name == table.name && isOfUnknownClass(index: part.name, in: table))
    }.map { MigrationWork.ForeignPart(name: $0.name, table: name, sql: $0.sql) }
  }

  private mutating func extend(_ plan: TablePlan) throws {
    let table = plan.table
    let alter: SQL = "ALTER TABLE \(table) ADD COLUMN"
    if table.isShared, plan.origin.stored[EntityTable.entityColumn] == nil {
      // What is there is of the only class that there was.
      work.additions.append(
        "\(alter) \(table.entityDefinition) DEFAULT \(literal: table.name)")
    }
    let missing = plan.columns.filter { $0.source == nil }
    for (index, added) in missing.enumerated() {
      let (column, member) = (added.column, added.member)
      let value = defaultSQL(of: column, member, in: plan.origin)
      var addition: SQL = "\(alter) \(table.definition(of: column, of: member))"
      if let value { addition += " DEFAULT \(value.sql)" }
      // The rule of a value of several columns comes with the last of them.
      let isLast = !missing[(index + 1)...].contains {
        $0.member.entity === member.entity && $0.column.property == column.property
      }
      if isLast, let check = table.check(of: column.property, of: member) {
        addition += " \(check)"
      }
      work.additions.append(addition)
      if value != nil, let kinds = member.kinds {
        work.additions.append(
          "UPDATE \(table) SET \(column) = NULL WHERE \(EntityTable.isNone(of: kinds))")
      }
    }
    work.comments += table.comments
    try finishIndexes(table)
  }

  // An index that the models no longer ask for is only in the way, a unique one most of all.
  //
  // On a server, an index stays with a table or a column that gets another name. It is made again under its own.
  mutating func finishIndexes(
    _ table: EntityTable, of stored: String? = nil, changed: Set<String> = []
  ) throws {
    let former = stored ?? table.name
    let names = Set(table.indexes.map(\.name))
    var kept: Set<String> = []
    for (name, indexed) in self.stored.indexes.sorted(by: { $0.key < $1.key })
    where indexed == former && !name.hasPrefix(SearchTable.prefix) {
      let isChanged =
        try !changed.isEmpty
        && !changed.isDisjoint(with: connection.catalog.columns(ofIndex: name))
      if isChanged {
        // It may have gone with a column.
        work.indexDrops.append("DROP INDEX IF EXISTS \(name: name)")
      } else if names.contains(name) {
        kept.insert(name)
      } else if try drops || !isOfUnknownClass(index: name, in: table) {
        work.indexDrops.append("DROP INDEX \(name: name)")
      }
    }
    work.indexes += table.indexes.filter { !kept.contains($0.name) }
  }

  /// Returns true if an index of a shared table may be of a class that the schema lacks: it has an
  /// unknown column, or its condition names an unknown class.
  private func isOfUnknownClass(index: String, in table: EntityTable) throws -> Bool {
    guard table.isShared else { return false }
    let columns = Set(table.allColumns.map(\.column.name) + [EntityTable.entityColumn])
    guard try connection.catalog.columns(ofIndex: index).allSatisfy(columns.contains) else {
      return true
    }
    guard let text = try connection.catalog.definition(ofIndex: index),
      let list = text.components(separatedBy: EntityTable.isOneOf.sql).dropFirst().last
    else { return false }
    let known = Set(table.members.map { literal($0.entity.name) })
    return !list.dropLast().components(separatedBy: ", ").allSatisfy(known.contains)
  }
}
