import StrataModel
import StrataSchema
import StrataStorage

extension UniqueResolver {
  /// Whether a row has some of a row's unique values.
  func hasConflict(_ entity: EntityIndex, _ key: Int64, _ values: [ColumnValue]) throws -> Bool {
    try !statements(entity).matches(key, values, keepsValues: false).isEmpty
  }

  /// Why a row can't be written.
  func refusal(_ entity: EntityIndex, _ key: Int64, _ values: [ColumnValue]) throws -> StackError {
    let plan = plan(entity)
    let found = try statements(entity).matches(key, values, keepsValues: false).map {
      plan.conflict($0.group, key, $0.row, plan.values(of: $0.group, values))
    }
    if let first = found.first {
      let isOne = found.allSatisfy { $0.existing == first.existing }
      return isOne ? .notUnique(first) : .conflictsWithSeveral(found)
    }
    // The index has found what a look-up of the same values doesn't: it must be damaged.
    return .invalidValue(
      object: graph.identifier(entity, key), property: plan.table.name,
      reason: "the store refuses its unique values, and no other object has them; check the store")
  }
}
