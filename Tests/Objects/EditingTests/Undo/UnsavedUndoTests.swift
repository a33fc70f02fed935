import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What was never saved, undone and redone.
@Suite(.alsoPartlyFetched) struct UnsavedChanges {
  let archive: Archive
  let binder = Binder("A")
  let paper = Paper("1")
  private var context: ModelContext { archive.context }
  private var manager: UndoManager { archive.manager }

  init() throws { archive = try Archive(binder, of: [paper]) }

  @Test func aManagerIsNilAtFirst() throws {
    #expect(ModelContext(archive.container).undoManager == nil)
    #expect(context.undoManager === manager && manager.context === context)
  }

  @Test func aChangedPropertyIsUndoneAndRedone() throws {
    paper.title = "one"
    paper.notes = ["x": 1]
    #expect(manager.canUndo && !manager.canRedo)
    try manager.undo()
    #expect(paper.title == "1" && paper.notes.isEmpty && !context.hasChanges)
    #expect(!manager.canUndo && manager.canRedo)
    try manager.redo()
    #expect(paper.title == "one" && paper.notes == ["x": 1] && paper.hasChanges)
    try context.save()
    #expect(try archive.otherContext().papers() == ["one"])
  }

  @Test func aNewObjectLeavesAndComesBackAsItself() throws {
    let new = Paper("2")
    context.insert(new)
    binder.papers.append(new)
    let identifier = new.persistentModelID
    try manager.undo()
    #expect(new.modelContext == nil && binder.papers == [paper] && !context.hasChanges)
    try manager.redo()
    #expect(new.modelContext === context && new.persistentModelID == identifier)
    #expect(binder.papers == [paper, new] && new.binder === binder)
  }

  @Test func aDeletedObjectComesBackWithWhatWentWithIt() throws {
    let child = Binder("B")
    child.parent = binder
    let cover = Cover("red")
    paper.cover = cover
    try context.save()
    context.delete(binder)
    context.delete(paper)
    try manager.undo()
    #expect(!binder.isDeleted && !paper.isDeleted && !child.isDeleted && !cover.isDeleted)
    #expect(binder.children == [child] && binder.papers == [paper] && paper.cover === cover)
    #expect(!context.hasChanges)
  }

  @Test(arguments: [false, true])
  func aLinkThatWasMadeToWhatWentDoesNotComeBackWithIt(isRenamed: Bool) throws {
    binder.favorite = paper
    if isRenamed { binder.name = "B" }
    context.delete(paper)
    try manager.undo()
    #expect(paper.modelContext === context && binder.papers == [paper])
    #expect(binder.favorite == nil && binder.name == "A")
    try context.save()
    #expect(try archive.otherContext().all(Binder.self).first?.favorite == nil)
  }

  @Test func severalGroupsThatWaitAreUndoneOneByOne() throws {
    paper.title = "2"
    context.processPendingChanges()
    paper.title = "3"
    context.processPendingChanges()
    paper.title = "4"
    #expect(manager.undoCount == 2)
    for title in ["3", "2", "1"] {
      try manager.undo()
      #expect(paper.title == title)
    }
    #expect(!context.hasChanges && manager.redoCount == 3)
    for title in ["2", "3", "4"] {
      try manager.redo()
      #expect(paper.title == title)
    }
  }

  @Test func whatChangesNothingMakesNoGroup() throws {
    paper.title = "1"
    context.processPendingChanges()
    #expect(!manager.canUndo)
    try context.save()
    #expect(!manager.canUndo)
    #expect(throws: UndoError.nothingToUndo) { try manager.undo() }
    #expect(throws: UndoError.nothingToRedo) { try manager.redo() }
  }

  @Test func aChangeAfterAnUndoForgetsWhatCouldBeRedone() throws {
    paper.title = "2"
    try manager.undo()
    paper.pages = 7
    #expect(throws: UndoError.nothingToRedo) { try manager.redo() }
    #expect(paper.pages == 7 && !manager.canRedo)
  }

  @Test func fetchesSeeWhatWasUndone() throws {
    paper.title = "2"
    context.insert(Paper("3"))
    try manager.undo()
    #expect(try context.papers() == ["1"])
    #expect(
      try context.fetchCount(FetchDescriptor<Paper>(predicate: #Predicate { $0.title == "2" })) == 0
    )
  }

  @Test func aSetOfRelationshipsGoesBackAsItWas() throws {
    let other = Binder("B")
    let tags = [Tag("x"), Tag("y"), Tag("z")]
    let second = Paper("2")
    context.insert(other)
    binder.papers.append(second)
    binder.favorite = paper
    binder.recent = [second, paper]
    for tag in tags { context.insert(tag) }
    paper.tags = tags
    paper.cover = Cover("red")
    try context.save()
    paper.tags.remove(at: 0)
    paper.cover = nil
    paper.binder = other
    binder.favorite = second
    binder.recent.remove(at: 0)
    try manager.undo()
    #expect(paper.tags == tags && tags.allSatisfy { $0.papers == [paper] })
    #expect(paper.cover?.color == "red" && paper.cover?.paper === paper)
    #expect(binder.papers == [paper, second] && other.papers.isEmpty && paper.binder === binder)
    #expect(binder.favorite === paper && binder.recent == [second, paper])
  }
}
