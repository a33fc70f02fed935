import Foundation
import StrataStoreSupport
import Strata
@_spi(Query) import StrataContexts
import StrataQuery
import StrataTestSupport
import Testing

@Suite struct Pages {
  @Test(arguments: SortCase.all)
  func areThePartsOfAFetch(_ test: SortCase) throws {
    try ServerRefusal.allowed(for: test.text) { try expectParts(test) }
  }

  private func expectParts(_ test: SortCase) throws {
    var random = SeededGenerator()
    let fleet = try Fleet(&random, voyages: 80)
    try fleet.context.save()
    let context = ModelContext(fleet.context.container)
    let descriptor = FetchDescriptor(sortBy: test.keys())
    let all = try context.fetch(descriptor)
    let size = Int.random(in: 1...9, using: &random)
    var found: [Voyage] = []
    var page = try context.fetchPage(descriptor, limit: size)
    #expect(page.previous == nil)
    while true {
      found += page.elements
      guard let next = page.next else { break }
      try #require(page.count == size)
      // A client gets the text.
      page = try context.fetchPage(
        descriptor, after: try PageCursor(next.description), limit: size)
    }
    #expect(found == all)
    found = []
    page = try context.fetchPage(descriptor, before: nil, limit: size)
    #expect(page.next == nil)
    while true {
      found = page.elements + found
      guard let previous = page.previous else { break }
      page = try context.fetchPage(descriptor, before: previous, limit: size)
    }
    #expect(found == all)
  }

  private func shelf(_ numbers: [Int]) throws -> ModelContext {
    let container = try ModelContainer(for: [PagedNote.self], configuration: .temporary)
    let context = ModelContext(container)
    for number in numbers { context.insert(PagedNote(number)) }
    try context.save()
    return context
  }

  private let byNumber = FetchDescriptor(
    sortBy: [SortDescriptor(\PagedNote.number, order: .reverse)])

  @Test func goForthAndBack() throws {
    let context = try shelf(Array(0..<10))
    let first = try context.fetchPage(byNumber, limit: 4)
    #expect(first.map(\.number) == [9, 8, 7, 6])
    let second = try context.fetchPage(byNumber, after: first.next, limit: 4)
    #expect(second.map(\.number) == [5, 4, 3, 2])
    let third = try context.fetchPage(byNumber, after: second.next, limit: 4)
    #expect(third.map(\.number) == [1, 0] && third.next == nil)
    let back = try context.fetchPage(byNumber, before: third.previous, limit: 4)
    #expect(back.map(\.number) == [5, 4, 3, 2])
    #expect(back.next == second.next && back.previous == second.previous)
    let begin = try context.fetchPage(byNumber, before: back.previous, limit: 9)
    #expect(begin.map(\.number) == [9, 8, 7, 6] && begin.previous == nil)
    #expect(try context.fetchPage(byNumber, limit: .max).count == 10)
  }

  @Test func stayInPlaceWhileOthersChange() throws {
    let context = try shelf(Array(0..<10))
    let first = try context.fetchPage(byNumber, limit: 4)
    context.insert(PagedNote(100))
    // The object of the cursor, and one behind it.
    for note in try context.fetch(byNumber) where [6, 5].contains(note.number) {
      context.delete(note)
    }
    try context.save()
    let second = try context.fetchPage(byNumber, after: first.next, limit: 4)
    #expect(second.map(\.number) == [4, 3, 2, 1])
  }

  @Test func haveCursorsOfThePredicateAsItIsNow() throws {
    let context = try shelf(Array(0..<10))
    func descriptor(_ least: Int) -> FetchDescriptor<PagedNote> {
      FetchDescriptor(predicate: #Predicate { $0.number >= least }, sortBy: byNumber.sortBy)
    }
    let first = try context.fetchPage(descriptor(2), limit: 3)
    let second = try context.fetchPage(descriptor(5), after: first.next, limit: 3)
    #expect(first.map(\.number) == [9, 8, 7] && second.map(\.number) == [6, 5])
    #expect(second.next == nil)
  }

  @Test func areEmptyWhereNothingIsFound() throws {
    let context = try shelf([])
    let page = try context.fetchPage(byNumber, limit: 3)
    #expect(page.isEmpty && page.next == nil && page.previous == nil)
  }

  @Test func refuseUnsavedChangesAndRanges() throws {
    let context = try shelf([1])
    #expect(throws: StackError.pageWithRange) { try context.fetchPage(byNumber, limit: 0) }
    var ranged = byNumber
    ranged.fetchLimit = 3
    #expect(throws: StackError.pageWithRange) { try context.fetchPage(ranged, limit: 1) }
    context.insert(PagedNote(2))
    #expect(throws: StackError.pendingChangesWithPages) {
      try context.fetchPage(byNumber, limit: 1)
    }
  }

