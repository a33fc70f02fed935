import StrataSQLite
import StrataSchema
import StrataTables

// Members of composite values that have come, or are called otherwise.
extension StoreMigration {
  /// The column of a part under a name that it had before, with that name, or nil if there is none, or
  /// another part is called so now.
  func formerPart(
    of column: EntityTable.Column, _ member: EntityTable.Member, _ name: String,
    _ origin: TableOrigin
  ) -> (column: StoredTable.Column, part: String)? {
    guard case .attribute(let attribute) = member.entity.properties[column.property] else {
      return nil
    }
    let taken = Set(attribute.columns.map(\.part))
    for part in column.description.formerParts ?? [] where !taken.contains(part) {
      let former = ColumnDescription(part, column.description.storageClass)
      if let found = origin.stored[origin.columnName(former, member, property: name)] {
        return (found, part)
      }
    }
    return nil
  }

  /// A part that the store lacks of a value that it has: the member's own default, where there is one, in
  /// all values that are there. The value may stand inside another.
  ///
  /// - Returns: True if the store has the value.
  mutating func addPart(
    _ planned: inout TablePlan.Column, _ place: String, _ property: Schema.Property,
    _ plan: inout TablePlan
  ) throws -> Bool {
    guard case .attribute(let attribute) = property,
      let (container, present) = storedContainer(of: planned, attribute, plan.origin)
    else { return false }
    let part = planned.column.description.part
    if let value = partDefaultSQL(of: planned, in: container, attribute, place, plan.origin) {
      work.defaulted.insert(place)
      plan.needsNewTable = true
      var condition = present
      if case .some(let rows) = plan.origin.rows(of: planned.member) {
        condition = "\(rows) AND \(present)"
      }
      planned.expression = "CASE WHEN \(condition) THEN \(value) END"
      return true
    }
    guard container.requires(part) else { return true }
    let number = try count(plan.origin, of: planned.member, where: present)
    if number > 0 {
      refuse(
        "\(place).\(part)",
        because:
          "is new and may not be nil, and \(objects(number)) lack\(number == 1 ? "s" : "") it",
        remedy: "give it a default or let it be nil")
    }
    plan.needsNewTable = true
    return true
  }

  /// The innermost value that a part is in and of which the store has parts, and the condition that a row has it.
  private func storedContainer(
    of planned: TablePlan.Column, _ attribute: Schema.Attribute, _ origin: TableOrigin
  ) -> (CompositeShape.Container, present: SQL)? {
    guard let shape = attribute.shape else { return nil }
    let (member, part) = (planned.member, planned.column.description.part)
    let property = Schema.Property.attribute(attribute)
    let name = storedName(
      of: property, in: member.entity, former: origin.formerName(of: member.entity))
    let columns = member.columns.filter { $0.property == planned.column.property }
    let former = formerAttribute(of: attribute, member, origin)
    for (depth, container) in shape.containers(of: part).enumerated().reversed() {
      var stored: [StoredTable.Column] = []
      var presence: StoredTable.Column?
      for column in columns {
        let chain = shape.containers(of: column.description.part)
        guard chain.indices.contains(depth), chain[depth].prefix == container.prefix,
          let (column, formerPart) = storedPart(of: column, member, name, origin)
        else { continue }
        stored.append(column)
        // As the store had it: another part may say so now.
        let before = former?.shape?.containers(of: formerPart) ?? []
        guard presence == nil, before.indices.contains(depth) else { continue }
        presence = former?.columns.first { $0.part == before[depth].presence }.flatMap {
          origin.stored[origin.columnName($0, member, property: name)]
        }
      }
      guard !stored.isEmpty else { continue }
      let said: [SQL] = (presence.map { [$0] } ?? stored).map { "t.\(name: $0.name) IS NOT NULL" }
      return (container, said.count == 1 ? said[0] : "(\(said.joined(" OR ")))")
    }
    return nil
  }

  /// The column in which the store has a part, and what the part was called.
  private func storedPart(
    of column: EntityTable.Column, _ member: EntityTable.Member, _ name: String,
    _ origin: TableOrigin
  ) -> (StoredTable.Column, part: String)? {
    if let found = origin.stored[origin.columnName(column, member, property: name)] {
      return (found, column.description.part)
    }
    return formerPart(of: column, member, name, origin)
  }

