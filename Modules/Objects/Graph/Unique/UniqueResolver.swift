import StrataModel
import StrataSQLite
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
  // Each access to what is marked as unchecked is a statement that calls nobody else: two can't overlap,
  // and checking each would cost a tenth of an upsert.
  /// New objects that were not written, since another row has their unique values.
  @exclusivity(unchecked) var duplicates: [Duplicate] = []
  /// The keys of those objects, with the keys of the rows that stand for them, by the root of their
  /// hierarchy; of as many as somebody has asked about.
  private var standIns: [[Int64: Int64]]
  @exclusivity(unchecked) private var standInCount = 0
  /// By entity: what was changed of rows that the program has not changed itself, but for those that
  /// a duplicate has to itself.
  var touched: [EntityIndex: [Int64: PropertySet]] = [:]
  @exclusivity(unchecked) private var statements: [UniqueStatements?]
  @exclusivity(unchecked) private(set) var updates: [Update] = []

  struct Update {
    let object: ObjectGraph.ObjectKey
    var properties: PropertySet
  }

  struct Duplicate {
    let model: any PersistentModel
    /// The properties that were set; all that the row was given are among them.
    let properties: PropertySet
    let conflict: ResolvedConflict
    /// Whether the row was given any of them.
    let hasChanged: Bool
    /// What the row has now; nil where that has to be read again after the save.
    let row: Row?

    var entity: EntityIndex { conflict.plan.entity }
    var key: Int64 { conflict.key }
    var existing: Int64 { conflict.existing }

    /// What a row has that nothing else in the save has to do with.
    enum Row {
      /// Just what the object has.
      case same
      case values([ColumnValue])
    }
  }

  init(_ graph: ObjectGraph, _ policy: UniqueConflictPolicy, _ transaction: StoreTransaction) {
    self.graph = graph
    self.policy = policy
    self.transaction = transaction
    standIns = graph.entities.map { _ in [:] }
    statements = graph.entities.map { _ in nil }
  }

  /// Writes everything.
  func write() throws {
    for model in graph.pending.deleted { try graph.write(deleted: model, transaction) }
    try writeChanged()
    try finish(inDependencyOrder(graph.pending.inserted)[...])
  }

  /// Whether new objects can be written in the order in which they came.
  var keepsOrder: Bool { !hasUniqueLinks(graph.pending.inserted) }

  /// Goes on where a save met a conflict, with the first of the new objects that it hasn't written.
  func goOn(from index: Int) throws {
    for model in graph.pending.changed where !model._$state.flags.contains(.deleted) {
      let properties = graph.writtenProperties(of: model)
      if !properties.isEmpty {
        recordUpdate(model._$state.entity, model._$state.key, properties)
      }
    }
    // They are recorded once, with what new objects change in the same rows.
    transaction.log.forget(.update)
    if graph.pending.inserted.indices.contains(index) {
      statements(graph.pending.inserted[index]._$state.entity).recordMatch()
    }
    try finish(graph.pending.inserted[index...])
  }

  private func finish(_ inserted: ArraySlice<any PersistentModel>) throws {
    for model in inserted { try write(inserted: model) }
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

  /// What was changed, with each row once, in order of the first changes.
  private func mergedUpdates() -> [Update] {
    // Rows are met in the order of their keys mostly, each once.
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

  /// Whether an object's row was written as a new one.
  private func isNew(_ object: ObjectGraph.ObjectKey) -> Bool {
    guard let model = graph.object(object.entity, object.key) as? any PersistentModel else {
      return false
    }
    return model._$state.flags.contains(.inserted) && standIn(object.entity, object.key) == nil
  }

  /// Makes sure that the keys of objects that were not written are nobody else's: what leads to them is
  /// about to lead elsewhere. Of those that were written, SQLite has made sure.
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

  /// The key of the row that stands for an object; nil for one that has a row of its own.
  func standIn(_ entity: EntityIndex, _ key: Int64) -> Int64? {
    for duplicate in duplicates[standInCount...] {
      standIns[graph.entities[duplicate.entity].root][duplicate.key] = duplicate.existing
    }
    standInCount = duplicates.count
    return standIns[graph.entities[entity].root][key]
  }

  func recordUpdate(_ entity: EntityIndex, _ key: Int64, _ properties: PropertySet) {
    updates.append(
      Update(object: ObjectGraph.ObjectKey(entity: entity, key: key), properties: properties))
  }

  /// Rows whose unique values change are taken out before any of them goes back, so that they can
  /// pass values on to each other.
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
        try transaction.delete(plan.table, key: model._$state.key)
        parked.append((model, row, properties))
      } else {
        try graph.update(model, properties, transaction)
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

  /// Objects that others' unique values lead to come before those. O(number of objects).
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
