import StrataContexts

/// Changes that are undone and redone together: a difference for each of the context's graphs.
struct UndoGroup {
  var name = ""
  /// Identifies the group in copies of the stacks.
  var number = 0
  var differences: [GraphDifference]

  var isEmpty: Bool { differences.allSatisfy(\.isEmpty) }

  mutating func append(_ other: [GraphDifference], _ layouts: [RowLayouts]) {
    guard !other.isEmpty else { return }
    guard !differences.isEmpty else { return differences = other }
    for index in differences.indices {
      differences[index].append(other[index], layouts[index])
    }
  }
}

/// The undo and redo stacks, and the open group.
struct UndoStacks {
  var undo: [UndoGroup] = []
  var redo: [UndoGroup] = []
  /// The changes that the open group contains so far.
  var open = UndoGroup(differences: [])

  /// Drops the oldest groups beyond a limit.
  mutating func trim(to levels: Int) {
    guard levels > 0 else { return }
    undo.removeFirst(max(0, undo.count - levels))
    redo.removeFirst(max(0, redo.count - levels))
  }

  mutating func forEachDifference(_ body: (Int, inout GraphDifference) -> Void) {
    func change(_ group: inout UndoGroup) {
      for index in group.differences.indices { body(index, &group.differences[index]) }
    }
    for index in undo.indices { change(&undo[index]) }
    for index in redo.indices { change(&redo[index]) }
    change(&open)
  }
}
