internal import Foundation
internal import StrataSQLite
import StrataSchema
import StrataTables

extension StoreMigration {
  /// A column that the store lacks.
  mutating func add(
    _ column: EntityTable.Column, of member: EntityTable.Member, to plan: inout TablePlan
  ) throws {
    var planned = TablePlan.Column(column: column, member: member)
    let property = member.entity.properties[column.property]
    let subject = "\(member.entity.name).\(property.name)"
    if member.positions.contains(column), case .relationship = property {
      planned.expression = plan.positions[column.name]
    } else if try !takeFromBelow(&planned, of: property, in: &plan) {
      switch property {
      case .attribute: try addValue(&planned, subject: subject, of: property, in: &plan)
      case .relationship(let relationship):
        try addLink(&planned, subject: subject, of: relationship, in: &plan)
      }
    }
    plan.columns.append(planned)
  }

  private mutating func addValue(
    _ planned: inout TablePlan.Column, subject: String, of property: Schema.Property,
    in plan: inout TablePlan
  ) throws {
    let column = planned.column
    if let later = laterName(of: property, in: planned.member.entity) {
      return refuse(
        subject, because: "was renamed to \(later) by a newer version of the program",
        remedy: "use that version")
    }
    switch plan.table.columnDefault(of: column, of: planned.member) {
    case nil, .constant: break
    // SQLite adds no column to a table whose default has another value for each row.
    default: plan.needsNewTable = true
    }
    if try addPart(&planned, subject, property, &plan) { return }
    if let (value, isConstant) = defaultSQL(of: column, planned.member, in: plan.origin) {
      work.defaulted.insert(subject)
      // What SQLite adds to a table has one value for all rows.
      if !isConstant { plan.needsNewTable = true }
      switch plan.origin.rows(of: planned.member) {
      case .all: planned.expression = value
      case .none: break
      case .some(let condition): planned.expression = "CASE WHEN \(condition) THEN \(value) END"
      }
      return
    }
    guard !column.description.isOptional else { return }
    let number = try count(plan.origin, of: planned.member)
    if number > 0 {
      refuse(
        subject,
        because:
          "is new and may not be nil, and \(objects(number)) lack\(number == 1 ? "s" : "") it",
        remedy: "give it a default or let it be nil")
    }
    // SQLite adds no such column to a table, not even to an empty one.
    if planned.member.requires(column) { plan.needsNewTable = true }
  }

  private mutating func addLink(
    _ planned: inout TablePlan.Column, subject: String, of relationship: Schema.Relationship,
    in plan: inout TablePlan
  ) throws {
    let entity = planned.member.entity
    if let later = laterName(of: .relationship(relationship), in: entity) {
      return refuse(
        subject, because: "was renamed to \(later) by a newer version of the program",
        remedy: "use that version")
    }
    guard let pairs = storedPairs(for: relationship, of: entity) else {
      guard !relationship.isOptional else { return }
      let number = try count(plan.origin, of: planned.member)
      guard number > 0 else { return }
      return refuse(
        subject,
        because:
          "is new and may not be nil, and \(objects(number)) lack\(number == 1 ? "s" : "") it",
        remedy: "let it be nil, and fill it in a custom stage")
    }
    let several = try count(
      "(SELECT a FROM (\(pairs.query)) AS p GROUP BY a HAVING count(*) > 1) AS p")
    guard several == 0 else {
      return refuse(
        subject,
        because:
          "leads to one object, but \(objects(several)) lead\(several == 1 ? "s" : "") to several",
        remedy: "decide which one stays in a custom stage's willMigrate")
    }
    consumed.insert(pairs.source)
    dropLinks(in: pairs.source)
    let alias: SQL = "f\(plan.joins.count)"
    plan.needsNewTable = true
    planned.expression = "\(alias).b"
    var joined: SQL = "SELECT a, b FROM (\(pairs.query)) AS p"
    if relationship.isOrderedByMember {
      // Members keep their order, and whatever comes later also gets a later position.
      let sequence: SQL = "\(literal: plan.table.name)"
      let first: SQL = "coalesce((SELECT next FROM strata_keys WHERE entity = \(sequence)), 1)"
      joined =
        "SELECT a, b, \(first) + row_number() OVER (ORDER BY o) AS place FROM (\(pairs.query)) AS p"
      plan.positions["strata_\(relationship.columnName)_position"] = "\(alias).place"
      work.afterCopies.append(
        """
        INSERT INTO strata_keys (entity, next)
        SELECT \(sequence), 1 + count(*) FROM (\(pairs.query)) AS p WHERE true
        ON CONFLICT (entity) DO UPDATE SET next = strata_keys.next + excluded.next
        """)
    }
    plan.joins.append("LEFT JOIN (\(joined)) AS \(alias) ON \(alias).a = t.\(.key)")
  }
}
