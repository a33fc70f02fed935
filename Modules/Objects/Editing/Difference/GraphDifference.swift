import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

/// The changes of one graph between two moments, as rows and links before and after. It can be
/// reverted whether or not the changes were saved meanwhile.
struct GraphDifference {
  var rows: [ObjectGraph.ObjectKey: RowDifference] = [:]
  var links: [LinkKey: LinkDifference] = [:]

  var isEmpty: Bool {
    rows.values.allSatisfy(\.isEmpty) && links.values.allSatisfy { $0.before == $0.after }
  }

  /// The objects whose rows it changes, with the properties that it changes.
  func changed(
    _ layouts: RowLayouts
  ) -> [(model: any PersistentModel, properties: PropertySet)] {
    rows.values.compactMap { row in
      guard let model = row.model, row.before != nil, let after = row.after else { return nil }
      return (model, layouts[row.entity].properties(after.knownColumns))
    }
  }

  /// The objects that it changes, and the targets of links that it changes.
  func touched(_ layouts: RowLayouts) -> Set<ObjectGraph.ObjectKey> {
    var touched = Set(rows.keys).union(links.keys.flatMap(\.ends))
    for row in rows.values {
      let layout = layouts[row.entity]
      for values in [row.before, row.after].compactMap(\.self) {
        let known = layout.nothing.replacing(values)
        touched.formUnion(layout.links.compactMap { $0.object(in: known) })
      }
    }
    return touched
  }

  /// Appends the changes of a later difference, and cancels out what it reverts.
  mutating func append(_ next: GraphDifference, _ layouts: RowLayouts) {
    for (key, change) in next.rows {
      if let row = rows[key] {
        rows[key] = row.followed(by: change, keeping: layouts[row.entity].oneWayLinks)
      } else {
        rows[key] = change
      }
    }
    for (key, change) in next.links {
      // Kept even if the link was added and removed again: its row may still be in the store while
      // the delete of one of its ends is pending.
      links[key] = LinkDifference(before: links[key]?.before ?? change.before, after: change.after)
    }
  }

  /// Removes an object's row and links.
  mutating func remove(_ object: ObjectGraph.ObjectKey) {
    rows[object] = nil
    links = links.filter { !$0.key.ends.contains(object) }
  }

  /// Removes what each save sets (``SaveStamp``), and the rows in which nothing else differs.
  ///
  /// So an undo has a time of its own, and others' times don't conflict with it.
  mutating func removeStamps(_ layouts: RowLayouts) {
    for (key, row) in rows where row.before != nil && row.after != nil {
      for column in layouts[row.entity].stamped {
        rows[key]?.before?[column] = .unread
        rows[key]?.after?[column] = .unread
      }
      if rows[key]?.isEmpty == true { rows[key] = nil }
    }
  }

  /// Replaces the later values of each row by those that `original` returns, as far as they are known.
  mutating func correct(
    _ original: (ObjectGraph.ObjectKey, RowDifference) -> [Known<ColumnValue>]?
  ) {
    for (key, row) in rows {
      guard var after = row.after, let values = original(key, row) else { continue }
      for (column, value) in values.enumerated()
      where value.value != nil && after[column].value != nil {
        after[column] = value
      }
      rows[key]?.after = after
    }
  }

  /// Replaces a new object's key by another one, in its row and in all links to it.
  mutating func replaceKey(
    _ old: Int64, with new: Int64, of root: EntityIndex, in layouts: RowLayouts
  ) {
    let key = ObjectGraph.ObjectKey(entity: root, key: old)
    if let row = rows.removeValue(forKey: key) {
      rows[ObjectGraph.ObjectKey(entity: root, key: new)] = row
    }
    for (key, row) in rows {
      let layout = layouts[row.entity]
      for link in layout.links where link.target == root {
        rows[key]?.replace(.integer(old), with: .integer(new), in: link.column)
      }
      // A permanent key gave the member a position, which stays. A temporary key is replaced there
      // too.
      guard old < 0, key.key == new, key.entity == root else { continue }
      for (column, _) in layout.places {
        rows[key]?.replace(.integer(old), with: .integer(new), in: column)
      }
    }
    for (key, link) in links {
      var other = key
      if key.ownerRoot == root, key.owner == old { other.owner = new }
      if key.memberRoot == root, key.member == old { other.member = new }
      guard other != key else { continue }
      links[key] = nil
      links[other] = link
    }
  }
}

