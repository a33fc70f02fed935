import StrataModel
import StrataSchema
import StrataStorage

extension UniqueResolver {
  /// True if another row has the same values in a unique group.
  func hasConflict(_ entity: EntityIndex, _ key: Int64, _ values: [ColumnValue]) throws -> Bool {
    try !statements(entity).matches(key, values, keepsValues: false).isEmpty
  }

  /// The error for a row that SQLite refused, with the rows that have its unique values.
  func refusal(_ entity: EntityIndex, _ key: Int64, _ values: [ColumnValue]) throws -> StackError {
    let plan = plan(entity)
    let found = try statements(entity).matches(key, values, keepsValues: false).map {
      plan.conflict($0.group, key, $0.row, plan.values(of: $0.group, values))
    }
    if let first = found.first {
      let isOne = found.allSatisfy { $0.existing == first.existing }
      return isOne ? .notUnique(first) : .conflictsWithSeveral(found)
    }
    return refusalByOtherRule(entity, key)
  }

  /// The error for a row that the store refused, though no other row has its values by the unique rules of the models.
  func refusalByOtherRule(_ entity: EntityIndex, _ key: Int64) -> StackError {
    let hidden =
      graph.store.isOnServer
      ? "look for an object that a policy of row-level security hides from this context, and for "
      : "look for "
    return .invalidValue(
      object: graph.identifier(entity, key), property: plan(entity).table.name,
      reason:
        "the store refuses its unique values, and by the unique rules of these models no other object "
        + "has them; \(hidden)a rule of another program in the store, and check the store")
  }
}
