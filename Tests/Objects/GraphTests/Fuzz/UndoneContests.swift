import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Contexts that undo what they have saved, while others change the same objects.
@Suite(.serialized, .alsoPartlyFetched) struct UndoneContests {
  @Test(arguments: [false, true])
  func agreeOnceAllIsSavedAndMerged(inSeveralContainers: Bool) throws {
    for _ in 0..<FuzzRounds.count {
      let random = SeededGenerator(for: "UndoneContests.\(inSeveralContainers)")
      let contest = try Contest(random: random, inSeveralContainers: inSeveralContainers)
      for side in contest.sides { side.context.undoManager = UndoManager() }
      for _ in 0..<6 {
        for _ in 0..<25 {
          try contest.step()
          guard contest.random.chance(1, in: 4) else { continue }
          for _ in 0..<contest.number(1..<5) { try contest.undoOrRedo() }
        }
        try contest.finish()
      }
    }
  }
}

extension Contest {
  /// Lets a context take back or do again what it has saved, or hear why it can't.
  fileprivate func undoOrRedo() throws {
    guard let side = pick(sides), let manager = side.context.undoManager else { return }
    try save(side)
    guard !side.context.hasChanges else { return }
    let isUndo = manager.redoCount == 0 || random.chance(3, in: 4)
    let before = try snapshot(side.context)
    do {
      note(side, isUndo ? "undo" : "redo")
      try isUndo ? manager.undo() : manager.redo()
    } catch UndoError.nothingToUndo {
      return note(side, "which there is nothing of")
    } catch let error as UndoError {
      note(side, "which can't be: \(error)")
      try #require(!side.context.hasChanges, "\(trace)")
      try #require(try snapshot(side.context) == before, "\(trace)")
      return try isUndo ? manager.discardUndo() : manager.discardRedo()
    }
    let kept = Set(side.objects.map { ObjectIdentifier($0) })
    try side.fetchAll()
    if random.chance(1, in: 2) {
      side.objects.removeAll { !kept.contains(ObjectIdentifier($0)) && random.chance(1, in: 2) }
    }
    try save(side)
  }
}