/// The change of one row. Where there is a row before and after, only the columns that differ are
/// known.
struct RowDifference {
  let entity: EntityIndex
  /// The object while it is in memory. If it returns, it is the same instance.
  weak var model: (any PersistentModel)?
  /// The values before, by column. Nil if the object was inserted.
  var before: [Known<ColumnValue>]?
  /// The values after, by column. Nil if the object was deleted.
  var after: [Known<ColumnValue>]?
  /// The values of a deleted row in columns that the models lack.
  var others: OtherValues?

  /// Compares two states of a row. Returns nil if they are equal.
  init?(
    _ entity: EntityIndex, _ model: (any PersistentModel)?, from before: [ColumnValue]?,
    to after: [ColumnValue]?
  ) {
    self.entity = entity
    self.model = model
    self.before = before?.map { .known($0) }
    self.after = after?.map { .known($0) }
    forgetEqualColumns()
    if isEmpty { return nil }
  }

  /// True if no value differs.
  var isEmpty: Bool {
    guard let before, let after else { return before == nil && after == nil }
    return after.knownColumns.allSatisfy { before[$0].isKnown(toEqual: after[$0]) }
  }

  private mutating func forgetEqualColumns(keeping kept: Set<Int> = []) {
    guard let first = before, let second = after else { return }
    for column in first.indices
    where first[column].isKnown(toEqual: second[column]) && !kept.contains(column) {
      before?[column] = .unread
      after?[column] = .unread
    }
  }

  /// Combines this change with a later one. Returns nil if they cancel each other out.
  ///
  /// - Parameter links: The columns of to-one relationships without an inverse. Their changes are
  ///   kept even if they cancel out: the stored column still holds the key of a deleted target, and
  ///   would lead to it again once the target returns.
  func followed(by next: RowDifference, keeping links: Set<Int>) -> RowDifference? {
    // After two insertions or two deletions: what was between them isn't recorded.
    guard (after == nil) == (next.before == nil) else { return next }
    var row = self
    row.model = next.model ?? model
    row.others = next.others ?? others
    row.before = before.map { $0.completed(by: next.before) }
    row.after = next.after.map { $0.completed(by: after) }
    row.forgetEqualColumns(keeping: after == nil ? [] : links)
    guard row.before != nil, let values = row.after else {
      return row.before == nil && row.after == nil ? nil : row
    }
    return values.knownColumns.isEmpty ? nil : row
  }

  mutating func replace(_ old: ColumnValue, with new: ColumnValue, in column: Int) {
    if before?[column].value == old { before?[column] = .known(new) }
    if after?[column].value == old { after?[column] = .known(new) }
  }
}

extension [Known<ColumnValue>] {
  var knownColumns: [Int] { indices.filter { self[$0].value != nil } }

  /// The values with the unknown ones as others are.
  func completed(by others: Self?) -> Self {
    guard let others else { return self }
    return zip(self, others).map { $0.value == nil ? $1 : $0 }
  }
}

extension [ColumnValue] {
  /// The values, with the known ones among others instead.
  func replacing(_ others: [Known<ColumnValue>]) -> [ColumnValue] {
    zip(self, others).map { $1.value ?? $0 }
  }
}

/// The identity of a row in a link table.
struct LinkKey: Hashable {
  let table: LinkTable
  /// The root entities of both ends.
  let ownerRoot: EntityIndex
  let memberRoot: EntityIndex
  var owner: Int64
  var member: Int64

  var ends: [ObjectGraph.ObjectKey] {
    [
      ObjectGraph.ObjectKey(entity: ownerRoot, key: owner),
      ObjectGraph.ObjectKey(entity: memberRoot, key: member),
    ]
  }

  static func == (first: Self, second: Self) -> Bool {
    first.owner == second.owner && first.member == second.member
      && first.table.name == second.table.name
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(owner)
    hasher.combine(member)
    hasher.combine(table.name)
  }
}

/// The change of one link.
struct LinkDifference {
  let before: LinkState
  let after: LinkState
}

enum LinkState: Equatable {
  case absent
  /// A link with its position, which orders the members at both ends, or nil if it has none yet.
  case present(place: Int64?)

  var isPresent: Bool { self != .absent }
}
