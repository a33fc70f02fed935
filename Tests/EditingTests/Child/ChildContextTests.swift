import Observation
import Strata
import Synchronization
import TestSupport
import Testing

/// Contexts whose saves go to another one.
@Suite struct ChildContexts {
  let archive: Archive
  let parent: ModelContext
  let binder = Binder("A")
  let papers = [Paper("1"), Letter("2"), Paper("3")]

  init() throws {
    archive = try Archive()
    parent = archive.context
    binder.papers = papers
    try archive.begin(with: binder)
  }

  private func child(of parent: ModelContext? = nil) throws -> ModelContext {
    try ModelContext(parent: parent ?? self.parent)
  }

  private func copy<Model: PersistentModel>(_ model: Model, in child: ModelContext) throws -> Model
  {
    try #require(try child.existingModel(for: model.persistentModelID, as: Model.self))
  }

  @Test func aSaveGoesToTheParentAndNotToTheStore() throws {
    let child = try child()
    #expect(child.parent === parent && parent.parent == nil)
    let paper = try copy(papers[0], in: child)
    #expect(paper !== papers[0] && paper.title == "1")
    paper.title = "one"
    #expect(child.hasChanges && !parent.hasChanges && papers[0].title == "1")
    #expect(try child.saveIfNeeded())
    #expect(!child.hasChanges && parent.hasChanges && papers[0].title == "one")
    #expect(try archive.otherContext().papers() == ["1", "2", "3"])
    parent.author = "parent"
    try parent.save()
    #expect(try archive.otherContext().papers() == ["2", "3", "one"])
    #expect(try parent.historyEntries().last?.author == "parent")
    #expect(paper.title == "one" && !child.hasChanges)
    #expect(try !child.saveIfNeeded())
  }

  @Test func whatTheParentHasNotSavedIsShownAndNotTheChilds() throws {
    let new = Paper("4")
    new.tags = [Tag("x")]
    binder.papers.append(new)
    papers[0].title = "one"
    parent.delete(papers[1])
    let child = try child()
    #expect(try child.papers() == ["3", "4", "one"])
    #expect(!child.hasChanges && child.insertedModelsArray.isEmpty)
    #expect(child.changedModelsArray.isEmpty && child.deletedModelsArray.isEmpty)
    let copied = try copy(binder, in: child)
    #expect(copied.papers.map(\.title) == ["one", "3", "4"])
    #expect(copied.papers.last?.tags.map(\.word) == ["x"])
    #expect(copied.papers.last?.persistentModelID == new.persistentModelID)
    try child.save()
    #expect(parent.insertedModelsArray.count == 2 && parent.deletedModelsArray.count == 1)
  }

