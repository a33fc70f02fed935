import StrataSQLite
import StrataSchema
import StrataTables

// Values that were JSON and have columns of their own now, and the other way round.
extension StoreMigration {
  /// Takes a column's values from another form in which the store has the property.
  ///
  /// - Returns: True if it has another form.
  mutating func convert(
    _ column: EntityTable.Column, of member: EntityTable.Member, named name: String,
    _ plan: inout TablePlan
  ) throws -> Bool {
    guard case .attribute(let attribute) = member.entity.properties[column.property] else {
      return false
    }
    let former = formerAttribute(of: attribute, member, plan.origin)
    let place = "\(member.entity.name).\(attribute.name)"
    guard
      let sources = formerColumns(of: attribute, former, named: name, member, plan.origin),
      let index = attribute.columns.firstIndex(of: column.description)
    else {
      refuseOtherColumns(of: attribute, former, column, member, named: name, place, plan.origin)
      return false
    }
    guard let convert = conversion(of: attribute, from: former?.shape, sources.map(\.description))
    else {
      refuse(
        place, because: "is kept otherwise in the store, as JSON or in columns of its own",
        remedy: "let its type be Codable, so that its values can be read")
      return true
    }
    // The first column tells nil from a value, whatever the form.
    let presence: SQL = "t.\(name: sources[0].column)"
    let rows = plan.origin.rows(
      of: member, dialect, where: "\(presence) IS NOT NULL",
      sources.map { ($0.column, $0.description) })
    var expression = work.values.sql(
      .conversion, of: place, column: index, column.description, in: rows, dialect, convert)
    if let value = try missing(column, of: member, presence, place, plan.origin) {
      expression = "CASE WHEN \(presence) IS NULL THEN \(value) ELSE \(expression) END"
    } else {
      expression = "CASE WHEN \(presence) IS NOT NULL THEN \(expression) END"
    }
    if case .some(let condition) = plan.origin.rows(of: member) {
      expression = "CASE WHEN \(condition) THEN \(expression) END"
    }
    var planned = TablePlan.Column(column: column, member: member)
    planned.expression = expression
    plan.needsNewTable = true
    // What has a new column of the same name is used up; all others go.
    let names = Set(attribute.columns.map { $0.name(of: attribute.name) })
    for source in sources {
      if source.column == column.name {
        planned.source = source.column
      } else if !names.contains(source.column) {
        consumed.insert(.column(table: plan.origin.stored.name, column: source.column))
      }
    }
    plan.columns.append(planned)
    return true
  }

  /// Refuses a value that had columns of its own, or one, of which none is a column of it now: it would
  /// count as a new one, and what the store has would be lost.
  private mutating func refuseOtherColumns(
    of attribute: Schema.Attribute, _ former: Schema.Attribute?, _ column: EntityTable.Column,
    _ member: EntityTable.Member, named name: String, _ place: String, _ origin: TableOrigin
  ) {
    guard let former, attribute.shape != nil || former.shape != nil,
      column.description == attribute.columns.first,
      former.columns.contains(where: {
        origin.stored[origin.columnName($0, member, property: name)] != nil
      })
    else { return }
    let isKept = member.columns.contains {
      $0.property == column.property
        && (origin.stored[origin.columnName($0, member, property: name)]
          ?? formerPart(of: $0, member, name, origin)?.column) != nil
    }
    guard !isKept else { return }
    refuse(
      place, because: "is of another type now, which has other columns",
      remedy: "keep it as it is, and let a custom stage fill a new property of another name")
  }

  func formerAttribute(
    of attribute: Schema.Attribute, _ member: EntityTable.Member, _ origin: TableOrigin
  ) -> Schema.Attribute? {
    let former = formerProperty(
      of: .attribute(attribute), in: member.entity, former: origin.formerName(of: member.entity))
    if case .attribute(let found)? = former { return found }
    return nil
  }

