import StrataModel
import StrataSchema
import StrataStorage

/// Writes a save in which unique values meet, row by row: values are taken before they are given
/// anew, and a new object that conflicts with a row is dealt with by the context's policy.
///
/// Nothing in memory is changed here, so that a save that fails leaves all as it was.
/// ``ObjectGraph/unify(_:)`` does the rest after the commit.
final class UniqueResolver {
  let graph: ObjectGraph
  let policy: UniqueConflictPolicy
  let transaction: StoreTransaction
  /// New objects that were not written, since another row has their unique values.
  var duplicates: [Duplicate] = []
  /// The keys of those objects, with the keys of the rows that stand for them, by the root of their
  /// hierarchy.
  private var standIns: [[Int64: Int64]]
  /// By entity: what was changed of rows that the program has not changed itself.
  var touched: [Int: [Int64: PropertySet]] = [:]
  private var plans: [UniquePlan?]
  private var updates: [ObjectGraph.ObjectKey: PropertySet] = [:]
  private var updateOrder: [ObjectGraph.ObjectKey] = []
  private var insertedHere: Set<ObjectGraph.ObjectKey> = []

  struct Duplicate {
    let model: any PersistentModel
    let entity: Int
    let key: Int64
    let existing: Int64
    /// The properties that were set; all that the row was given are among them.
    let properties: PropertySet
    let conflict: UniqueConflict
  }

  init(_ graph: ObjectGraph, _ policy: UniqueConflictPolicy, _ transaction: StoreTransaction) {
    self.graph = graph
    self.policy = policy
    self.transaction = transaction
    standIns = graph.entities.map { _ in [:] }
    plans = graph.entities.map { _ in nil }
  }

  /// Writes everything.
  func write() throws {
    for model in graph.deleted { try graph.write(deleted: model, transaction) }
    try writeChanged()
    for model in inDependencyOrder(graph.inserted) { try write(inserted: model) }
    try relink()
    try partRivals()
    try writeLinks()
    for key in updateOrder where !insertedHere.contains(key) {
      transaction.log.note(
        .update, graph.entities[key.entity].table, key: key.key,
        properties: updates[key] ?? PropertySet())
    }
  }

  func plan(_ entity: Int) -> UniquePlan {
    if let plan = plans[entity] { return plan }
    let plan = UniquePlan(graph.entities[entity], in: graph)
    plans[entity] = plan
    return plan
  }

  func identifier(_ row: RowReference) -> PersistentIdentifier {
    PersistentIdentifier(store: graph.store.identifier, entity: row.entity, key: row.key)
  }

  /// The key of the row that stands for an object; nil for one that has a row of its own.
  package func standIn(_ entity: Int, _ key: Int64) -> Int64? {
    standIns[graph.entities[entity].root][key]
  }

  func noteUpdate(_ entity: Int, _ key: Int64, _ properties: PropertySet) {
    let object = ObjectGraph.ObjectKey(entity: entity, key: key)
    if updates[object] == nil { updateOrder.append(object) }
    updates[object, default: PropertySet()].formUnion(properties)
  }

  // MARK: Changed objects

  /// Rows whose unique values change are taken out before any of them goes back, so that they can
  /// pass values on to each other.
  private func writeChanged() throws {
    var parked: [(model: any PersistentModel, row: [ColumnValue], properties: PropertySet)] = []
    for model in graph.changed where !model._$state.flags.contains(.deleted) {
      let entity = Int(model._$state.entity)
      let plan = plan(entity)
      let properties = graph.writtenProperties(of: model)
      guard !properties.isEmpty else { continue }
      if plan.properties.indices.contains(where: { properties.contains($0) }) {
        guard let row = try transaction.row(plan.table, key: model._$state.key) else {
          throw StackError.deletedElsewhere(object: model.persistentModelID)
        }
        try transaction.delete(plan.table, key: model._$state.key)
        parked.append((model, row, properties))
      } else {
        try graph.update(model, properties, transaction)
      }
      noteUpdate(entity, model._$state.key, properties)
    }
    for (model, row, properties) in parked { try putBack(model, row, properties) }
  }

  private func putBack(
    _ model: any PersistentModel, _ row: [ColumnValue], _ properties: PropertySet
  ) throws {
    let entity = Int(model._$state.entity)
    let plan = plan(entity)
    var values = row
    let new = try graph.values(of: model, properties)
    let written = plan.columns.indices.filter { properties.contains(plan.columns[$0].property) }
    for (column, value) in zip(written, new) {
      // A position for which NULL is bound stays as it is.
      if column >= plan.table.columns.count, value.isNull { continue }
      values[column] = value
    }
    do {
      try graph.describing(model) { _ in
        try transaction.insert(plan.table, key: model._$state.key, values: values)
      }
    } catch is UniqueViolation {
      throw try refusal(entity, model._$state.key, values)
    }
  }

  // MARK: New objects

