import StoreSupport
import Strata
import TestSupport
import Testing

/// Deletes of a child that leave others as they are.
@Suite struct ChildDeletions {
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