  /// A part that may not be nil any longer in a value that is there gets its default where it is, or is
  /// refused.
  ///
  /// - Returns: The condition that a row has the value, or nil if nothing had to be done.
  mutating func requirePart(
    _ planned: inout TablePlan.Column, of property: Schema.Property, _ subject: String,
    in plan: inout TablePlan
  ) throws -> SQL? {
    let part = planned.column.description.part
    guard case .attribute(let attribute) = property, let source = planned.expression,
      let (container, present) = storedContainer(of: planned, attribute, plan.origin),
      container.requires(part)
    else { return nil }
    let number = try count(
      plan.origin, of: planned.member, where: "\(present) AND \(source) IS NULL")
    guard number > 0 else { return present }
    guard let value = partDefaultSQL(of: planned, in: container, attribute, subject, plan.origin)
    else {
      refuse(
        "\(subject).\(part)", because: "may not be nil any longer, but is so in \(objects(number))",
        remedy: "give it a default, or fill it in a custom stage's willMigrate")
      return present
    }
    work.defaulted.insert(subject)
    plan.needsNewTable = true
    planned.expression =
      "CASE WHEN \(present) THEN coalesce(\(source), \(value)) ELSE \(source) END"
    return present
  }

  /// The default that a part has in the value that it stands in.
  private func partDefaultSQL(
    of planned: TablePlan.Column, in container: CompositeShape.Container,
    _ attribute: Schema.Attribute, _ place: String, _ origin: TableOrigin
  ) -> SQL? {
    let (part, description) = (planned.column.description.part, planned.column.description)
    let defaults = attribute.conversion.defaults[part] ?? []
    guard let value = defaults.first(where: { $0.container == container.prefix }) else {
      return nil
    }
    if value.isConstant {
      guard let columns = try? value.columns(), columns.indices.contains(value.index) else {
        // What can't be stored is told when an object with it is saved.
        return nil
      }
      return columns[value.index].isNull
        ? nil : dialect.literal(columns[value.index], for: description)
    }
    return work.values.sql(
      .initial, of: "\(place).\(value.member)", column: value.index, description,
      in: origin.rows(of: planned.member, dialect), dialect
    ) { _ in try value.columns() }
  }
}

extension StoreMigration {
  /// Refuses rows whose values fit no case of an enum any longer, or lack what a case carries now.
  mutating func checkCases(of member: EntityTable.Member, in plan: TablePlan) throws {
    for index in member.ownProperties {
      let property = member.entity.properties[index]
      guard case .attribute(let attribute) = property, case .enumeration? = attribute.shape,
        let rule = plan.table.check(of: index, of: member), !plan.origin.stored.says(rule),
        let check = attribute.check, dialect.checks(attribute)
      else { continue }
      let columns = plan.columns.filter {
        $0.member.entity === member.entity && $0.column.property == index
      }
      // What is made anew of each row makes a value, and what has no column had none.
      guard columns.contains(where: { $0.source != nil }),
        !columns.contains(where: { $0.expression?.sql.contains("strata_") ?? false })
      else { continue }
      let values: [SQL] = columns.map { column in
        let none = dialect.literal(.null, for: column.column.description)
        return "\(column.expression ?? none) AS \(column.column)"
      }
      var filter: SQL = ""
      switch plan.origin.rows(of: member) {
      case .all: break
      case .none: continue
      case .some(let condition): filter = " WHERE \(condition)"
      }
      let rows: SQL =
        "SELECT \(values.joined()) FROM \(name: plan.origin.stored.name) AS t\(filter)"
      let number = try count("(\(rows)) AS r WHERE NOT (\(SQL(check)))")
      guard number > 0 else { continue }
      refuse(
        "\(member.entity.name).\(attribute.name)",
        because: "has a value in \(objects(number)) that fits no case of the models",
        remedy: "keep the case as it was, or give them other values in a custom stage's willMigrate"
      )
    }
  }
}
