import StrataModel
import StrataSchema
import StrataStorage

// Writing one new object, or resolving its conflict.
extension UniqueResolver {
  /// Writes a new object's row, or resolves its conflict with an existing row.
  func write(inserted model: any PersistentModel) throws {
    let statements = statements(model._$state.entity)
    let plan = statements.plan
    let key = model._$state.key
    var values = try graph.values(of: model, nil)
    if plan.hasDestinations { values = try replaceLinks(in: values, of: model, plan) }
    if statements.expectsMatch {
      let found = try statements.matches(key, values, keepsValues: keepsValues(plan))
      guard found.isEmpty else { return try resolve(model, statements, values, found) }
      statements.recordMiss()
    }
    do {
      try graph.describing(model) { _ in try statements.insert(key: key, values) }
      transaction.log.record(.insert, plan.table, key: key)
    } catch is UniqueViolation {
      let found = try statements.matches(key, values, keepsValues: keepsValues(plan))
      try resolve(model, statements, values, found)
    }
  }

  /// Asks a server at once for the rows with which the next new objects of the first one's class conflict.
  func lookAhead(_ models: ArraySlice<any PersistentModel>) throws {
    guard let entity = models.first?._$state.entity else { return }
    let statements = statements(entity)
    let plan = statements.plan
    let next = models.prefix(UniqueStatements.aheadCount).prefix { $0._$state.entity == entity }
    let objects = try next.map { model in
      var values = try graph.values(of: model, nil)
      if plan.hasDestinations { values = try replaceLinks(in: values, of: model, plan) }
      return (model._$state.key, values)
    }
    try statements.lookAhead(objects, keepsValues: keepsValues(plan))
  }

  // If the entity has relationships, the save may still change the row, and the values would be
  // stale.
  private func keepsValues(_ plan: UniquePlan) -> Bool {
    policy == .upsert && plan.isAlone && plan.hasTentative
  }

  /// Replaces links to new objects that weren't written by links to the existing rows.
  private func replaceLinks(
    in values: [ColumnValue], of model: any PersistentModel, _ plan: UniquePlan
  ) throws -> [ColumnValue] {
    var values = values
    for (column, destination) in plan.destinations.enumerated() {
      guard let destination, case .integer(let target) = values[column],
        let replacement = replacement(destination, target)
      else { continue }
      // Under `ignore` the existing row must not get another end of a one-to-one relationship.
      guard policy == .ignore, plan.isOneToOne[column] else {
        values[column] = .integer(replacement)
        continue
      }
      let property = plan.columns[column].property
      guard
        graph.entities[model._$state.entity].entity.relationships[property]?.isOptional
          ?? true
      else {
        throw StackError.missingValue(
          object: model.persistentModelID, property: plan.table.entity.properties[property].name)
      }
      values[column] = .null
    }
    return values
  }

  private func resolve(
    _ model: any PersistentModel, _ statements: UniqueStatements, _ values: [ColumnValue],
    _ found: [UniqueMatch]
  ) throws {
    let plan = statements.plan
    let key = model._$state.key
    var found = found
    var set = plan.setProperties(of: model, values)
    if found.count > 1, policy == .upsert, found.contains(where: { $0.row != found[0].row }) {
      // Values that weren't set are never written, so they can't conflict.
      let real = found.filter { plan.groups[$0.group].properties.contains(where: set.contains) }
      if !real.isEmpty { found = real }
    }
    // An object can't become one of another class, and links to it may not permit that class.
    guard let first = found.first, policy != .error, !model._$state.flags.contains(.standsAlone),
      !plan.table.isShared || first.row.entity == plan.name,
      // A write of a scoped context doesn't reach others' rows.
      try graph.isInScope(plan.entity, first.row.key, transaction)
    else { throw try refusal(plan.entity, key, values) }
    statements.recordMatch()
    let existing = first.row.key
    var changed = PropertySet()
    var row: Duplicate.Row?
    if policy == .upsert {
      guard found.count == 1 || found.allSatisfy({ $0.row == first.row }) else {
        throw StackError.conflictsWithSeveral(
          found.map { plan.conflict($0.group, key, $0.row, plan.values(of: $0.group, values)) })
      }
      let contents = try statements.contents(
        of: first, values, keepsValues: keepsValues(plan))
      changed = contents.differing
      changed.formIntersection(set)
      if !changed.isEmpty, changed.isSubset(of: plan.stamped) {
        // An upsert that changes only what each save sets doesn't write the row.
        set.subtract(changed)
        changed = PropertySet()
      }
      try update(existing, statements, from: model, values, changed)
      if plan.isAlone, graph.object(plan.entity, existing) == nil {
        if let stored = contents.values {
          row = .values(Self.merged(changed, values, into: stored, plan))
        } else if !plan.hasTentative {
          row = .same
        }
      }
      if row == nil, !changed.isEmpty {
        touched[plan.entity, default: [:]][existing, default: PropertySet()].formUnion(changed)
      }
    }
    duplicates.append(
      Duplicate(
        model: model, properties: policy == .upsert ? set : PropertySet(),
        conflict: ResolvedConflict(plan, key, first, values), hasChanged: !changed.isEmpty,
        row: row))
  }

  /// Updates the existing row with the new object's values for the properties in `changed`.
  private func update(
    _ existing: Int64, _ statements: UniqueStatements, from model: any PersistentModel,
    _ values: [ColumnValue], _ changed: PropertySet
  ) throws {
    guard !changed.isEmpty else { return }
    let plan = statements.plan
    var values = values
    for column in plan.table.columns.count..<plan.columns.count
    where changed.contains(plan.columns[column].property) && values[column].isNull {
      // The row is older than its new position. The new object's key puts it in order of insertion.
      values[column] = .integer(model._$state.key)
    }
    do {
      try graph.describing(model) { _ in
        try statements.update(key: existing, changed, values)
      }
    } catch is UniqueViolation {
      guard let row = try transaction.row(plan.table, key: existing) else { return }
      throw try refusal(plan.entity, existing, Self.merged(changed, values, into: row, plan))
    }
    recordUpdate(plan.entity, existing, changed)
  }

  /// A copy of a row's values in which an object's values replace those of some properties.
  private static func merged(
    _ properties: PropertySet, _ values: [ColumnValue], into row: [ColumnValue], _ plan: UniquePlan
  ) -> [ColumnValue] {
    guard !properties.isEmpty else { return row }
    var result = row
    for column in plan.columns.indices where properties.contains(plan.columns[column].property) {
      result[column] = values[column]
    }
    return result
  }
}
