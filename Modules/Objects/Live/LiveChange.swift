internal import StrataResults

/// A change from one page of a live query to the next, or a whole page.
///
/// Positions are those of `ResultsDifference`. To turn the former rows into the new ones, remove the ``deletions`` and
/// the origins of ``moves``, from the last to the first. Insert the ``insertions`` and the moved rows, from the first to
/// the last. Then replace the values of the ``updates``. ``LivePage/apply(_:)`` does it.
public struct LiveChange<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  /// The name of the new page, from its content.
  public let cursor: String
  /// The name of the page that the change is of. Nil for a whole page, which has insertions only, and replaces what the
  /// client has.
  public let changedCursor: String?
  /// The positions of removed rows in the former page, ascending.
  public let deletions: [Int]
  /// The rows at other places, ascending by their new positions.
  public let moves: [Move]
  /// The new rows, ascending by their positions in the new page.
  public let insertions: [Placed]
  /// The rows with other values, ascending by their positions in the new page. Moved rows are among them if their values
  /// differ.
  public let updates: [Placed]

  /// A row at another place.
  public struct Move: Codable, Sendable, Hashable {
    /// The position in the former page.
    public let from: Int
    /// The position in the new page.
    public let to: Int
  }

  /// A row at a position in the new page.
  public struct Placed: Codable, Sendable, Equatable {
    /// The position.
    public let position: Int
    /// The URI of the object's identifier.
    public let id: String
    /// The object's value.
    public let value: Value

    init(_ position: Int, _ row: LiveRow<Value>) {
      self.position = position
      id = row.id
      value = row.value
    }
  }

  private enum CodingKeys: String, CodingKey {
    case cursor, changedCursor = "changed", deletions, moves, insertions, updates
  }

  /// The whole page, or the difference from a former one.
  init(from former: LivePage<Value>?, to page: LivePage<Value>, cursor: String) {
    self.cursor = cursor
    guard let former, let changed = former.cursor else {
      changedCursor = nil
      deletions = []
      moves = []
      insertions = page.rows.enumerated().map { Placed($0.offset, $0.element) }
      updates = []
      return
    }
    let values = Dictionary(uniqueKeysWithValues: former.rows.map { ($0.id, $0.value) })
    let changes = page.rows.lazy.filter { row in values[row.id].map { $0 != row.value } ?? false }
    let difference = ResultsDifference(
      from: former.rows.map(\.id), to: page.rows.map(\.id), changed: Set(changes.map(\.id)))
    changedCursor = changed
    deletions = difference.deletions
    moves = difference.moves.map { Move(from: $0.from, to: $0.to) }
    insertions = difference.insertions.map { Placed($0, page.rows[$0]) }
    updates = difference.updates.map { Placed($0, page.rows[$0]) }
  }

  /// The rows of the new page.
  func rows(after former: [LiveRow<Value>]) throws(LiveError) -> [LiveRow<Value>] {
    var rows = former
    let removed = (deletions + moves.map(\.from)).sorted()
    let areOnce = zip(removed, removed.dropFirst()).allSatisfy { $0 < $1 }
    guard areOnce, removed.allSatisfy(former.indices.contains) else { throw .malformedChange }
    for position in removed.reversed() { rows.remove(at: position) }
    let placed =
      insertions.map { ($0.position, LiveRow(id: $0.id, value: $0.value)) }
      + moves.map { ($0.to, former[$0.from]) }
    for (position, row) in placed.sorted(by: { $0.0 < $1.0 }) {
      guard (0...rows.count).contains(position) else { throw .malformedChange }
      rows.insert(row, at: position)
    }
    for update in updates {
      guard rows.indices.contains(update.position), rows[update.position].id == update.id else {
        throw .malformedChange
      }
      rows[update.position] = LiveRow(id: update.id, value: update.value)
    }
    return rows
  }
}
