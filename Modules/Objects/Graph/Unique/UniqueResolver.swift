import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// Writes the rows of a save in which unique values conflict.
///
/// It removes all rows whose unique values change before it inserts them again, so that they can
/// swap values. It resolves a new object's conflict with a row by the context's
/// ``UniqueConflictPolicy``. It changes nothing in memory, so that a failed save leaves all objects
/// as they were. ``ObjectGraph/unify(_:_:)`` updates the objects after the commit.
final class UniqueResolver {
  let save: Save
  let graph: ObjectGraph
  let policy: UniqueConflictPolicy
  let transaction: StoreTransaction
  // Each access to a property marked as unchecked is a statement that calls no other code. So two
  // can't overlap, and checking each would cost a tenth of an upsert.
  /// New objects that weren't written, since another row has their unique values.
  @exclusivity(unchecked) var duplicates: [Duplicate] = []
  /// The keys of the existing rows by the keys of the objects that they replace, for each root
  /// entity.
  ///
  /// It covers the first `standInCount` duplicates. ``replacement(_:_:)`` adds the others on demand.
  private var replacements: [[Int64: Int64]]
  @exclusivity(unchecked) private var standInCount = 0
  /// The changed properties of rows that the program hasn't changed itself, by entity and key.
  ///
  /// Rows whose values are known (``Duplicate/row``) aren't included.
  var touched: [EntityIndex: [Int64: PropertySet]] = [:]
  @exclusivity(unchecked) private var statements: [UniqueStatements?]
  @exclusivity(unchecked) private(set) var updates: [Update] = []

  struct Update {
    let object: ObjectGraph.ObjectKey
    var properties: PropertySet
  }

  struct Duplicate {
    let model: any PersistentModel
    /// The properties that were set in the object, a superset of those that were written to the
    /// row.
    let properties: PropertySet
    let conflict: ResolvedConflict
    /// True if the row was updated.
    let hasChanged: Bool
    /// The row's current values, nil if they have to be read after the save.
    let row: Row?

    var entity: EntityIndex { conflict.plan.entity }
    var key: Int64 { conflict.key }
    var existing: Int64 { conflict.existing }

    /// The values of a row that nothing else in the save can change.
    enum Row {
      /// The same values as the object.
      case same
      case values([ColumnValue])
    }
  }

  init(_ save: Save, _ policy: UniqueConflictPolicy) {
    self.save = save
    graph = save.graph
    self.policy = policy
    transaction = save.transaction
    replacements = graph.entities.map { _ in [:] }
    statements = graph.entities.map { _ in nil }
  }

  /// Writes all pending changes, from the beginning of the transaction.
  func write() throws {
    for model in graph.pending.deleted { try save.write(deleted: model) }
    try writeChanged()
    try finish(inDependencyOrder(graph.pending.inserted)[...])
  }

  /// True if new objects can be written in order of insertion.
  var keepsOrder: Bool { !hasUniqueLinks(graph.pending.inserted) }

  /// Continues a save that SQLite refused, with the new object at `index` and those behind it.
  func goOn(from index: Int) throws {
    for model in graph.pending.changed where !model._$state.flags.contains(.deleted) {
      let properties = graph.writtenProperties(of: model)
      if !properties.isEmpty {
        recordUpdate(model._$state.entity, model._$state.key, properties)
      }
    }
    // `finish` records them once, together with the upserts of the same rows. Otherwise the history
    // would have two updates of a row.
    transaction.log.forget(.update)
    if graph.pending.inserted.indices.contains(index) {
      statements(graph.pending.inserted[index]._$state.entity).recordMatch()
    }
    try finish(graph.pending.inserted[index...])
  }

  private func finish(_ inserted: ArraySlice<any PersistentModel>) throws {
    for (index, model) in zip(inserted.indices, inserted) {
      if statements(model._$state.entity).wantsAhead { try lookAhead(inserted[index...]) }
      try write(inserted: model)
    }
    try checkKeys()
    try relink()
    try unlinkRivals()
    try writeLinks()
    for update in mergedUpdates() where !isNew(update.object) {
      transaction.log.record(
        .update, graph.entities[update.object.entity].table, key: update.object.key,
        properties: update.properties)
    }
  }

  /// The updates with each row once, in order of the first update of each.
  private func mergedUpdates() -> [Update] {
    // Mostly the rows are in ascending order of keys, each once, and there is nothing to merge.
    let isMerged = zip(updates, updates.dropFirst()).allSatisfy { first, second in
      first.object.entity == second.object.entity && first.object.key < second.object.key
    }
    guard !isMerged else { return updates }
    var result: [Update] = []
    var indices: [ObjectGraph.ObjectKey: Int] = [:]
    for update in updates {
      if let index = indices[update.object] {
        result[index].properties.formUnion(update.properties)
      } else {
        indices[update.object] = result.count
        result.append(update)
      }
    }
    return result
  }

