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
      guard let model = row.model, case .updated(let changes) = row.change else { return nil }
      let columns = layouts[row.entity].columns
      return (
        model, changes.keys.reduce(into: PropertySet()) { $0.insert(columns[$1].property) }
      )
    }
  }

  /// Appends the changes of a later difference, and cancels out what it reverts.
  mutating func append(_ next: GraphDifference, _ layouts: RowLayouts) {
    for (key, change) in next.rows {
      guard var row = rows[key] else {
        rows[key] = change
        continue
      }
      row.model = change.model ?? row.model
      row.others = change.others ?? row.others
      row.change = row.change?.followed(
        by: change.change, keeping: layouts[row.entity].oneWayLinks)
      rows[key] = row.change == nil ? nil : row
    }
    for (key, change) in next.links {
      // Kept even if the link was added and removed again: its row may still be in the store while
      // the delete of one of its ends is pending.
      links[key] = LinkDifference(before: links[key]?.before ?? change.before, after: change.after)
    }
  }

  /// Removes what each save sets (``SaveStamp``), and the rows in which nothing else differs.
  ///
  /// So an undo has a time of its own, and others' times don't conflict with it.
  mutating func removeStamps(_ layouts: RowLayouts) {
    for (key, row) in rows {
      let stamped = layouts[row.entity].stamped
      guard case .updated(let changes) = row.change, changes.keys.contains(where: stamped.contains)
      else { continue }
      let rest = changes.filter { !stamped.contains($0.key) }
      rows[key]?.change = .updated(rest)
      if rest.isEmpty { rows[key] = nil }
    }
  }

  /// Replaces the later values of each row by those that `original` returns, as far as they are known.
  mutating func correct(
    _ original: (ObjectGraph.ObjectKey, RowDifference) -> [Known<ColumnValue>]?
  ) {
    for (key, row) in rows {
      guard let values = original(key, row) else { continue }
      switch row.change {
      case .inserted(var after):
        for (column, value) in values.enumerated() {
          if case .known(let value) = value { after[column] = value }
        }
        rows[key]?.change = .inserted(after)
      case .updated(var changes):
        for (column, change) in changes where column < values.count {
          if case .known(let value) = values[column] { changes[column] = (change.before, value) }
        }
        rows[key]?.change = .updated(changes)
      case .deleted, nil: break
      }
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
        rows[key]?.change?.replace(.integer(old), with: .integer(new), in: link.column)
      }
      // A permanent key gave the member a position, which stays. A temporary key is replaced there
      // too.
      guard old < 0, key.key == new, key.entity == root else { continue }
      for (column, _) in layout.places {
        rows[key]?.change?.replace(.integer(old), with: .integer(new), in: column)
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

/// The change of one row.
struct RowDifference {
  let entity: EntityIndex
  /// The object while it is in memory. If it returns, it is the same instance.
  weak var model: (any PersistentModel)?
  /// Nil if the row is unchanged.
  var change: Change?
  /// The values of a deleted row in columns that the models lack.
  var others: OtherValues?

  enum Change {
    case inserted([ColumnValue])
    case deleted([ColumnValue])
    /// Values before and after, by column.
    case updated([Int: (before: ColumnValue, after: ColumnValue)])
  }

  /// Compares two states of a row. Returns nil if they are equal.
  init?(
    _ entity: EntityIndex, _ model: (any PersistentModel)?, from before: [ColumnValue]?,
    to after: [ColumnValue]?
  ) {
    guard let change = Change(from: before, to: after) else { return nil }
    self.entity = entity
    self.model = model
    self.change = change
  }
}

extension RowDifference {
  /// True if no value differs.
  var isEmpty: Bool {
    switch change {
    case .inserted, .deleted: false
    case .updated(let changes): changes.values.allSatisfy { $0.before == $0.after }
    case nil: true
    }
  }

  /// The complete rows that the difference contains, and `values`. Changed columns are completed
  /// from `values`.
  func rows(around values: [ColumnValue]?) -> [[ColumnValue]] {
    let known: [[ColumnValue]] =
      switch change {
      case .inserted(let values), .deleted(let values): [values]
      case .updated(let changes):
        values.map {
          [$0.replacing(changes.mapValues(\.before)), $0.replacing(changes.mapValues(\.after))]
        }
          ?? []
      case nil: []
      }
    return known + (values.map { [$0] } ?? [])
  }
}

extension RowDifference.Change {
  init?(from before: [ColumnValue]?, to after: [ColumnValue]?) {
    switch (before, after) {
    case (nil, nil): return nil
    case (nil, let after?): self = .inserted(after)
    case (let before?, nil): self = .deleted(before)
    case (let before?, let after?):
      var changes: [Int: (before: ColumnValue, after: ColumnValue)] = [:]
      for column in before.indices where before[column] != after[column] {
        changes[column] = (before[column], after[column])
      }
      guard !changes.isEmpty else { return nil }
      self = .updated(changes)
    }
  }

  /// Combines this change with a later one. Returns nil if they cancel each other out.
  ///
  /// - Parameter links: The columns of to-one relationships without an inverse. Their changes are
  ///   kept even if they cancel out: the stored column still holds the key of a deleted target, and
  ///   would lead to it again once the target returns.
  func followed(by next: Self?, keeping links: Set<Int>) -> Self? {
    guard let next else { return self }
    switch (self, next) {
    case (.inserted, .deleted): return nil
    case (.deleted(let before), .inserted(let after)): return Self(from: before, to: after)
    case (.inserted(let values), .updated(let changes)):
      return .inserted(values.replacing(changes.mapValues(\.after)))
    case (.updated(let changes), .deleted(let values)):
      return .deleted(values.replacing(changes.mapValues(\.before)))
    case (.updated(let first), .updated(let second)):
      let changes = first.merging(second) { ($0.before, $1.after) }.filter { column, change in
        change.before != change.after || links.contains(column)
      }
      return changes.isEmpty ? nil : .updated(changes)
    default: return next
    }
  }

  mutating func replace(_ old: ColumnValue, with new: ColumnValue, in column: Int) {
    func replaced(_ values: [ColumnValue]) -> [ColumnValue] {
      values[column] == old ? values.replacing([column: new]) : values
    }
    switch self {
    case .inserted(let values): self = .inserted(replaced(values))
    case .deleted(let values): self = .deleted(replaced(values))
    case .updated(var changes):
      guard let (before, after) = changes[column] else { return }
      changes[column] = (before == old ? new : before, after == old ? new : after)
      self = .updated(changes)
    }
  }
}

extension [ColumnValue] {
  func replacing(_ values: [Int: ColumnValue]) -> [ColumnValue] {
    var result = self
    for (column, value) in values { result[column] = value }
    return result
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
