import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Deletes of a child that leave others as they are.
@Suite(.alsoPartlyFetched) struct ChildDeletions {
  @Test func leaveMembersWhereTheRuleDoesNothing() throws {
    let parent = ModelContext(
      try ModelContainer(
        for: Dock.self, Ship.self, configurations: .temporary))
    let dock = Dock()
    let ship = Ship()
    ship.dock = dock
    parent.insert(ship)
    try parent.save()
    parent.undoManager = UndoManager()
    let child = try ModelContext(parent: parent)
    child.delete(try child.existing(withID: dock.typedObjectID))
    try child.save()
    #expect(dock.isDeleted && !ship.isDeleted)
    try parent.save()
    try parent.undoManager?.undo()
    try parent.undoManager?.redo()
    try parent.save()
    #expect(try parent.fetchCount(FetchDescriptor<Dock>()) == 0)
    #expect(try parent.fetchCount(FetchDescriptor<Ship>()) == 1)
  }

  @Test func keepUnsavedMembersOfADeletedOwnerThatReturns() throws {
    let archive = try Archive()
    let (binder, paper) = (Binder("A"), Paper("1"))
    try archive.begin(with: binder, paper)
    let parent = archive.context
    parent.mergePolicy = .error
    binder.papers.append(paper)
    parent.delete(binder)
    let child = try ModelContext(parent: parent)
    child.insert(Tag("new"))
    try child.save()
    let other = ModelContext(archive.container)
    try other.existing(withID: binder.typedObjectID).name = "B"
    try other.save()
    // The deletion is taken back, and with it what the binder had.
    try parent.mergeChanges()
    try parent.resolve(try #require(parent.mergeConflicts.first), by: .rollback)
    #expect(!binder.isDeleted && binder.name == "B")
    #expect(paper.binder === binder)
    #expect(binder.papers.map(\.title) == ["1"])
    try parent.save()
    let stored = try ModelContext(archive.container).fetch(FetchDescriptor<Binder>())
    #expect(stored.map(\.papers.count) == [1])
  }
}

@Model final class Dock {
  var name = ""
  @Relationship(deleteRule: .noAction, inverse: \Ship.dock) var ships: [Ship] = []
  init() {}
}

@Model final class Ship {
  var name = ""
  var dock: Dock?
  init() {}
}
