import Observation
import StrataStoreSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

/// What a child shows when its parent and others save.
@Suite(.alsoPartlyFetched) final class FollowingChildren: Family {
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
}

private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
