import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What `Docs/Observing.md` shows, run.
@Suite(.timeLimit(.scaledMinutes(5))) @MainActor final class ObservingDocument {
  private let context: ModelContext
  private var lines: [String] = []

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Errand.self, configurations: .temporary))
    for (title, room, minutes) in [("dust", "den", 10), ("mop", "bath", 20), ("wash", "bath", 30)] {
      context.insert(Errand(title, room, minutes))
    }
    try context.save()
  }

  private func errand(_ title: String) throws -> Errand {
    try #require(try context.all(Errand.self).first { $0.title == title })
  }

  /// What shows the results to somebody.
  private struct List {
    var titles: [String] = []

    mutating func remove(at positions: [Int]) {
      for position in positions.sorted(by: >) { titles.remove(at: position) }
    }

    mutating func insert(_ results: FetchResultsCollection<Errand>, at positions: [Int]) {
      for position in positions.sorted() {
        titles.insert(results[position].title, at: position)
      }
    }

    mutating func refresh(_ results: FetchResultsCollection<Errand>, at positions: [Int]) {
      for position in positions { titles[position] = results[position].title }
    }
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Observing.md")
    #expect(page.examples.count >= 4)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func hasResultsInSections() throws {
    let observer = try ResultsObserver(
      filterBy: #Predicate<Errand> { !$0.isDone }, sortBy: [SortDescriptor(\.title)],
      sectionBy: \.room, modelContext: context)
    if let sections = observer.sections {
      for section in sections {
        lines.append(section.title + ": " + section.map(\.title).joined(separator: ", "))
      }
    }
    #expect(lines == ["bath: mop, wash", "den: dust"])
  }

  @Test func hasChanges() async throws {
    let observer = try ResultsObserver<Errand, Never>(
      sortBy: [SortDescriptor(\.title)], modelContext: context)
    var list = List()
    context.delete(try errand("dust"))
    for await change in observer.changes {
      list.remove(at: change.difference.deletions + change.difference.moves.map(\.from))
      list.insert(
        change.results, at: change.difference.insertions + change.difference.moves.map(\.to))
      list.refresh(change.results, at: change.difference.updates)
      if list.titles == ["scrub", "wash"] { break }
      try errand("mop").title = "scrub"
    }
    #expect(list.titles == observer.results.map(\.title))
  }

  @Test func hasAggregates() async throws {
    let open = try AggregateObserver(
      fetchCount: FetchDescriptor(predicate: #Predicate<Errand> { !$0.isDone }),
      modelContext: context)
    let effort = try AggregateObserver(
      of: Errand.self, .sum(\.minutes), .maximum(\.minutes), modelContext: context)
    let rooms = try AggregateObserver(
      groupsOf: Errand.self, by: \.room, aggregating: .count, sortBy: [.by(.count, .reverse)],
      modelContext: context)
    #expect(open.value == 3 && rooms.value.map(\.key) == ["bath", "den"])
    for await (sum, longest) in effort.updates {
      lines.append("\(sum) minutes, at most \(longest ?? 0)")
      if sum > 60 { break }
      context.insert(Errand("paint", "den", 90))
    }
    #expect(lines == ["60 minutes, at most 30", "150 minutes, at most 90"])
    #expect(rooms.value.map(\.values) == [2, 2] && open.value == 4)
  }
}

@Model final class Errand {
  var title: String
  var room: String
  var minutes: Int
  var isDone = false

  init(_ title: String, _ room: String, _ minutes: Int) {
    self.title = title
    self.room = room
    self.minutes = minutes
  }
}