  @Test func haveCursorsOfTextsOfAnyLength() throws {
    let context = try shelf([1, 2, 3])
    let byText = FetchDescriptor(sortBy: [SortDescriptor(\PagedNote.text)])
    for note in try context.fetch(byText) {
      note.text = String(repeating: "é", count: 100_000) + "\(note.number)"
    }
    try context.save()
    let first = try context.fetchPage(byText, limit: 1)
    let cursor = try PageCursor(try #require(first.next).description)
    #expect(try context.fetchPage(byText, after: cursor, limit: 5).map(\.number) == [2, 3])
  }

  @Test func refuseCursorsOfOtherOrders() throws {
    let context = try shelf(Array(0..<5))
    let cursor = try #require(try context.fetchPage(byNumber, limit: 2).next)
    for keys in [[], [SortDescriptor(\PagedNote.number)], [SortDescriptor(\PagedNote.text)]] {
      #expect(throws: StackError.cursorOfOtherOrder(cursor.description)) {
        try context.fetchPage(FetchDescriptor(sortBy: keys), after: cursor, limit: 2)
      }
    }
  }

  @Test func refuseTextsThatAreNoCursors() throws {
    let context = try shelf(Array(0..<5))
    let cursor = try #require(try context.fetchPage(byNumber, limit: 2).next)
    let json = try JSONEncoder().encode(cursor)
    #expect(try JSONDecoder().decode(PageCursor.self, from: json) == cursor)
    let characters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    #expect(cursor.description.allSatisfy { characters.contains($0) })
    func text(_ json: String) -> String { Data(json.utf8).base64EncodedString() }
    for wrong in [
      "", "x", "%", text("{}"), text("[1]"), text(#"{"v":2,"o":"a","k":1,"d":[]}"#),
      text(#"{"v":1,"o":"a","k":-1,"d":[]}"#),
      text(#"{"v":1,"o":"a","k":1,"d":[{"i":1,"t":"a"}]}"#),
      text(#"{"v":1,"o":"a","k":1,"d":[{"r":9221120237041090560}]}"#),
      String(cursor.description.dropFirst(3)), String(repeating: "A", count: 200_000),
    ] {
      #expect(throws: StackError.self, "\(wrong.prefix(20))") { try PageCursor(wrong) }
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PageCursor.self, from: Data("\"x\"".utf8))
    }
    // A cursor with a value of another type.
    let forged = String(
      decoding: try #require(Data(base64Encoded: padded(cursor.description))), as: UTF8.self)
    let other = try PageCursor(text(forged.replacing(/"i":[0-9]+/, with: #""t":"x""#)))
    #expect(throws: StackError.self) {
      try context.fetchPage(byNumber, after: other, limit: 2)
    }
  }

  private func padded(_ text: String) -> String {
    text + String(repeating: "=", count: (4 - text.count % 4) % 4)
  }

  @Test(arguments: [false, true]) func beginAtTheCursorByTheIndex(isBackward: Bool) throws {
    let context = try shelf(Array(0..<3000))
    let cursor = try #require(try context.fetchPage(byNumber, limit: 1500).next)
    let query = try context.pageQuery(byNumber, from: cursor, limit: 5, isBackward: isBackward)
    let explanation = try context.explain(query)
    if !TestServer.isWanted {
      #expect(
        explanation.plan.contains { $0.contains("SEARCH") && $0.contains("number") },
        "\(explanation)")
      #expect(!explanation.plan.contains { $0.contains("TEMP B-TREE FOR ORDER") }, "\(explanation)")
    }
  }
}

@Model private final class PagedNote {
  #Index<PagedNote>([\.number])
  var number: Int
  var text: String?

  init(_ number: Int) { self.number = number }
}
