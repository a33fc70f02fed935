import StrataContexts
import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

// Conflict resolution for a difference that is applied despite other contexts' changes.
extension Restoration {
  /// The rule for a conflict between a difference and other contexts' changes.
  enum Precedence {
    /// Other contexts' changes win. The restoration throws an error that names them and changes
    /// nothing.
    case others
    /// The difference is applied. A merge policy resolves each conflict.
    case difference(Claim)
  }

  /// The merge policy of a difference that takes precedence, and the values that the policy needs.
  struct Claim {
    var policy = MergePolicy.mergeByPropertyObjectTrump
    /// Complete rows, for the policy that saves whole objects.
    var rows: [ObjectGraph.ObjectKey: [ColumnValue]] = [:]
    /// True for a parent's unsaved changes. A child shows them as the parent does, conflicts
    /// included.
    var isInherited = false
    /// Conflicts that an earlier merge found and left unresolved.
    var contested: Contested = [:]
  }

  /// Columns in conflict, with their values before either side changed them, as far as they are known.
  typealias Contested = [ObjectGraph.ObjectKey: [Int: Known<ColumnValue>]]

  /// The conflicts that a difference with precedence found, and how they were resolved.
  struct Settlement {
    /// Objects that the difference changes and another context has deleted.
    var lost: [PersistentIdentifier] = []
    /// Conflicts that remain unresolved under `MergePolicy.error`.
    var conflicts: [MergeConflict] = []
    var contested: Contested = [:]
    /// Objects to delete after the restoration, so that delete rules apply to other contexts' links
    /// to them.
    var deletions: [ObjectGraph.ObjectKey: EntityIndex] = [:]
  }

  /// Resolves the conflicts of one row by replacing its wanted values.
  ///
  /// - Parameter after: The row with the values that the difference left in the changed columns.
  mutating func settle(
    _ key: ObjectGraph.ObjectKey, _ row: RowDifference, _ values: [ColumnValue],
    _ seen: [ColumnValue], _ after: [ColumnValue], _ changed: [Int], _ claim: Claim
  ) {
    let before = wanted[key]
    let columns = contested(key, row, seen, after, changed, before, claim)
    switch claim.policy {
    case .mergeByPropertyObjectTrump: break
    case .overwrite: wanted[key] = before.map { claim.rows[key] ?? $0 }
    case .error: record(columns, of: key, row, mine: before, theirs: seen)
    case .mergeByPropertyStoreTrump, .rollback:
      guard !columns.isEmpty else { return }
      if before == nil {
        difference.rows[key] = nil
      } else if claim.policy == .rollback {
        wanted[key] = values
      } else {
        for column in columns.keys { wanted[key]?[column] = values[column] }
      }
    }
  }

  /// The columns that both sides have changed to different values, with their original values.
  private func contested(
    _ key: ObjectGraph.ObjectKey, _ row: RowDifference, _ seen: [ColumnValue],
    _ after: [ColumnValue], _ columns: [Int], _ before: [ColumnValue]?, _ claim: Claim
  ) -> [Int: Known<ColumnValue>] {
    let layout = layouts[row.entity]
    let theirs = layout.aligned(seen, to: after)
    let mine = before.map { layout.aligned(seen, to: $0) }
    let earlier = claim.contested[key] ?? [:]
    var contested: [Int: Known<ColumnValue>] = [:]
    for column in columns where before == nil || mine?[column] != before?[column] {
      if let original = earlier[column] {
        contested[column] = original
      } else if theirs[column] != after[column] {
        contested[column] = .known(after[column])
      }
    }
    return contested
  }

  private mutating func record(
    _ columns: [Int: Known<ColumnValue>], of key: ObjectGraph.ObjectKey, _ row: RowDifference,
    mine: [ColumnValue]?, theirs: [ColumnValue]
  ) {
    guard !columns.isEmpty else { return }
    settlement.contested[key] = columns
    let layout = layouts[row.entity]
    var original = theirs
    for case (let column, .known(let value)) in columns { original[column] = value }
    let unread = layout.properties(columns.filter { $0.value.value == nil }.keys)
    settlement.conflicts.append(
      MergeConflict(
        object: graph.identifier(row.entity, key.key),
        kind: mine == nil ? .deletedHere : .changedByBoth,
        properties: layout.properties(columns.keys).indices.map { property in
          MergeConflict.Property(
            name: layout.name(of: property), mine: mine.map { value(of: property, layout, $0) },
            theirs: value(of: property, layout, theirs),
            original: unread.contains(property) ? nil : value(of: property, layout, original))
        }))
  }

  private func value(
    of property: PropertyIndex, _ layout: RowLayout, _ values: [ColumnValue]
  ) -> MergeConflict.Value {
    guard let link = layout.links.first(where: { $0.relationship.index == property }) else {
      let count = layout.table.columns.count
      return .columns(
        layout.columns.indices.prefix(count).filter { layout.columns[$0].property == property }
          .map { values[$0] })
    }
    return .object(link.object(in: values).map { graph.identifier($0.entity, $0.key) })
  }

  /// Removes links from the difference if another context has deleted an end.
  mutating func settleLinks() {
    for key in difference.links.keys {
      if !key.ends.allSatisfy(isKept), shownState(of: key) == .absent {
        difference.links[key] = nil
      }
    }
  }

  /// Sets optional links to nil that lead to deleted objects, as a nullify rule would. Required
  /// links stay, and the save reports them.
  mutating func cut(_ missing: Set<ObjectGraph.ObjectKey>) {
    guard !missing.isEmpty else { return }
    for (key, values) in wanted {
      guard let row = difference.rows[key] else { continue }
      let layout = layouts[row.entity]
      var cut = values
      for link in layout.links where link.relationship.isOptional {
        guard let other = link.object(in: cut), missing.contains(other) else { continue }
        cut[link.column] = .null
      }
      if cut != values { wanted[key] = layout.placed(cut, key: key.key) }
    }
  }
}
