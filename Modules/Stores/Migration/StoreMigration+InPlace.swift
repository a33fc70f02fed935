import StrataSQLite
import StrataSchema
import StrataTables

extension StoreMigration {
  /// Changes a server's table in place: new values get columns beside the old ones, which go when all tables have theirs.
  mutating func change(
    _ plan: TablePlan, keeping kept: [StoredTable.Column], removing gone: [StoredTable.Column]
  ) throws {
    let (table, stored) = (plan.table, plan.origin.stored)
    let alter: SQL = "ALTER TABLE \(name: stored.name)"
    // Rules of the models, old ones and those that stay, hold again when all values are there.
    let own = ruleNames(plan)
    work.additions += try connection.catalog.rules(of: stored.name).filter(own.contains).map {
      "\(alter) DROP CONSTRAINT \(name: $0)"
    }
    for column in kept + plan.columns.compactMap({ $0.source.flatMap { stored[$0] } })
    where column.isRequired {
      work.additions.append("\(alter) ALTER COLUMN \(name: column.name) DROP NOT NULL")
    }
    let new = newColumns(plan)
    work.additions += new.columns.map { "\(alter) ADD COLUMN \($0.name) \($0.type)" }
    let filled =
      new.columns.compactMap { column in column.value.map { (column.name, $0) } } + new.changed
    if !filled.isEmpty {
      let values = filled.enumerated().map { "\($1.1) AS v\($0)" as SQL }
      let assignments = filled.enumerated().map { "\($1.0) = v.v\($0)" as SQL }
      work.copies.append(
        """
        UPDATE \(name: stored.name) AS n SET \(assignments.joined()) FROM (
          SELECT t.\(.key) AS k, \(values.joined()) FROM \(name: stored.name) AS t \(plan.joins.joined(" "))
        ) AS v WHERE v.k = n.\(.key)
        """)
    }
    takeKeys(plan)
    let leaving = gone.map(\.name) + new.replaced
    work.changes += leaving.map { "\(alter) DROP COLUMN \(name: $0)" }
    // Two columns may have each other's old names.
    work.changes += new.renames.enumerated().map {
      "\(alter) RENAME COLUMN \($1.from) TO strata_renamed_\($0)"
    }
    work.changes += new.renames.enumerated().map {
      "\(alter) RENAME COLUMN strata_renamed_\($0) TO \($1.to)"
    }
    if stored.name != table.name { work.changes.append("\(alter) RENAME TO \(table)") }
    if table.isShared {
      work.changes.append("ALTER TABLE \(table) ALTER COLUMN \(.entity) SET NOT NULL")
    }
    for (column, member) in table.allColumns where member.requires(column) {
      work.changes.append("ALTER TABLE \(table) ALTER COLUMN \(column) SET NOT NULL")
    }
    for planned in plan.columns {
      let column = planned.column
      guard let value = table.columnDefault(of: column, of: planned.member) else { continue }
      let sql = dialect.sql(value, for: column.description)
      work.changes.append("ALTER TABLE \(table) ALTER COLUMN \(column) SET DEFAULT \(sql)")
    }
    work.changes += table.rules.map { "ALTER TABLE \(table) ADD \($0.sql)" }
    work.comments += table.comments
    try finishIndexes(table, of: stored.name, changed: Set(leaving + new.renamed))
  }

  /// The names of the rules that the models have for a table, and had.
  private func ruleNames(_ plan: TablePlan) -> Set<String> {
    var names = Set(plan.table.rules.map(\.name))
    if let old, let entity = old.entitiesByName[plan.origin.stored.name] {
      names.formUnion(EntityTable(entity.root, in: old, dialect: dialect).rules.map(\.name))
    }
    return names
  }

  /// The columns that a table gets besides those that it has.
  private struct NewColumns {
    var columns: [(name: SQL, type: SQL, value: SQL?)] = []
    /// The columns that stay and get other values.
    var changed: [(name: SQL, value: SQL)] = []
    /// The columns whose values others have now.
    var replaced: [String] = []
    var renames: [(from: SQL, to: SQL)] = []
    /// The columns that are called otherwise now.
    var renamed: [String] = []
  }

  private func newColumns(_ plan: TablePlan) -> NewColumns {
    let (table, stored) = (plan.table, plan.origin.stored)
    var new = NewColumns()
    func add(_ column: SQL, of type: SQL, filledWith value: SQL?) {
      let name: SQL = "strata_new_\(new.columns.count)"
      new.columns.append((name, type, value))
      new.renames.append((name, column))
    }
    if table.isShared, stored[EntityTable.entityColumn] == nil {
      add(.entity, of: dialect.type(.text), filledWith: "\(literal: stored.name)")
    }
    for planned in plan.columns {
      let column = planned.column
      let expression = planned.expression
      guard let source = planned.source else {
        add("\(column)", of: dialect.type(column.description), filledWith: expression)
        continue
      }
      let fits = stored[source]?.fits(column.description) ?? false
      if fits, let expression {
        // Others' indexes and rules stay with the column.
        if expression != "t.\(name: source)" {
          new.changed.append(("\(name: source)", expression))
        }
        guard source != column.name else { continue }
        new.renames.append(("\(name: source)", "\(column)"))
        new.renamed.append(source)
      } else {
        add("\(column)", of: dialect.type(column.description), filledWith: expression)
        new.replaced.append(source)
      }
    }
    return new
  }
}