  /// Objects that others' unique values lead to come before those. O(number of objects).
  private func inDependencyOrder(_ models: [any PersistentModel]) -> [any PersistentModel] {
    guard models.contains(where: { !plan(Int($0._$state.entity)).relationships.isEmpty }) else {
      return models
    }
    var result: [any PersistentModel] = []
    var seen: Set<ObjectIdentifier> = []
    var placed: Set<ObjectIdentifier> = []
    for model in models {
      var open: [any PersistentModel] = [model]
      while let next = open.last {
        let isFirst = seen.insert(ObjectIdentifier(next)).inserted
        let waiting =
          isFirst ? targets(of: next).filter { !seen.contains(ObjectIdentifier($0)) } : []
        open += waiting
        guard waiting.isEmpty else { continue }
        open.removeLast()
        if placed.insert(ObjectIdentifier(next)).inserted { result.append(next) }
      }
    }
    return result
  }

  private func targets(of model: any PersistentModel) -> [any PersistentModel] {
    plan(Int(model._$state.entity)).relationships.compactMap { relationship in
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      return read.first.flatMap { $0._$state.flags.contains(.inserted) ? $0 : nil }
    }
  }

  private func write(inserted model: any PersistentModel) throws {
    let entity = Int(model._$state.entity)
    let plan = plan(entity)
    let key = model._$state.key
    let values = try replaceLinks(in: try graph.values(of: model, nil), of: model, plan)
    do {
      try graph.describing(model) { _ in
        try transaction.insert(plan.table, key: key, values: values)
      }
      insertedHere.insert(.init(entity: entity, key: key))
      transaction.log.note(.insert, plan.table, key: key)
    } catch is UniqueViolation {
      try settle(model, entity, values)
    }
  }

  /// Links lead to the rows that stand for others.
  private func replaceLinks(
    in values: [ColumnValue], of model: any PersistentModel, _ plan: UniquePlan
  ) throws -> [ColumnValue] {
    var values = values
    for (column, destination) in plan.destinations.enumerated() where destination >= 0 {
      guard case .integer(let target) = values[column],
        let standIn = standIn(destination, target)
      else { continue }
      // A row that stays as it is takes no other end of a one-to-one relationship.
      guard policy == .ignore, plan.isOneToOne[column] else {
        values[column] = .integer(standIn)
        continue
      }
      let property = plan.columns[column].property
      guard
        graph.entities[Int(model._$state.entity)].entity.relationships[property]?.isOptional
          ?? true
      else {
        throw StackError.missingValue(
          object: model.persistentModelID, property: plan.table.entity.properties[property].name)
      }
      values[column] = .null
    }
    return values
  }

  private func settle(_ model: any PersistentModel, _ entity: Int, _ values: [ColumnValue]) throws {
    let plan = plan(entity)
    let key = model._$state.key
    var conflicts = try conflicts(entity, key, values)
    let set = plan.setProperties(of: model, values)
    if policy == .upsert, Set(conflicts.map(\.conflict.existing)).count > 1 {
      // A value that nobody has set isn't taken, and meets nobody.
      let real = conflicts.filter { $0.group.properties.contains(where: set.contains) }
      if !real.isEmpty { conflicts = real }
    }
    // An object can't turn into one of another class, and links may not lead to that.
    guard let first = conflicts.first, policy != .error,
      first.conflict.existing.entityName == graph.entities[entity].name
    else { throw try refusal(entity, key, values) }
    var properties = PropertySet()
    if policy == .upsert {
      guard conflicts.allSatisfy({ $0.conflict.existing == first.conflict.existing }) else {
        throw StackError.conflictsWithSeveral(conflicts.map(\.conflict))
      }
      properties = set
      try update(first.conflict.existing.key, entity, from: model, values, set)
    }
    standIns[graph.entities[entity].root][key] = first.conflict.existing.key
    duplicates.append(
      Duplicate(
        model: model, entity: entity, key: key, existing: first.conflict.existing.key,
        properties: properties, conflict: first.conflict))
  }

  /// Gives a row what was set in a new object and differs.
  private func update(
    _ existing: Int64, _ entity: Int, from model: any PersistentModel, _ values: [ColumnValue],
    _ set: PropertySet
  ) throws {
    let plan = plan(entity)
    guard let row = try transaction.row(plan.table, key: existing) else { return }
    var changed = PropertySet()
    for (column, description) in plan.table.columns.enumerated()
    where set.contains(description.property) && !values[column].isIdentical(to: row[column]) {
      changed.insert(description.property)
    }
    guard !changed.isEmpty else { return }
    var result = row
    var assignments: [(column: Int, value: ColumnValue)] = []
    for (column, description) in plan.columns.enumerated()
    where changed.contains(description.property) {
      // The row is older than its new place among others: the object's own key says when it came.
      let isPosition = column >= plan.table.columns.count
      result[column] =
        isPosition && values[column].isNull ? .integer(model._$state.key) : values[column]
      assignments.append((column, result[column]))
    }
    do {
      try graph.describing(model) { _ in
        try transaction.update(plan.table, key: existing, assignments)
      }
    } catch is UniqueViolation {
      throw try refusal(entity, existing, result)
    }
    noteUpdate(entity, existing, changed)
    touched[entity, default: [:]][existing, default: PropertySet()].formUnion(changed)
  }
}
