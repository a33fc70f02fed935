import StrataModel
import StrataSchema
import StrataStorage

/// A row that has the same values in a unique group as a new or changed object.
struct UniqueMatch {
  /// The position of the group in ``UniquePlan/groups``.
  let group: Int
  let row: RowReference
  /// The comparison with the row's values, nil if they weren't read.
  let contents: Contents?

  /// A comparison of a row's values with an object's.
  struct Contents {
    /// The properties whose values differ.
    var differing = PropertySet()
    /// The row's values, if the object may have to copy some of them.
    var values: [ColumnValue]?
  }
}

/// A resolved conflict, with the data to describe it on demand.
package struct ResolvedConflict {
  let plan: UniquePlan
  let key: Int64
  /// The key of the existing row that replaces the object.
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
