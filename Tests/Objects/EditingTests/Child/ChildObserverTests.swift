import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Observers of a child's results.
@MainActor @Suite(.alsoPartlyFetched, .timeLimit(.scaledMinutes(5))) struct ChildObservers {
  @Test func doNotKeepEachOtherBusy() async throws {
    let archive = try Archive()
    let paper = Paper("1")
    try archive.begin(with: paper)
    archive.context.insert(Paper("2"))
    let child = try ModelContext(parent: archive.context)
    let observers = try (0..<2).map { _ in
      try ResultsObserver(sortBy: [SortDescriptor(\Paper.title)], modelContext: child)
    }
    let copied = try #require(
      try child.existingModel(for: paper.persistentModelID, as: Paper.self))
    copied.title = "3"
    var turns = 0
    while observers.contains(where: { $0.results.map(\.title) != ["2", "3"] }), turns < 100_000 {
      await Task.yield()
      turns += 1
    }
    #expect(observers.allSatisfy { $0.results.map(\.title) == ["2", "3"] })
    // The parent's unsaved changes aren't looked at for an edit in the child.
    archive.context.insert(Paper("0"))
    copied.pages = 4
    for _ in 0..<1_000 { await Task.yield() }
    #expect(observers.allSatisfy { $0.results.map(\.title) == ["2", "3"] })
    try child.mergeChanges()
    #expect(observers.allSatisfy { $0.results.map(\.title) == ["0", "2", "3"] })
  }
}
