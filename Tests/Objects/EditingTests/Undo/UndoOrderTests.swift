import StrataStoreSupport
import Strata
import Testing

/// The order of members that an undo shows, and the save keeps.
@Suite(.alsoPartlyFetched) struct UndoneOrders {
  @Test func isThatOfTheStoreWhereAMemberWasSetToItsOwnerAgain() throws {
    let binder = Binder("A")
    let papers = (1...4).map { Paper("\($0)") }
    let archive = try Archive(binder, of: papers)
    // The third one gets a place of its own, behind the fourth.
    papers[2].binder = nil
    papers[2].binder = binder
    try archive.context.save()
    archive.manager.removeAllActions()
    papers[2].binder = binder
    papers[0].title = "one"
    try archive.manager.undo()
    let shown = binder.papers.map(\.title)
    try archive.context.save()
    let read = try archive.otherContext().all(Binder.self)[0].papers.map(\.title)
    #expect(shown == ["1", "2", "4", "3"])
    #expect(read == shown)
  }
}