  @Test func newObjectsGoOverWithTheirIdentifiersAndRelationships() throws {
    let child = try child()
    let copied = try copy(binder, in: child)
    let new = Letter("4")
    new.recipient = "B"
    new.tags = [Tag("x"), Tag("y")]
    new.cover = Cover("red")
    copied.papers.append(new)
    copied.favorite = new
    copied.recent = [new, copied.papers[0]]
    try child.save()
    let found = try #require(
      try parent.existingModel(for: new.persistentModelID, as: Letter.self))
    #expect(found !== new && found.recipient == "B" && found.cover?.color == "red")
    #expect(binder.papers.map(\.title) == ["1", "2", "3", "4"])
    #expect(binder.favorite === found && binder.recent == [found, papers[0]])
    #expect(found.tags.map(\.word) == ["x", "y"] && found.tags.first?.papers == [found])
    try parent.save()
    let other = try #require(try archive.otherContext().all(Binder.self).first)
    #expect(other.papers.map(\.title) == ["1", "2", "3", "4"])
    #expect(other.recent.map(\.title) == ["4", "1"] && other.favorite?.title == "4")
    #expect(try archive.faults().isEmpty)
    #expect(new.modelContext === child && !child.hasChanges && copied.papers[3] === new)
  }

  @Test func aDeleteGoesOverWithWhatItsRulesReach() throws {
    let part = Binder("B")
    part.parent = binder
    papers[0].cover = Cover("red")
    try parent.save()
    let child = try child()
    child.delete(try copy(binder, in: child))
    child.delete(try copy(papers[0], in: child))
    #expect(child.deletedModelsArray.count == 4)
    try child.save()
    #expect(binder.isDeleted && part.isDeleted && papers[0].isDeleted)
    #expect(papers[1].binder == nil)
    try parent.save()
    #expect(try archive.otherContext().papers() == ["2", "3"])
    #expect(try archive.otherContext().all(Cover.self).isEmpty)
    #expect(try archive.faults().isEmpty)
  }

  @Test func aNewObjectOfTheParentMayBeDeletedAndChanged() throws {
    let (first, second) = (Paper("4"), Paper("5"))
    binder.papers += [first, second]
    let child = try child()
    child.delete(try copy(first, in: child))
    try copy(second, in: child).title = "five"
    try child.save()
    #expect(first.modelContext == nil && second.title == "five")
    #expect(binder.papers.map(\.title) == ["1", "2", "3", "five"])
    try parent.save()
    #expect(try archive.otherContext().papers() == ["1", "2", "3", "five"])
  }

  @Test func aRollbackGoesBackToTheParentsState() throws {
    let new = Paper("4")
    binder.papers.append(new)
    let child = try child()
    let copied = try copy(binder, in: child)
    let gone = Paper("5")
    copied.papers.append(gone)
    child.delete(copied.papers[0])
    try copy(new, in: child).title = "four"
    child.rollback()
    #expect(!child.hasChanges && gone.modelContext == nil)
    #expect(copied.papers.map(\.title) == ["1", "2", "3", "4"])
    #expect(try !child.saveIfNeeded())
  }

  @Test func whatIsNotSavedIsGoneWithTheChild() throws {
    do {
      let child = try child()
      try copy(papers[0], in: child).title = "one"
      child.insert(Paper("4"))
    }
    #expect(!parent.hasChanges && papers[0].title == "1")
  }

  @Test func objectsThatTheParentSavesStayTheSameInTheChild() throws {
    let new = Paper("4")
    new.tags = [Tag("x")]
    binder.papers.append(new)
    papers[0].title = "one"
    let child = try child()
    let copied = try copy(new, in: child)
    let own = Paper("5")
    try copy(binder, in: child).papers.append(own)
    copied.pages = 9
    try parent.save()
    #expect(copied.modelContext === child && copied.tags.map(\.word) == ["x"])
    #expect(try copy(new, in: child) === copied && copied.pages == 9)
    #expect(child.insertedModelsArray.map(\.persistentModelID) == [own.persistentModelID])
    #expect(try child.papers() == ["2", "3", "4", "5", "one"])
    try child.save()
    #expect(new.pages == 9 && binder.papers.map(\.title) == ["one", "2", "3", "4", "5"])
    try parent.save()
    #expect(!child.hasChanges && own.modelContext === child)
    #expect(try archive.otherContext().papers() == ["2", "3", "4", "5", "one"])
    #expect(try archive.faults().isEmpty)
  }

  @Test func whatTheParentChangesOfItsNewObjectsBeforeItSavesThemReachesTheChild() throws {
    let new = Paper("4")
    parent.insert(new)
    let child = try child()
    let copied = try copy(new, in: child)
    new.title = "four"
    try parent.save()
    #expect(copied.title == "four" && !child.hasChanges)
    try child.save()
    #expect(new.title == "four" && !parent.hasChanges)
  }

  @Test func aDeleteOutlivesTheParentsSaveOfWhatWasNew() throws {
    let new = Paper("4")
    parent.insert(new)
    let child = try child()
    child.delete(try copy(new, in: child))
    try parent.save()
    #expect(try child.papers() == ["1", "2", "3"] && child.hasChanges)
    try child.save()
    #expect(new.isDeleted)
  }

  @Test func theParentsRollbackReachesTheChild() throws {
    let new = Paper("4")
    binder.papers.append(new)
    let child = try child()
    let copied = try copy(new, in: child)
    try copy(papers[0], in: child).title = "one"
    parent.rollback()
    #expect(copied.modelContext == nil)
    #expect(try child.papers() == ["2", "3", "one"] && child.hasChanges)
    try child.save()
    #expect(papers[0].title == "one")
  }

  @Test func theParentsResetReachesTheChild() throws {
    papers[0].title = "one"
    let child = try child()
    parent.reset()
    #expect(try child.papers() == ["1", "2", "3"] && !child.hasChanges)
  }

  @Test func aResetChildShowsItsParentsStateAnew() throws {
    papers[0].title = "one"
    let child = try child()
    let copied = try copy(papers[0], in: child)
    copied.title = "eins"
    child.reset()
    #expect(copied.modelContext == nil && !child.hasChanges)
    #expect(try child.papers() == ["2", "3", "one"])
  }

  @Test func theParentsChangesComeWhenTheyAreMerged() throws {
    let child = try child()
    let copied = try copy(papers[0], in: child)
    copied.pages = 7
    papers[0].title = "one"
    parent.delete(papers[2])
    #expect(copied.title == "1")
    try child.mergeChanges()
    #expect(copied.title == "one" && copied.pages == 7)
    #expect(try child.papers() == ["2", "one"])
    #expect(papers[0].pages == 1)
  }

  @Test func aChildOfAChildSavesStepByStep() throws {
    let child = try child()
    let grandchild = try self.child(of: child)
    let new = Paper("4")
    try copy(binder, in: grandchild).papers.append(new)
    try grandchild.save()
    #expect(!parent.hasChanges && child.hasChanges)
    #expect(try child.papers() == ["1", "2", "3", "4"])
    try child.save()
    try parent.save()
    #expect(try archive.otherContext().papers() == ["1", "2", "3", "4"])
    #expect(new.modelContext === grandchild && !grandchild.hasChanges && !child.hasChanges)
    try copy(papers[0], in: child).title = "one"
    try child.save()
    #expect(try grandchild.papers() == ["2", "3", "4", "one"])
  }

  @Test func aTransactionOfAChildIsTakenBackInIt() throws {
    struct Stop: Error {}
    papers[1].title = "two"
    let child = try child()
    let copied = try copy(papers[0], in: child)
    copied.pages = 5
    #expect(throws: Stop.self) {
      try child.transaction {
        copied.title = "one"
        child.insert(Paper("4"))
        throw Stop()
      }
    }
    #expect(copied.title == "1" && copied.pages == 5 && child.hasChanges)
    #expect(try child.papers() == ["1", "3", "two"])
    try child.transaction { copied.title = "one" }
    #expect(papers[0].title == "one" && papers[0].pages == 5 && !child.hasChanges)
  }

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

  @Test func othersSavesAreShownInAChildToo() throws {
    let child = try child()
    let copied = try copy(papers[0], in: child)
    copied.pages = 3
    let other = try archive.otherContext()
    for paper in try other.all(Paper.self) { paper.title += "!" }
    try other.save()
    #expect(try child.papers() == ["1!", "2!", "3!"] && copied.pages == 3)
    try child.save()
    try parent.save()
    #expect(papers[0].title == "1!" && papers[0].pages == 3)
  }

  @Test func whatCannotBeSavedIsRefusedByTheChild() throws {
    let child = try child()
    let stray = Paper("4")
    stray.binder = binder
    child.insert(stray)
    #expect(throws: StackError.self) { try child.save() }
    stray.binder = nil
    try child.save()
    #expect(try parent.papers() == ["1", "2", "3", "4"])
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

  @Test func aRefreshGoesBackToTheParentsState() throws {
    papers[0].title = "one"
    let child = try child()
    let copied = try copy(papers[0], in: child)
    copied.pages = 8
    try child.refresh(copied, mergeChanges: true)
    #expect(copied.title == "one" && copied.pages == 8)
    try child.refresh(copied, mergeChanges: false)
    #expect(copied.title == "one" && copied.pages == 1 && !child.hasChanges)
    try child.save()
    #expect(papers[0].title == "one" && parent.hasChanges)
  }

  @Test func aNewObjectThatAnotherStandsForIsThatOneInTheChildToo() throws {
    let other = try archive.otherContext()
    let existing = Tag("x")
    existing.weight = 5
    other.insert(existing)
    try other.save()
    let child = try child()
    let tag = Tag("x")
    child.insert(tag)
    try child.save()
    let paper = Paper("4")
    paper.tags = [tag]
    child.insert(paper)
    try parent.save()
    #expect(tag.modelContext === child)
    #expect(tag.persistentModelID == existing.persistentModelID)
    #expect(paper.tags == [tag] && tag.papers == [paper])
    try child.save()
    try parent.save()
    let tags = try archive.otherContext().all(Tag.self)
    #expect(tags.count == 1 && tags.first?.papers.map(\.title) == ["4"])
    #expect(try archive.faults().isEmpty)
  }

  @Test func aRollbackForgetsMistakesToo() throws {
    let child = try child()
    let stray = Paper("4")
    child.insert(stray)
    stray.binder = binder
    #expect(throws: StackError.self) { try child.save() }
    child.rollback()
    try child.save()
    #expect(!parent.hasChanges)
  }

  @Test func whatCannotBeSavedInTheChildDoesNotKeepItFromItsParentsObjects() throws {
    let new = Paper("4")
    parent.insert(new)
    let child = try child()
    let copied = try copy(new, in: child)
    let stray = Paper("5")
    child.insert(stray)
    stray.binder = binder
    try parent.save()
    #expect(copied.modelContext === child)
    #expect(try child.papers() == ["1", "2", "3", "4", "5"])
    child.rollback()
    #expect(try child.papers() == ["1", "2", "3", "4"] && copied.modelContext === child)
  }

  @Test func aDeletedNewObjectOfTheParentComesBackAsItself() throws {
    let new = Paper("4")
    parent.insert(new)
    let child = try child()
    let copied = try copy(new, in: child)
    child.delete(copied)
    #expect(copied.modelContext == nil)
    child.rollback()
    #expect(copied.modelContext === child && copied.title == "4")
  }

  @Test func objectsWhoseMembersBothHaveChangedAreTheChildsToo() throws {
    papers[0].tags.append(Tag("x"))
    binder.papers.append(Paper("4"))
    let child = try child()
    #expect(child.changedModelsArray.isEmpty)
    let copied = try copy(papers[0], in: child)
    copied.tags.append(Tag("y"))
    try copy(binder, in: child).papers.append(Paper("5"))
    let changed = Set(child.changedModelsArray.map(\.persistentModelID))
    #expect(changed == [papers[0].persistentModelID, binder.persistentModelID])
    try child.save()
    #expect(papers[0].tags.map(\.word) == ["x", "y"])
    #expect(binder.papers.map(\.title) == ["1", "2", "3", "4", "5"])
  }

  @Test func aMergeWithoutNewsTellsNobody() throws {
    papers[0].title = "one"
    let child = try child()
    let copied = try copy(papers[0], in: child)
    copied.pages = 2
    let count = Counter()
    withObservationTracking {
      _ = copied.pages
    } onChange: {
      count.add()
    }
    for _ in 0..<3 { try child.mergeChanges() }
    #expect(count.value == 0 && copied.pages == 2)
  }

  @Test func aThousandObjectsGoOver() throws {
    let child = try child()
    let copied = try copy(binder, in: child)
    copied.papers += (0..<1_000).map { Paper("new \($0)") }
    try child.save()
    #expect(binder.papers.count == 1_003)
    try parent.save()
    #expect(!child.hasChanges && copied.papers.count == 1_003)
    #expect(try archive.faults().isEmpty)
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
