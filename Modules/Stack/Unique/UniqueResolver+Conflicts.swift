import StrataSchema
import StrataStorage

extension UniqueResolver {
  /// The rows that have some of a row's unique values, in order of the groups' declaration.
  func conflicts(
    _ entity: Int, _ key: Int64, _ values: [ColumnValue]
  ) throws -> [(group: UniqueGroup, conflict: UniqueConflict)] {
    let plan = plan(entity)
    return try plan.groups.compactMap { group in
      guard let other = try transaction.find(plan.table, group, values: values), other.key != key
      else { return nil }
      let texts = group.columns.map { column in
        if plan.destinations[column] >= 0, case .integer(let target) = values[column] {
          return "\(graph.identifier(plan.destinations[column], target))"
        }
        return "\(values[column])"
      }
      let names = group.properties.map { plan.table.entity.properties[$0].name }
      let conflict = UniqueConflict(
        object: graph.identifier(entity, key), existing: identifier(other), properties: names,
        values: texts)
      return (group, conflict)
    }
  }

  /// Why a row can't be written.
  func refusal(_ entity: Int, _ key: Int64, _ values: [ColumnValue]) throws -> StackError {
    let found = try conflicts(entity, key, values).map(\.conflict)
    if let first = found.first {
      let isOne = found.allSatisfy { $0.existing == first.existing }
      return isOne ? .notUnique(first) : .conflictsWithSeveral(found)
    }
    // The index has found what a look-up of the same values doesn't: it must be damaged.
    return .invalidValue(
      object: graph.identifier(entity, key), property: plan(entity).table.name,
      reason: "the store refuses its unique values, and no other object has them; check the store")
  }
}