  /// True if this save inserted the object's row.
  private func isNew(_ object: ObjectGraph.ObjectKey) -> Bool {
    guard let model = graph.object(object.entity, object.key) as? any PersistentModel else {
      return false
    }
    return model._$state.flags.contains(.inserted) && replacement(object.entity, object.key) == nil
  }

  /// Throws if another program's row has the key of an object that wasn't written.
  ///
  /// Otherwise ``relink()`` would redirect links to that row too. For written objects SQLite
  /// checks.
  private func checkKeys() throws {
    var roots: [EntityIndex: [Int64]] = [:]
    for duplicate in duplicates {
      roots[graph.entities[duplicate.entity].root, default: []].append(duplicate.key)
    }
    for (root, keys) in roots {
      let table = graph.entities[root].table
      let keys = keys.sorted()
      if let taken = try transaction.existing(keys, in: table).first {
        throw StorageError.keyTaken(table: table.name, key: taken)
      }
    }
  }

  func statements(_ entity: EntityIndex) -> UniqueStatements {
    if let statements = statements[entity] { return statements }
    let made = UniqueStatements(UniquePlan(entity, in: graph), transaction)
    statements[entity] = made
    return made
  }

  func plan(_ entity: EntityIndex) -> UniquePlan { statements(entity).plan }

  func identifier(_ row: RowReference) -> PersistentIdentifier {
    PersistentIdentifier(store: graph.store.identifier, entity: row.entity, key: row.key)
  }

  /// The key of the existing row that replaces an object, nil for an object with its own row.
  func replacement(_ entity: EntityIndex, _ key: Int64) -> Int64? {
    for duplicate in duplicates[standInCount...] {
      replacements[graph.entities[duplicate.entity].root][duplicate.key] = duplicate.existing
    }
    standInCount = duplicates.count
    return replacements[graph.entities[entity].root][key]
  }

  func recordUpdate(_ entity: EntityIndex, _ key: Int64, _ properties: PropertySet) {
    updates.append(
      Update(object: ObjectGraph.ObjectKey(entity: entity, key: key), properties: properties))
  }

  /// Updates the changed objects' rows.
  ///
  /// It deletes all rows whose unique values change before it inserts any of them again, so that
  /// they can swap values.
  private func writeChanged() throws {
    var parked: [(model: any PersistentModel, row: [ColumnValue], properties: PropertySet)] = []
    for model in graph.pending.changed where !model._$state.flags.contains(.deleted) {
      let entity = model._$state.entity
      let plan = plan(entity)
      let properties = graph.writtenProperties(of: model)
      guard !properties.isEmpty else { continue }
      if plan.properties.indices.contains(where: { properties.contains($0) }) {
        guard let row = try transaction.row(plan.table, key: model._$state.key) else {
          throw StackError.deletedElsewhere(object: model.persistentModelID)
        }
        try transaction.delete(plan.table, key: model._$state.key, isRecorded: false)
        parked.append((model, row, properties))
      } else {
        try save.update(model, properties)
      }
      recordUpdate(entity, model._$state.key, properties)
    }
    for (model, row, properties) in parked { try putBack(model, row, properties) }
  }

  private func putBack(
    _ model: any PersistentModel, _ row: [ColumnValue], _ properties: PropertySet
  ) throws {
    let entity = model._$state.entity
    let plan = plan(entity)
    var values = row
    let new = try graph.values(of: model, properties)
    let written = plan.columns.indices.filter { properties.contains(plan.columns[$0].property) }
    for (column, value) in zip(written, new) {
      // NULL for a position means that it is unchanged.
      if column >= plan.table.columns.count, value.isNull { continue }
      values[column] = value
    }
    do {
      try graph.describing(model) { _ in
        try transaction.insert(
          plan.table, key: model._$state.key, values: values, isRecorded: false)
      }
    } catch is UniqueViolation {
      throw try refusal(entity, model._$state.key, values)
    }
  }

  /// Sorts new objects so that the targets of unique relationships come before the objects that
  /// refer to them. O(number of objects).
  private func inDependencyOrder(_ models: [any PersistentModel]) -> [any PersistentModel] {
    guard hasUniqueLinks(models) else { return models }
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

  private func hasUniqueLinks(_ models: [any PersistentModel]) -> Bool {
    models.contains { !plan($0._$state.entity).relationships.isEmpty }
  }

  private func targets(of model: any PersistentModel) -> [any PersistentModel] {
    plan(model._$state.entity).relationships.compactMap { relationship in
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      return read.first.flatMap { $0._$state.flags.contains(.inserted) ? $0 : nil }
    }
  }
}
