import StrataSQLite
import StrataSchema
import StrataTables

extension StoreMigration {
  /// Works out where each column of a table comes from.
  mutating func plan(_ table: EntityTable, from origin: TableOrigin) throws -> TablePlan {
    var plan = TablePlan(table: table, origin: origin)
    plan.needsNewTable = origin.moved != nil
    for (column, member) in table.allColumns {
      let property = member.entity.properties[column.property]
      let former = origin.formerName(of: member.entity)
      let name = storedName(of: property, in: member.entity, former: former)
      let source = origin.columnName(column, member, property: name)
      if try convert(column, of: member, named: name, &plan) {
        continue
      } else if let found = origin.stored[source]
        ?? recordedColumn(column, of: property, named: name, former, origin)
        ?? formerPart(of: column, member, name, origin)?.column
      {
        try take(found, for: column, of: member, in: &plan)
      } else {
        try add(column, of: member, to: &plan)
      }
    }
    if hasOtherRules(table, than: origin.stored) { plan.needsNewTable = true }
    for member in table.members { try checkCases(of: member, in: plan) }
    return plan
  }

  /// The column that the record names, where the class's name isn't part of it, as of a class that came below another one
  /// when such columns kept their names.
  private func recordedColumn(
    _ column: EntityTable.Column, of property: Schema.Property, named name: String,
    _ former: String, _ origin: TableOrigin
  ) -> StoredTable.Column? {
    guard case .attribute = property,
      case .attribute(let before)? = old?.entitiesByName[former]?.ownProperties.first(where: {
        $0.name == name
      }), let part = before.columns.first(where: { $0.part == column.description.part })
    else { return nil }
    return origin.stored[part.name(of: name)]
  }

  /// A column of the store becomes one of the table.
  private mutating func take(
    _ found: StoredTable.Column, for column: EntityTable.Column, of member: EntityTable.Member,
    in plan: inout TablePlan
  ) throws {
    var planned = TablePlan.Column(column: column, member: member, source: found.name)
    planned.expression = "t.\(name: found.name)"
    let property = member.entity.properties[column.property]
    let subject = "\(member.entity.name).\(property.name)"
    let former = formerProperty(
      of: property, in: member.entity, former: plan.origin.formerName(of: member.entity))
    if let change = typeChange(from: found, to: column, former: former) {
      refuse(
        subject, because: change,
        remedy: "keep it as it is, and let a custom stage fill a new property of another name")
    }
    // A server's reference that somebody has dropped is added again.
    if found.references != column.references,
      dialect == .sqlite || found.references != nil || column.references == nil
    {
      if !isLinkMoved(found.references, to: column.references) {
        refuse(
          subject,
          because: "led to \(found.references ?? "nothing") in the store, and now to "
            + (column.references ?? "nothing"),
          remedy: "give the new property another name, and fill it in a custom stage")
      }
      plan.needsNewTable = true
    }
    let present = try requirePart(&planned, of: property, subject, in: &plan)
    if isRequired(column, of: property), !found.isRequired, mayBeNil(former) {
      try require(&planned, of: found, unless: present, subject: subject, in: plan.origin)
    }
    // A program that opens the store takes no rule away.
    let isRelaxed = drops && found.isRequired && !member.requires(column)
    if found.name != column.name || isRelaxed || member.requires(column) && !found.isRequired {
      plan.needsNewTable = true
    }
    plan.columns.append(planned)
  }

  private func isRequired(_ column: EntityTable.Column, of property: Schema.Property) -> Bool {
    switch property {
    case .attribute: !column.description.isOptional
    // Its position may always be missing.
    case .relationship(let one): one.isToOne && !one.isOptional && column.name == one.columnName
    }
  }

  // A link of the store may lead nowhere whatever the models say, so that only a change is looked at.
  private func mayBeNil(_ former: Schema.Property?) -> Bool {
    guard case .relationship(let one)? = former else { return true }
    return one.isOptional
  }

