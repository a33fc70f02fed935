internal import Foundation
internal import StrataSQLite
import StrataSchema
import StrataTables

extension StoreMigration {
  /// Decides how a table changes, when all that leaves it is known.
  mutating func finish(_ plan: TablePlan) throws {
    let left = leftColumns(plan)
    recordLosses(left.gone.map(\.name), of: plan.origin.stored.name)
    if plan.needsNewTable || !left.gone.isEmpty {
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

  /// Records the properties whose columns go and whose values nothing else gets.
  private mutating func recordLosses(_ columns: [String], of name: String) {
    guard let old, let entity = old.entitiesByName[name] else { return }
    for (column, member) in EntityTable(entity, in: old).allColumns
    where columns.contains(column.name)
      && !consumed.contains(.column(table: name, column: column.name))
    {
      let property = "\(member.entity.name).\(member.entity.properties[column.property].name)"
      if !work.losses.contains(property) { work.losses.append(property) }
    }
  }

  private mutating func makeAnew(_ plan: TablePlan, keeping kept: [StoredTable.Column]) throws {
    let table = plan.table
    let name = MigrationWork.new(table.name)
    let former = plan.origin.stored
    let known = Set(former.columns.map(\.name)).subtracting(kept.map(\.name))
    // Generated columns aren't among the columns that have values.
    let definitions = former.columnDefinitions.filter { !known.contains($0.name) }.map(\.sql)
    // A column may have had another name.
    let defaults = plan.columns.reduce(into: [String: String]()) { defaults, planned in
      defaults[planned.column.name] = former[planned.source ?? planned.column.name]?.defaultSQL
    }
    work.makes.append(table.creation(as: name, defaults: defaults, keeping: definitions))
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
    let made = Set(table.indexes.map(\.name))
    return try connection.catalog.parts(of: name).filter { part in
      guard part.name.hasPrefix("strata_") else { return true }
      if part.name.hasPrefix(SearchTable.prefix) {
        return isKeptSearch(indexName(ofPart: part.name), of: table)
      }
      // The memory of former values makes its triggers again.
      guard name == table.name, stored.indexes[part.name] != nil, !made.contains(part.name) else {
        return false
      }
      return try !isReplaced(index: part.name, of: table)
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
      let value = table.columnDefault(of: column, of: member)
      var addition: SQL = "\(alter) \(table.definition(of: column, of: member))"
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
    if dialect == .postgreSQL {
      for planned in plan.columns {
        guard let source = planned.source, plan.origin.stored[source]?.defaultSQL == nil,
          let value = table.columnDefault(of: planned.column, of: planned.member)
        else { continue }
        let sql = dialect.sql(value, for: planned.column.description)
        work.defaults.append(
          "ALTER TABLE \(table) ALTER COLUMN \(planned.column) SET DEFAULT \(sql)")
      }
    }
    work.comments += table.comments
    try finishIndexes(table)
  }

  // A plan that takes a rule away drops its index. A program that opens the store doesn't: another one relies on it.
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
      } else if try isReplaced(index: name, of: table) {
        work.indexDrops.append("DROP INDEX \(name: name)")
      }
    }
    work.indexes += table.indexes.filter { !kept.contains($0.name) }
  }

  /// Returns true if an index that the schema lacks was one of the former schema. A program that opens the store lacks none
  /// of those, unless a further subclass has given it another name.
  private func isReplaced(index: String, of table: EntityTable) throws -> Bool {
    if drops { return try !isOfUnknownClass(index: index, in: table) || isFormer(index, of: table) }
    return isFormer(index, of: table)
  }

  private func isFormer(_ index: String, of table: EntityTable) -> Bool {
    guard let entity = old?.entitiesByName[table.name] else { return false }
    return EntityTable(
      entity.root, in: old, isShared: stored.shared.contains(table.name), dialect: dialect
    ).indexes.contains { $0.name == index }
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