  /// The columns in which the store has a value in the other form, the first one first, or nil where it has
  /// it in this form, or not at all.
  private func formerColumns(
    of attribute: Schema.Attribute, _ former: Schema.Attribute?, named name: String,
    _ member: EntityTable.Member, _ origin: TableOrigin
  ) -> [(description: ColumnDescription, column: String)]? {
    func stored(_ column: ColumnDescription) -> (description: ColumnDescription, column: String)? {
      origin.stored[origin.columnName(column, member, property: name)].map { (column, $0.name) }
    }
    let isJSON = attribute.columns.count == 1 && attribute.columns[0].meaning == .json
    if let former, let shape = former.shape,
      isJSON || attribute.shape?.isKeptOtherwise(than: shape) == true
    {
      let columns = former.columns.compactMap(stored)
      guard columns.count == former.columns.count else { return nil }
      return columns.filter { $0.description.part == shape.presence }
        + columns.filter { $0.description.part != shape.presence }
    }
    guard attribute.shape != nil else { return nil }
    if let former {
      guard former.columns.count == 1, former.columns[0].meaning == .json else { return nil }
    } else if attribute.columns.contains(where: { stored($0) != nil }) {
      return nil
    }
    let text = ColumnDescription("", .text)
    guard let column = stored(text), origin.stored[column.column]?.fits(text) == true else {
      return nil
    }
    return [column]
  }

  /// The conversion of old columns to new ones, or nil if the type has none.
  private func conversion(
    of attribute: Schema.Attribute, from shape: CompositeShape?, _ columns: [ColumnDescription]
  ) -> (([ColumnValue]) throws -> [ColumnValue])? {
    guard let shape else {
      return attribute.conversion.columns.map { make in
        { values in
          guard case .text(let json)? = values.first else { return [] }
          return try make(json)
        }
      }
    }
    let isSame = attribute.conversion.isSame
    if let own = attribute.shape {
      return attribute.conversion.columns.map { make in
        { values in
          let document = try CompositeDocument(shape, columns, values)
          let made = try make(document.text)
          try document.checkKept(
            in: try CompositeDocument(own, attribute.columns, made).text, isSame)
          return made
        }
      }
    }
    return attribute.conversion.json.map { rewrite in
      { values in
        let document = try CompositeDocument(shape, columns, values)
        let text = try rewrite(document.text)
        try document.checkKept(in: text, isSame)
        return [.text(text)]
      }
    }
  }

  /// The value for rows that had nil: nil too, or the default of a property that may not be nil any
  /// longer.
  private mutating func missing(
    _ column: EntityTable.Column, of member: EntityTable.Member, _ presence: SQL,
    _ place: String, _ origin: TableOrigin
  ) throws -> SQL? {
    guard case .attribute(let attribute) = member.entity.properties[column.property],
      !attribute.isOptional
    else { return nil }
    if let (value, _) = defaultSQL(of: column, member, in: origin) { return value }
    let number = try count(origin, of: member, where: "\(presence) IS NULL")
    guard number > 0 else { return nil }
    refuse(
      place, because: "may not be nil any longer, but is so in \(objects(number))",
      remedy: "give it a default, or fill it in a custom stage's willMigrate")
    return nil
  }
}

extension CompositeShape {
  /// Returns true if a member of the same name has columns of its own here and one column there.
  fileprivate func isKeptOtherwise(than other: CompositeShape) -> Bool {
    switch (self, other) {
    case (.structure(_, let members), .structure(_, let others)):
      return Self.areKeptOtherwise(members, others)
    case (.enumeration(_, let cases), .enumeration(_, let others)):
      return cases.contains { one in
        guard let other = others.first(where: { $0.name == one.name }) else { return false }
        return Self.areKeptOtherwise(one.values, other.values)
      }
    // A struct that has become an enum, or the other way round.
    default: return true
    }
  }

  private static func areKeptOtherwise(_ members: [Member], _ others: [Member]) -> Bool {
    members.contains { member in
      guard let other = others.first(where: { $0.name == member.name }) else { return false }
      guard let shape = member.shape, let former = other.shape else {
        return (member.shape == nil) != (other.shape == nil)
      }
      return shape.isKeptOtherwise(than: former)
    }
  }
}
