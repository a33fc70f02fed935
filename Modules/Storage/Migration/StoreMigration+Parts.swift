import StrataSQLite
import StrataSchema

// Members of composite values that have come, or are called otherwise.
extension StoreMigration {
  /// The column of a part under a name that it had before; nil where there is none, or another part is
  /// called so now.
  func formerPart(
    of column: EntityTable.Column, _ member: EntityTable.Member, _ name: String,
    _ origin: TableOrigin
  ) -> StoredTable.Column? {
    guard case .attribute(let attribute) = member.entity.properties[column.property] else {
      return nil
    }
    let taken = Set(attribute.columns.map(\.part))
    for part in column.description.formerParts ?? [] where !taken.contains(part) {
      let former = ColumnDescription(part, column.description.storageClass)
      if let found = origin.stored[origin.columnName(former, member, property: name)] {
        return found
      }
    }
    return nil
  }

  /// A part that the store lacks of a value that it has: the member's own default, where there is one, in
  /// all values that are there.
  ///
  /// - Returns: Whether the store has the value.
  mutating func addPart(
    _ planned: inout TablePlan.Column, _ place: String, _ property: Schema.Property,
    _ plan: inout TablePlan
  ) throws -> Bool {
    guard case .attribute(let attribute) = property, let shape = attribute.shape else {
      return false
    }
    let origin = plan.origin
    let name = storedName(
      of: property, in: planned.member.entity,
      former: origin.formerName(of: planned.member.entity))
    let member = planned.member
    let index = planned.column.property
    let stored = member.columns.filter { $0.property == index }.compactMap {
      origin.stored[origin.columnName($0, member, property: name)]
        ?? formerPart(of: $0, member, name, origin)
    }
    guard !stored.isEmpty else { return false }
    let present =
      formerPresence(of: attribute, member, origin)
      ?? "(" + stored.map { "t.\(quoted($0.name)) IS NOT NULL" }.joined(separator: " OR ") + ")"
    let part = planned.column.description.part
    let value =
      CompositeLayout.isMarker(part, of: shape) ? "1" : partDefaultSQL(of: part, attribute, place)
    if let value {
      work.defaulted.insert(place)
      plan.needsNewTable = true
      var condition = present
      if case .some(let rows) = origin.rows(of: member) { condition = "\(rows) AND \(present)" }
      planned.expression = "CASE WHEN \(condition) THEN \(value) END"
      return true
    }
    guard shape.requires(part) else { return true }
    let number = try count(origin, of: member, where: present)
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

  /// What says that a row has a value, as the store had it: another part may say so now.
  private func formerPresence(
    of attribute: Schema.Attribute, _ member: EntityTable.Member, _ origin: TableOrigin
  ) -> String? {
    guard let former = formerAttribute(of: attribute, member, origin), let shape = former.shape,
      let column = former.columns.first(where: { $0.part == shape.presence }),
      let found = origin.stored[origin.columnName(column, member, property: former.name)]
    else { return nil }
    return "t.\(quoted(found.name)) IS NOT NULL"
  }

  /// A part that may not be nil any longer in a value that is there gets its default where it is, or is
  /// refused.
  mutating func requirePart(
    _ planned: inout TablePlan.Column, of property: Schema.Property, _ subject: String,
    in plan: inout TablePlan
  ) throws {
    let part = planned.column.description.part
    guard case .attribute(let attribute) = property, let shape = attribute.shape,
      shape.requires(part), let source = planned.expression,
      let present = formerPresence(of: attribute, planned.member, plan.origin)
    else { return }
    let number = try count(
      plan.origin, of: planned.member, where: "\(present) AND \(source) IS NULL")
    guard number > 0 else { return }
    guard let value = partDefaultSQL(of: part, attribute, subject) else {
      return refuse(
        "\(subject).\(part)", because: "may not be nil any longer, but is so in \(objects(number))",
        remedy: "give it a default, or fill it in a custom stage's willMigrate")
    }
    work.defaulted.insert(subject)
    plan.needsNewTable = true
    planned.expression =
      "CASE WHEN \(present) THEN coalesce(\(source), \(value)) ELSE \(source) END"
  }

  private func partDefaultSQL(
    of part: String, _ attribute: Schema.Attribute, _ place: String
  ) -> String? {
    guard let value = attribute.conversion.defaults[part] else { return nil }
    if value.isConstant {
      guard let columns = try? value.columns(), columns.indices.contains(value.index) else {
        // What can't be stored is told when an object with it is saved.
        return nil
      }
      return columns[value.index].isNull ? nil : columns[value.index].literal
    }
    let number = work.defaults.number(
      of: value.member, in: place, value.columns)
    return "\(RowDefaults.function)(\(number), \(value.index), t.\(EntityTable.key))"
  }
}

extension StoreMigration {
  /// Refuses rows whose values fit no case of an enum any longer, or lack what a case carries now.
  mutating func checkCases(of member: EntityTable.Member, in plan: TablePlan) throws {
    for (index, property) in member.entity.properties.enumerated().dropFirst(member.inheritedCount)
    {
      guard case .attribute(let attribute) = property, case .enumeration? = attribute.shape,
        let rule = plan.table.checkSQL(of: index, of: member), !plan.origin.stored.says(rule),
        let check = attribute.check
      else { continue }
      let columns = plan.columns.filter {
        $0.member.entity === member.entity && $0.column.property == index
      }
      // What is made anew of each row makes a value, and what has no column had none.
      guard columns.contains(where: { $0.source != nil }),
        !columns.contains(where: { $0.expression?.contains("strata_") ?? false })
      else { continue }
      let values = columns.map { "\($0.expression ?? "NULL") AS \(quoted($0.column.name))" }
      var filter = ""
      switch plan.origin.rows(of: member) {
      case .all: break
      case .none: continue
      case .some(let condition): filter = " WHERE " + condition
      }
      let rows =
        "(SELECT \(values.joined(separator: ", ")) FROM \(quoted(plan.origin.stored.name)) AS t\(filter))"
      let number = try count("\(rows) WHERE NOT (\(check))")
      guard number > 0 else { continue }
      refuse(
        "\(member.entity.name).\(attribute.name)",
        because: "has a value in \(objects(number)) that fits no case of the models",
        remedy: "keep the case as it was, or give them other values in a custom stage's willMigrate"
      )
    }
  }
}

extension CompositeShape {
  /// Whether a part may not be nil in a value that is there. What the cases of an enum carry is for its
  /// rule to say.
  fileprivate func requires(_ part: String) -> Bool {
    guard case .structure(let presence, let members) = self else { return part == self.presence }
    if part == presence { return true }
    for member in members where !member.isOptional {
      if member.part == part { return true }
      guard let shape = member.shape, part.hasPrefix(member.part + "_") else { continue }
      return shape.requires(String(part.dropFirst(member.part.count + 1)))
    }
    return false
  }
}
