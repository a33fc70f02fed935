import StrataSQLite
import StrataSchema
import StrataTables

// Properties that a class takes over from those below it.
extension StoreMigration {
  /// Takes the values of a property that has moved up from the columns of the classes that had it.
  /// In each row at most one of them has a value of the row's own class.
  ///
  /// - Returns: True if it has moved.
  mutating func takeFromBelow(
    _ planned: inout TablePlan.Column, of property: Schema.Property, in plan: inout TablePlan
  ) throws -> Bool {
    let entity = planned.member.entity
    let name = storedName(
      of: property, in: entity, former: plan.origin.formerName(of: entity))
    let subject = "\(entity.name).\(property.name)"
    if let above = formerOwner(above: entity, of: name) {
      refuse(
        subject, because: "was a property of \(above), and is one of \(entity.name) alone now",
        remedy: "give the new property another name, and fill it in a custom stage")
      return true
    }
    let part = planned.column.description.part
    let table = plan.origin.stored
    let columns = formerOwners(below: entity, of: name).compactMap { owner in
      owner.ownProperties.first { $0.name == name }?.column(ofPart: part).flatMap { table[$0] }
        .map { (column: $0, kinds: old?.hierarchy(from: owner).map(\.name) ?? [owner.name]) }
    }
    guard !columns.isEmpty else { return false }
    for (column, _) in columns {
      guard column.fits(planned.column.description), column.references == planned.column.references
      else {
        refuse(
          subject, because: "is kept otherwise in the store, as \(table.name).\(column.name)",
          remedy: "give the new property another name, and fill it in a custom stage")
        return true
      }
      consumed.insert(.column(table: table.name, column: column.name))
    }
    plan.needsNewTable = true
    try fill(
      &planned,
      from: columns.map { column, kinds in
        // Rows of other classes may have the column's default.
        "CASE WHEN t.\(.entity) IN (\(literals: kinds)) THEN t.\(name: column.name) END"
      }, subject: subject, in: plan.origin)
    return true
  }

  private mutating func fill(
    _ planned: inout TablePlan.Column, from sources: [SQL], subject: String,
    in origin: TableOrigin
  ) throws {
    let isRequired = !planned.column.description.isOptional
    let value = isRequired ? defaultSQL(of: planned.column, planned.member, in: origin)?.sql : nil
    let all = sources + [value].compactMap { $0 }
    let filled: SQL = all.count > 1 ? "coalesce(\(all.joined()))" : all[0]
    switch origin.rows(of: planned.member) {
    case .some(let condition): planned.expression = "CASE WHEN \(condition) THEN \(filled) END"
    default: planned.expression = filled
    }
    guard isRequired, value == nil else { return }
    let number = try count(origin, of: planned.member, where: "\(filled) IS NULL")
    guard number > 0 else { return }
    refuse(
      subject, because: "may not be nil, and \(objects(number)) lack\(number == 1 ? "s" : "") it",
      remedy: "give it a default or let it be nil")
  }

  /// The classes that had a property themselves and now inherit it.
  private func formerOwners(
    below entity: Schema.Entity, of property: String
  ) -> [Schema.Entity] {
    (old?.entities ?? []).filter { former in
      former.name != entity.name && former.superentity != nil
        && new.entitiesByName[former.name]?.isKind(of: entity) ?? false
        && former.ownProperties.contains { $0.name == property }
    }
  }

  /// The class that a class inherited a property from which it has itself now.
  private func formerOwner(above entity: Schema.Entity, of property: String) -> String? {
    entity.lineage.dropLast().first { above in
      above.property(named: property) == nil
        && old?.entitiesByName[above.name]?.ownProperties.contains { $0.name == property } ?? false
    }?.name
  }
}

extension Schema.Property {
  /// The column of a part of the property.
  fileprivate func column(ofPart part: String) -> String? {
    switch self {
    case .attribute(let attribute):
      attribute.columns.first { $0.part == part }?.name(of: attribute.name)
    case .relationship(let relationship): relationship.isToOne ? relationship.columnName : nil
    }
  }
}
