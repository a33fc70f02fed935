/// Insertions and changes of one row each that are sent without waiting, and awaited together.
final class GatheredChanges {
  /// The number of changes that were sent.
  private(set) var count = 0
  /// The index of the first change that has changed no row, or nil if each has changed one.
  private(set) var firstUnchanged: Int?

  /// Counts a change that is sent, and returns its index.
  func add() -> Int {
    defer { count += 1 }
    return count
  }

  /// Records the server's answer to a change.
  func receive(_ result: ServerResult, at index: Int) {
    if result.changedRowCount == 0, firstUnchanged == nil { firstUnchanged = index }
  }
}