  // What may not be nil any longer gets its default where it is, but for the parts of values that are
  // there.
  private mutating func require(
    _ planned: inout TablePlan.Column, of found: StoredTable.Column, unless present: SQL?,
    subject: String, in origin: TableOrigin
  ) throws {
    guard let source = planned.expression else { return }
    if let (value, _) = defaultSQL(of: planned.column, planned.member, in: origin) {
      let filled: SQL = "coalesce(\(source), \(value))"
      switch origin.rows(of: planned.member) {
      case .all: planned.expression = filled
      case .none: break
      case .some(let condition):
        planned.expression = "CASE WHEN \(condition) THEN \(filled) ELSE \(source) END"
      }
      return
    }
    let isMissing: SQL = present.map { " AND NOT (\($0))" } ?? ""
    let missing: SQL = "t.\(name: found.name) IS NULL\(isMissing)"
    let number = try count(origin, of: planned.member, where: missing)
    guard number > 0 else { return }
    refuse(
      subject, because: "may not be nil any longer, but is so in \(objects(number))",
      remedy: "give it a default, or fill it in a custom stage's willMigrate")
  }

  func count(
    _ origin: TableOrigin, of member: EntityTable.Member, where condition: SQL? = nil
  ) throws -> Int64 {
    var conditions = condition.map { [$0] } ?? []
    switch origin.rows(of: member) {
    case .all: break
    case .none: return 0
    case .some(let rows): conditions.append(rows)
    }
    let filter: SQL = conditions.isEmpty ? "" : " WHERE \(conditions.joined(" AND "))"
    return try count("\(name: origin.stored.name) AS t\(filter)")
  }

  // Tables say how a value is kept; what it means stands in the record alone.
  private func typeChange(
    from found: StoredTable.Column, to column: EntityTable.Column, former: Schema.Property?
  ) -> String? {
    guard found.type == column.description.storageClass.rawValue else {
      return "is \(found.type) in the store and \(column.description.storageClass.rawValue) in the "
        + "models"
    }
    if case .attribute(let attribute)? = former,
      let before = attribute.columns.first(where: { $0.part == column.description.part }),
      !before.means(column.description)
    {
      return "is \(before.meaningInWords) in the store and \(column.description.meaningInWords) in "
        + "the models"
    }
    guard !found.fits(column.description) else { return nil }
    return "is \(found.serverType ?? found.type) on the server and "
      + "\(dialect.plainType(column.description).sql) in the models"
  }

  private func isLinkMoved(_ former: String?, to table: String?) -> Bool {
    guard let former, let table else { return false }
    return stored[table] == nil && new.entitiesByName[former]?.root.name == table
  }

  /// The value of a new column in rows `t` that are there, or nil if there is none.
  func defaultSQL(
    of column: EntityTable.Column, _ member: EntityTable.Member, in origin: TableOrigin
  ) -> (sql: SQL, isConstant: Bool)? {
    guard case .attribute(let attribute) = member.entity.properties[column.property],
      let index = attribute.columns.firstIndex(of: column.description)
    else { return nil }
    if let evaluate = attribute.evaluation.columns {
      let value = work.values.sql(
        .initial, of: "\(member.entity.name).\(attribute.name)", column: index, column.description,
        in: origin.rows(of: member, dialect), dialect
      ) { _ in try evaluate() }
      return (value, false)
    }
    guard let columns = attribute.defaultColumns, columns.count > index, !columns[index].isNull
    else {
      return nil
    }
    return (dialect.literal(columns[index], for: column.description), true)
  }

  // A rule of the models that the table lacks, or one of a property that has none any longer.
  private func hasOtherRules(_ table: EntityTable, than stored: StoredTable) -> Bool {
    // Nobody knows which classes' rules stand there.
    if table.isShared, old == nil { return false }
    guard stored.sql != table.creation().sql else { return false }
    return table.members.contains { member in
      member.ownProperties.contains { index in
        let name = table.checkName(member.entity.properties[index].name, of: member)
        // What the table has no column of comes with its rule.
        let columns = member.columns.filter { $0.property == index }
        guard columns.contains(where: { stored[$0.name] != nil }) else { return false }
        if let rule = table.check(of: index, of: member) { return !stored.says(rule) }
        return drops && stored.says("CONSTRAINT \(name: name) CHECK")
      }
    }
  }
}

extension ColumnDescription {
  /// Returns true if values that were written as this column can be read as another.
  fileprivate func means(_ other: ColumnDescription) -> Bool {
    meaning == other.meaning || (isPlain && other.isPlain)
  }

  // Raw values of enums are what they look like.
  private var isPlain: Bool {
    switch meaning {
    case nil, .oneOf, .rawValue: true
    default: false
    }
  }

  fileprivate var meaningInWords: String {
    isPlain ? storageClass.rawValue : meaning?.comment ?? ""
  }
}
