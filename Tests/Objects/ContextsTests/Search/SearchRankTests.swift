import StrataModelSupport
import Strata
import Testing

@Suite struct SearchRanks {
  let store: NoteStore
  let context: ModelContext

  init() throws {
    store = try NoteStore()
    context = try store.context()
    let filler = String(repeating: "filler ", count: 60)
    for note in [
      Searched.Note("one", filler + "zermatt"), .init("two", "zermatt zermatt zermatt"),
      .init("three", filler), .init("zermatt four", filler + "zermatt"),
    ] {
      context.insert(note)
    }
    try context.save()
  }

  @Test func putTheBestFirst() throws {
    let found = try context.fetch(FetchDescriptor<Searched.Note>(search: "zermatt"))
    #expect(found.first?.title == "two" && found.count == 3)
    var limited = FetchDescriptor<Searched.Note>(search: "zermatt")
    limited.fetchLimit = 1
    #expect(try context.fetch(limited).map(\.title) == ["two"])
    limited.fetchOffset = 1
    #expect(try context.fetch(limited).map(\.title) == [found[1].title])
  }

  @Test func decideBetweenObjectsThatSortKeysLeaveEqual() throws {
    let notes = try context.all(Searched.Note.self)
    notes[0].isPinned = true
    notes[2].isPinned = true
    try context.save()
    let found = try context.fetch(
      FetchDescriptor<Searched.Note>(
        search: "zermatt OR filler", predicate: #Predicate { $0.title != "three" },
        sortBy: [SortDescriptor(\.isPinned, order: .reverse)]))
    #expect(found.count == 3 && found[0].title == "one")
    #expect(Set(found[1...].map(\.title)) == ["two", "zermatt four"])
  }

  @Test func areNilForUnsavedObjects() throws {
    context.insert(Searched.Note("zermatt zermatt"))
    let results = try context.search(FetchDescriptor<Searched.Note>(search: "zermatt"))
    #expect(results.map { $0.rank == nil } == [false, false, false, true])
    #expect(results.last?.object.title == "zermatt zermatt")
    let ranks = results.compactMap(\.rank)
    #expect(ranks == ranks.sorted(by: >))
    try context.save()
    let saved = try context.search(FetchDescriptor<Searched.Note>(search: "zermatt"))
    #expect(saved.allSatisfy { $0.rank != nil } && saved.count == 4)
  }

  @Test func makeNoPages() throws {
    #expect(throws: StackError.pageOfSearch) {
      try context.fetchPage(FetchDescriptor<Searched.Note>(search: "zermatt"), limit: 2)
    }
    let page = try context.fetchPage(
      FetchDescriptor<Searched.Note>(
        predicate: #Predicate { $0.matches("zermatt") }, sortBy: [SortDescriptor(\.title)]),
      limit: 2)
    #expect(page.map(\.title) == ["one", "two"])
  }

  @Test func comeWithMarkedTexts() throws {
    let results = try context.search(FetchDescriptor<Searched.Note>(search: "zer*"))
    let four = try #require(results.first { $0.object.title == "zermatt four" })
    #expect(try four.highlight(of: \.title) == "<b>zermatt</b> four")
    let snippet = try four.snippet(of: \.body, prefix: "[", suffix: "]", wordCount: 4)
    #expect(snippet == "…filler filler filler [zermatt]")
    let one = try #require(results.first { $0.object.title == "one" })
    #expect(try one.highlight(of: \.title, prefix: "[", suffix: "]") == "one")
    #expect(try #require(try one.highlight(of: \.body)).hasSuffix("<b>zermatt</b>"))
    #expect(throws: StackError.missingSearch) {
      try context.search(FetchDescriptor<Searched.Note>())
    }
  }

  @Test func areFollowedByObservers() async throws {
    let observer = try ResultsObserver(
      fetchDescriptor:
        FetchDescriptor<Searched.Note>(search: "zermatt"), modelContext: context)
    #expect(observer.results.count == 3)
    let note = try #require(try context.all(Searched.Note.self).first { $0.title == "three" })
    note.body = "zermatt"
    try observer.update()
    #expect(observer.results.count == 4 && observer.results.last === note)
  }
}
