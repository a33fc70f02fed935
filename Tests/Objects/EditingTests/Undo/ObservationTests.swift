import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Who hears of what an undo changes.
@Suite(.alsoPartlyFetched) struct ObservedUndo {
  let archive: Archive
  let binder = Binder("A")
  let papers = [Paper("1"), Paper("2")]
  private var context: ModelContext { archive.context }
  private var manager: UndoManager { archive.manager }

  init() throws { archive = try Archive(binder, of: papers) }

  /// Whether something is told of while a body runs.
  private func isTold(of look: () -> Void, by body: () throws -> Void) rethrows -> Bool {
    let told = Flag()
    withObservationTracking(look) { told.set() }
    try body()
    return told.isSet
  }

  @Test(arguments: [false, true])
  func propertiesTellTheirObservers(isSaved: Bool) throws {
    papers[0].title = "one"
    papers[1].binder = nil
    if isSaved { try context.save() }
    #expect(try isTold(of: { _ = papers[0].title }) { try manager.undo() })
    #expect(papers[0].title == "1")
    #expect(try isTold(of: { _ = papers[0].title }) { try manager.redo() })
    #expect(try isTold(of: { _ = binder.papers }) { try manager.undo() })
    #expect(try isTold(of: { _ = papers[1].binder }) { try manager.redo() })
    #expect(binder.papers == [papers[0]])
  }

  @Test(arguments: [false, true])
  func resultsFollow(isSaved: Bool) throws {
    let results = try ResultsObserver(
      fetchDescriptor: FetchDescriptor<Paper>(sortBy: [SortDescriptor(\.title)]),
      modelContext: context, isolation: nil)
    #expect(results.results.map(\.title) == ["1", "2"])
    papers[0].title = "3"
    context.insert(Paper("0"))
    if isSaved { try context.save() }
    #expect(results.results.map(\.title) == ["0", "2", "3"])
    try manager.undo()
    #expect(results.results.map(\.title) == ["1", "2"])
    try manager.redo()
    #expect(results.results.map(\.title) == ["0", "2", "3"])
  }

  @Test func theManagerItselfCanBeObserved() throws {
    #expect(
      isTold(of: { _ = manager.canUndo }) {
        papers[0].title = "one"
        context.processPendingChanges()
      })
    #expect(try isTold(of: { _ = manager.canRedo }) { try manager.undo() })
  }

  @Test func undosFollowEachOther() throws {
    papers[0].title = "one"
    try context.save()
    papers[0].title = "two"
    try manager.undo()
    papers[1].title = "second"
    try manager.undo()
    try manager.undo()
    #expect(papers.map(\.title) == ["1", "2"])
    #expect(manager.redoCount == 2)
  }

  @Test func itTellsWhatItIsDoing() throws {
    #expect(!manager.isUndoing && !manager.isRedoing)
    papers[0].title = "one"
    #expect(try isTold(of: { _ = manager.isUndoing }) { try manager.undo() })
    #expect(!manager.isUndoing)
  }
}
