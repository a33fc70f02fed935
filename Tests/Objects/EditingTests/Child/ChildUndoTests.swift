import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Undo in a child, and of a child.
@Suite(.alsoPartlyFetched) final class UndoneChildren: Family {
  @Test func aSaveOfAChildIsUndoneInTheParent() throws {
    let child = try child()
    let copied = try copy(binder, in: child)
    copied.name = "B"
    copied.papers.remove(at: 0)
    try child.save()
    try archive.manager.undo()
    #expect(binder.name == "A" && binder.papers == papers && !parent.hasChanges)
    try child.mergeChanges()
    #expect(copied.name == "A" && copied.papers.count == 3 && !child.hasChanges)
  }

  @Test func aChildHasAnUndoManagerOfItsOwn() throws {
    papers[1].title = "two"
    let child = try child()
    let manager = UndoManager()
    child.undoManager = manager
    #expect(!manager.canUndo)
    let copied = try copy(papers[0], in: child)
    copied.title = "one"
    try manager.undo()
    #expect(copied.title == "1" && !child.hasChanges)
    try manager.redo()
    try child.save()
    #expect(papers[0].title == "one" && manager.undoCount == 1)
    try parent.save()
    try manager.undo()
    #expect(copied.title == "1" && papers[0].title == "one")
    try child.save()
    #expect(papers[0].title == "1" && papers[1].title == "two")
  }

  @Test func anUndoManagerOfAChildKnowsTheChildsChangesAlone() throws {
    let child = try child()
    let manager = UndoManager()
    child.undoManager = manager
    let new = Paper("4")
    try copy(binder, in: child).papers.append(new)
    try child.save()
    try parent.save()
    #expect(manager.undoCount == 1 && new.modelContext === child)
    papers[0].title = "one"
    try child.mergeChanges()
    papers[1].title = "two"
    try parent.save()
    #expect(!child.hasChanges && manager.undoCount == 1 && manager.redoCount == 0)
    try manager.undo()
    #expect(manager.undoCount == 0 && new.isDeleted)
    try child.save()
    try parent.save()
    #expect(try archive.otherContext().papers() == ["3", "one", "two"])
  }

  @Test func aRollbackOfAChildLeavesNothingToBeUndone() throws {
    papers[0].title = "one"
    let child = try child()
    let manager = UndoManager()
    child.undoManager = manager
    try copy(papers[1], in: child).title = "two"
    child.rollback()
    #expect(!manager.canUndo && !child.hasChanges)
    #expect(throws: UndoError.nothingToUndo) { try manager.undo() }
    #expect(try copy(papers[0], in: child).title == "one")
  }

  @Test func whatAChildHasDoneCanBeUndoneAfterItsParentSaves() throws {
    let child = try child()
    let manager = UndoManager()
    child.undoManager = manager
    let copied = try copy(papers[0], in: child)
    copied.title = "one"
    papers[1].title = "two"
    try parent.save()
    #expect(manager.canUndo)
    try manager.undo()
    #expect(copied.title == "1" && !child.hasChanges && !manager.canUndo)
  }
}
