import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What is undone together, how it is called, and how much is kept.
@Suite(.alsoPartlyFetched) struct Groups {
  let archive: Archive
  let context: ModelContext
  let manager: UndoManager
  let paper = Paper("1")

  init() throws {
    archive = try Archive()
    context = archive.context
    manager = archive.manager
    try archive.begin(with: paper)
  }

  private func save(_ title: String) throws {
    paper.title = title
    try context.save()
  }

  @Test func aGroupByHandGoesOnOverSaves() throws {
    try manager.beginUndoGrouping()
    try save("2")
    try save("3")
    paper.pages = 9
    try manager.endUndoGrouping()
    #expect(manager.undoCount == 1)
    try manager.undo()
    #expect(paper.title == "1" && paper.pages == 1)
    try manager.redo()
    #expect(paper.title == "3" && paper.pages == 9)
  }

  @Test func processingEndsAGroupThatLeavesNothingToSave() throws {
    let new = Paper("2")
    context.insert(new)
    context.processPendingChanges()
    context.delete(new)
    #expect(context.insertedModelsArray.isEmpty && !context.hasChanges)
    context.processPendingChanges()
    #expect(manager.undoCount == 2)
    try manager.undo()
    #expect(new.modelContext === context)
  }

  @Test func aGroupInsideAnotherIsPartOfIt() throws {
    try manager.beginUndoGrouping()
    paper.title = "2"
    try manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    paper.title = "3"
    try manager.endUndoGrouping()
    #expect(throws: UndoError.groupIsOpen(depth: 1)) { try manager.undo() }
    #expect(throws: UndoError.groupIsOpen(depth: 1)) { try manager.redo() }
    #expect(paper.title == "3")
    try manager.endUndoGrouping()
    #expect(throws: UndoError.noGroupIsOpen) { try manager.endUndoGrouping() }
    try manager.undo()
    #expect(paper.title == "1" && !manager.canUndo)
  }

  @Test func whatWaitsWhenAGroupBeginsIsAGroupOfItsOwn() throws {
    paper.title = "2"
    try manager.beginUndoGrouping()
    paper.title = "3"
    try manager.endUndoGrouping()
    #expect(manager.undoCount == 2)
    try manager.undo()
    #expect(paper.title == "2" && paper.hasChanges)
  }

  @Test func onlyGroupsByHandCountWhereSavesMakeNone() throws {
    manager.groupsBySave = false
    try save("2")
    #expect(!manager.canUndo)
    paper.pages = 5
    try manager.beginUndoGrouping()
    paper.title = "3"
    try manager.endUndoGrouping()
    paper.notes = ["x": 1]
    try manager.undo()
    #expect(paper.title == "2" && paper.pages == 5 && paper.notes == ["x": 1])
    try context.save()
    #expect(try archive.otherContext().all(Paper.self).map(\.pages) == [5])
    #expect(manager.undoCount == 0 && manager.redoCount == 1)
  }

  @Test func onlySoManyGroupsAreKept() throws {
    manager.levelsOfUndo = 2
    for title in ["2", "3", "4", "5"] { try save(title) }
    #expect(manager.undoCount == 2)
    try manager.undo()
    try manager.undo()
    #expect(paper.title == "3" && !manager.canUndo && manager.redoCount == 2)
    manager.levelsOfUndo = 1
    #expect(manager.redoCount == 1)
  }

  @Test func groupsHaveNames() throws {
    #expect(manager.undoActionName.isEmpty && manager.redoActionName.isEmpty)
    paper.title = "2"
    manager.setActionName("Rename")
    #expect(manager.undoActionName == "Rename")
    try context.save()
    paper.pages = 2
    try context.save()
    #expect(manager.undoActionName.isEmpty)
    manager.setActionName("Lengthen")
    #expect(manager.undoActionName == "Lengthen")
    try manager.undo()
    #expect(manager.undoActionName == "Rename" && manager.redoActionName == "Lengthen")
    try manager.undo()
    #expect(manager.undoActionName.isEmpty && manager.redoActionName == "Rename")
    try manager.redo()
    #expect(manager.undoActionName == "Rename")
    try manager.beginUndoGrouping()
    manager.setActionName("Nothing")
    try manager.endUndoGrouping()
    paper.title = "3"
    try context.save()
    #expect(manager.undoActionName.isEmpty)
  }

  @Test func whatIsDoneWhileRegistrationIsOffStays() throws {
    paper.title = "2"
    try manager.disableUndoRegistration()
    try manager.disableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    for number in 0..<50 { context.insert(Paper("import \(number)")) }
    try context.save()
    try manager.enableUndoRegistration()
    context.insert(Paper("late"))
    try manager.enableUndoRegistration()
    #expect(manager.isUndoRegistrationEnabled)
    paper.pages = 3
    try context.save()
    #expect(manager.undoCount == 2)
    try manager.undo()
    #expect(paper.pages == 1 && paper.title == "2")
    try manager.undo()
    try context.save()
    #expect(paper.title == "1" && !manager.canUndo)
    #expect(try archive.otherContext().fetchCount(FetchDescriptor<Paper>()) == 52)
  }

