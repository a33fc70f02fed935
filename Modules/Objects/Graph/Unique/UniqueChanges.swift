import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// Updates the rows of a save's changed objects, which may swap their unique values.
///
/// A row whose new value another changed row still has is updated after that row. If they wait for
/// each other in a circle, one of them gets a placeholder for the time being
/// (``StoreTransaction/setPlaceholder(_:key:inOneOf:)``). No row is deleted, and only changed
/// properties are written: a row may have columns that the models lack, and other tables may refer
/// to it.
final class UniqueChanges {
  private let resolver: UniqueResolver
  private let graph: ObjectGraph
  private let transaction: StoreTransaction
  /// The rows that aren't updated yet, by root entity and key.
  private var waiting: [ObjectGraph.ObjectKey: ChangedRow] = [:]
  /// The groups in which a row has a placeholder, by their columns' names.
  private var replaced: [ObjectGraph.ObjectKey: Set<[String]>] = [:]

  private struct ChangedRow {
    let model: any PersistentModel
    let properties: PropertySet
    /// The values of the row when it is updated.
    let values: [ColumnValue]
  }

  /// A row that has a value which another one is about to get.
  private struct Obstacle {
    let key: ObjectGraph.ObjectKey
    let row: ChangedRow
    /// The columns of the unique group with the values that they have, of those that the obstacle's update changes.
    let columns: [(name: String, value: ColumnValue)]
    let group: [String]
  }

  init(_ resolver: UniqueResolver) {
    self.resolver = resolver
    graph = resolver.graph
    transaction = resolver.transaction
  }

  /// Updates the rows. O(number of changed objects).
  ///
  /// - Throws: ``StackError/notUnique(_:)`` if a row that doesn't change has a new value.
  func write() throws {
    var order: [ObjectGraph.ObjectKey] = []
    for model in graph.pending.changed where !model._$state.flags.contains(.deleted) {
      let entity = model._$state.entity
      let properties = graph.writtenProperties(of: model)
      guard !properties.isEmpty else { continue }
      resolver.recordUpdate(entity, model._$state.key, properties)
      let plan = resolver.plan(entity)
      if plan.properties.indices.contains(where: { properties.contains($0) }) {
        let key = ObjectGraph.ObjectKey(
          entity: graph.entities[entity].root, key: model._$state.key)
        waiting[key] = try changedRow(model, properties, plan)
        order.append(key)
      } else {
        try update(model, properties)
      }
    }
    for key in order { try write(key) }
  }

  private func changedRow(
    _ model: any PersistentModel, _ properties: PropertySet, _ plan: UniquePlan
  ) throws -> ChangedRow {
    guard var values = try transaction.row(plan.table, key: model._$state.key) else {
      throw StackError.deletedElsewhere(object: model.persistentModelID)
    }
    let new = try graph.values(of: model, properties)
    let written = plan.columns.indices.filter { properties.contains(plan.columns[$0].property) }
    for (column, value) in zip(written, new) {
      // NULL for a position means that it is unchanged.
      if column >= plan.table.columns.count, value.isNull { continue }
      values[column] = value
    }
    return ChangedRow(model: model, properties: properties, values: values)
  }

  /// Updates a row, after those that have its new values.
  private func write(_ first: ObjectGraph.ObjectKey) throws {
    var path = [first]
    var isOnPath: Set = [first]
    while let key = path.last {
      guard let row = waiting[key] else {
        path.removeLast()
        isOnPath.remove(key)
        continue
      }
      guard let obstacle = try obstacle(of: row) else {
        try update(row.model, row.properties)
        waiting[key] = nil
        continue
      }
      if isOnPath.insert(obstacle.key).inserted {
        path.append(obstacle.key)
      } else {
        try replace(obstacle, for: row)
      }
    }
  }

  /// The row that has one of a row's new unique values and will lose it, or nil if no row has any of them.
  private func obstacle(of row: ChangedRow) throws -> Obstacle? {
    let entity = row.model._$state.entity
    let key = row.model._$state.key
    let statements = resolver.statements(entity)
    let matches = try statements.matches(key, row.values, keepsValues: false)
    guard !matches.isEmpty else { return nil }
    let root = graph.entities[entity].root
    func waitingKey(of match: UniqueMatch) -> ObjectGraph.ObjectKey? {
      let other = ObjectGraph.ObjectKey(entity: root, key: match.row.key)
      return waiting[other] == nil ? nil : other
    }
    guard let match = matches.first(where: { waitingKey(of: $0) != nil }),
      let other = waitingKey(of: match), let standing = waiting[other]
    else { throw try resolver.refusal(entity, key, row.values) }
    let columns = statements.plan.groups[match.group].columns.map {
      (name: statements.plan.columns[$0].name, value: row.values[$0])
    }
    let table = resolver.plan(standing.model._$state.entity).table
    let changing = columns.filter { column in
      table.columns.contains {
        $0.name == column.name && standing.properties.contains($0.property)
      }
    }
    // The update of a row that changes none of these columns doesn't free the values.
    guard !changing.isEmpty else { throw try resolver.refusal(entity, key, row.values) }
    return Obstacle(key: other, row: standing, columns: changing, group: columns.map(\.name))
  }

  /// Frees the values of a row that waits for the one that is about to get them.
  private func replace(_ obstacle: Obstacle, for row: ChangedRow) throws {
    let plan = resolver.plan(obstacle.row.model._$state.entity)
    let columns = obstacle.columns.compactMap { column in
      plan.table.columns.firstIndex { $0.name == column.name }.map {
        (index: $0, value: column.value)
      }
    }
    guard replaced[obstacle.key, default: []].insert(obstacle.group).inserted,
      try transaction.setPlaceholder(plan.table, key: obstacle.key.key, inOneOf: columns)
    else {
      let property = columns.first.map { plan.table.columns[$0.index].property } ?? PropertyIndex(0)
      throw StackError.invalidValue(
        object: obstacle.row.model.persistentModelID,
        property: plan.table.entity.properties[property].name,
        reason:
          "it swaps this unique value with \(row.model.persistentModelID), and the store takes no third "
          + "value meanwhile; save one of them with another value first")
    }
  }

  private func update(_ model: any PersistentModel, _ properties: PropertySet) throws {
    do {
      try resolver.save.update(model, properties)
    } catch is UniqueViolation {
      // No row has its values by the rules of the models. After a refusal a server couldn't look for one.
      throw resolver.refusalByOtherRule(model._$state.entity, model._$state.key)
    }
  }
}
