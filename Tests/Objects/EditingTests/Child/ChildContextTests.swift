import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Contexts whose saves go to another one.
@Suite(.alsoPartlyFetched) final class ChildContexts: Family {
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

  @Test(arguments: [false, true])
  func anAssignmentThatChangesNothingIsUnsavedUntilTheSave(parentHasChanges: Bool) throws {
    if parentHasChanges { papers[1].title = "two" }
    let child = try child()
    let paper = try copy(papers[0], in: child)
    paper.title = paper.title
    paper.tags = []
    #expect(child.hasChanges)
    try child.save()
    #expect(!child.hasChanges && child.changedModelsArray.isEmpty)
    #expect(parent.hasChanges == parentHasChanges)
    try parent.save()
    try child.mergeChanges()
    #expect(!child.hasChanges && child.changedModelsArray.isEmpty)
    paper.title = "one"
    #expect(child.hasChanges)
    try child.save()
    #expect(!child.hasChanges && papers[0].title == "one")
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