  @Test func allActionsAreRemoved() throws {
    try save("2")
    paper.title = "3"
    manager.removeAllActions()
    #expect(!manager.canUndo && manager.undoCount == 0)
    paper.pages = 2
    try manager.undo()
    #expect(paper.title == "3" && paper.pages == 1 && !manager.canUndo)
  }

  @Test func aFailedSaveMakesNoGroup() throws {
    paper.pages = 2
    let other = try archive.otherContext()
    other.delete(try #require(try other.all(Paper.self).first))
    try other.save()
    #expect(throws: StackError.self) { try context.save() }
    #expect(manager.undoCount == 0)
  }

  @Test func rollbackDropsWhatWasNeverSaved() throws {
    try save("2")
    paper.title = "3"
    context.processPendingChanges()
    #expect(manager.undoCount == 2)
    context.rollback()
    #expect(manager.undoCount == 1 && paper.title == "2")
    try manager.undo()
    #expect(paper.title == "1" && manager.canRedo)
    context.rollback()
    // The undo itself was dropped.
    #expect(paper.title == "2" && manager.undoCount == 1 && !manager.canRedo)
    try manager.undo()
    try context.save()
    context.rollback()
    #expect(paper.title == "1" && manager.undoCount == 0 && manager.redoCount == 1)
  }

  @Test func askingWhatCanBeUndoneReadsAndMergesNothing() throws {
    #expect(paper.pages == 1)
    try save("2")
    try manager.undo()
    #expect(paper.hasChanges && !manager.canUndo && manager.undoActionName.isEmpty)
    let other = try archive.otherContext()
    try #require(try other.all(Paper.self).first).pages = 8
    try other.save()
    paper.notes = ["x": 1]
    #expect(manager.canUndo && paper.pages == 1)
    try manager.undo()
    #expect(paper.pages == 8 && paper.notes.isEmpty && !manager.canUndo)
  }

  @Test func aGroupThatWasGivenUpStaysSo() throws {
    try save("2")
    try save("3")
    try manager.discardUndo()
    paper.title = "4"
    context.rollback()
    #expect(manager.undoCount == 1)
  }

  @Test func whoeverHearsOfASaveMayUndoIt() throws {
    // Used on the thread that saves, where the notification is posted: this test's.
    nonisolated(unsafe) let undo = manager
    nonisolated(unsafe) var failure: (any Error)?
    let listener = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { _ in
      do { try undo.undo() } catch { failure = error }
    }
    defer { NotificationCenter.default.removeObserver(listener) }
    paper.title = "2"
    try context.save()
    #expect(failure == nil && paper.title == "1" && manager.canRedo && !manager.canUndo)
    context.rollback()
    #expect(paper.title == "2" && manager.canUndo)
  }

  @Test func resetForgetsEverything() throws {
    try save("2")
    try manager.beginUndoGrouping()
    context.reset()
    #expect(!manager.canUndo && manager.groupingLevel == 0)
    let found = try #require(try context.all(Paper.self).first)
    found.title = "3"
    try manager.undo()
    #expect(found.title == "2")
  }

  @Test func aManagerServesOneContext() throws {
    try save("2")
    let other = ModelContext(archive.container)
    other.undoManager = manager
    #expect(context.undoManager == nil && manager.context === other && !manager.canUndo)
    other.undoManager = nil
    #expect(manager.context == nil)
    #expect(throws: UndoError.noContext) { try manager.undo() }
    #expect(throws: UndoError.noContext) { try manager.beginUndoGrouping() }
  }

  @Test func aManagerKeepsNoContextAlive() throws {
    weak var gone: ModelContext?
    do {
      let context = ModelContext(archive.container)
      gone = context
      context.undoManager = manager
      context.insert(Paper("2"))
      context.processPendingChanges()
    }
    #expect(gone == nil && manager.context == nil)
    #expect(throws: UndoError.noContext) { try manager.undo() }
  }

  @Test func autosaveMakesAGroupEachTime() throws {
    context.autosaveEnabled = true
    paper.title = "2"
    context.processPendingChanges()
    paper.title = "3"
    context.processPendingChanges()
    #expect(manager.undoCount == 2 && !context.hasChanges)
    try manager.undo()
    context.processPendingChanges()
    #expect(try archive.otherContext().papers() == ["2"] && manager.redoCount == 1)
    context.autosaveEnabled = false
  }
}
