import StrataSQLite
import StrataSchema

extension Store {
  /// Runs a body whose errors tell whether a broken rule is one of the program's models.
  func tellingUnknownRules<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch StorageError.constraint(var constraint) {
      constraint.isUnknown = isUnknown(constraint)
      throw StorageError.constraint(constraint)
    }
  }

  /// True if no entity of the schema has the rule.
  private func isUnknown(_ constraint: StorageError.Constraint) -> Bool {
    let tables = tables.byEntity.values.filter { $0.name == constraint.table }
    guard !tables.isEmpty, !constraint.columns.isEmpty else { return false }
    let members = tables.flatMap(\.members)
    switch constraint.kind {
    case .notNull:
      return !members.contains { member in
        member.columns.contains { $0.name == constraint.columns[0] && member.requires($0) }
      }
    case .unique:
      let names = Set(constraint.columns)
      return !members.contains { member in
        member.uniqueGroups.contains { group in
          Set(group.flatMap { member.entity.columnNames(at: $0) }) == names
        }
      }
    default: return false
    }
  }
}
