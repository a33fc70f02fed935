import Foundation
import Strata
import StrataHistory
import StrataStoreSupport
import Testing

/// Who has inserted objects, by the history.
@Suite struct InsertedByAuthors {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(for: [Entry.self, Transfer.self], configuration: .temporary))
  }

  private func insert(_ entries: [Entry], by author: TransactionAuthor?) throws -> [Entry] {
    context.author = author?.name
    for entry in entries { context.insert(entry) }
    try context.save()
    return entries
  }

  @Test func areFoundByObject() throws {
    let all =
      try insert([Entry("a"), Transfer("b")], by: "clerk") + insert([Entry("c")], by: nil)
      + insert([Entry("d"), Entry("e")], by: "guest")
    context.author = "editor"
    all[0].note = "later"
    try context.save()
    let authors = try InsertionAuthors(of: Entry.self, in: context)
    #expect(all.map { authors.author(of: $0)?.name } == ["clerk", "clerk", nil, "guest", "guest"])
    #expect(authors.author(of: Entry("new")) == nil)
    let transfers = try InsertionAuthors(of: Transfer.self, in: context)
    #expect(all.map { transfers.author(of: $0)?.name } == [nil, "clerk", nil, nil, nil])
  }

  @Test func areNotThoseOfAnotherStore() throws {
    _ = try insert([Entry("a")], by: "clerk")
    let authors = try InsertionAuthors(of: Entry.self, in: context)
    let other = ModelContext(try ModelContainer(for: [Entry.self], configuration: .temporary))
    let entry = Entry("b")
    other.insert(entry)
    try other.save()
    #expect(authors.author(of: entry) == nil)
  }

  @Test func areTheLastOnesOfObjectsThatReturn() throws {
    let manager = UndoManager()
    context.undoManager = manager
    let all = try insert([Entry("a"), Entry("b"), Entry("c")], by: "clerk")
    context.delete(all[1])
    try context.save()
    context.author = "guest"
    try manager.undo()
    try context.save()
    let found = try context.fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.code)]))
    let authors = try InsertionAuthors(of: Entry.self, in: context)
    #expect(found.map { authors.author(of: $0)?.name } == ["clerk", "guest", "clerk"])
  }
}
