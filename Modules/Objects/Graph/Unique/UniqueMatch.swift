import StrataModel
import StrataSchema
import StrataStorage

/// A row that has the values of a new or changed object in one of its unique groups.
struct UniqueMatch {
  /// The position of the group in ``UniquePlan/groups``.
  let group: Int
  let row: RowReference
  /// What the row has; nil where nobody has looked.
  let contents: Contents?

  /// How a row's values are beside an object's.
  struct Contents {
    /// The properties whose values differ.
    var differing = PropertySet()
    /// The row's values, where the object may have to take some of them.
    var values: [ColumnValue]?
  }
}

/// What is known of a conflict that was resolved, to describe it if somebody asks.
package struct ResolvedConflict {
  let plan: UniquePlan
  let key: Int64
  /// The key of the row that stands for the object.
  let existing: Int64
  let group: Int
  /// The values of the group's columns.
  let values: [ColumnValue]

  init(_ plan: UniquePlan, _ key: Int64, _ match: UniqueMatch, _ values: [ColumnValue]) {
    self.plan = plan
    self.key = key
    group = match.group
    existing = match.row.key
    self.values = plan.values(of: match.group, values)
  }

  package var conflict: UniqueConflict {
    plan.conflict(group, key, RowReference(key: existing, entity: plan.name), values)
  }
}
