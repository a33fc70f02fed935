import Foundation
import Strata
import StrataHistory
import StrataStoreSupport
import Testing

/// Who has inserted objects, by the history.
@Suite struct InsertedByAuthors {
  private let context: ModelContext

  init() throws {
    context = ModelContext(try ModelContainer(for: [Entry.self], configuration: .temporary))
  }

  private func insert(_ names: [String], by author: TransactionAuthor?) throws -> [Entry] {
    context.author = author?.name
    let entries = names.map { Entry($0) }
    for entry in entries { context.insert(entry) }
    try context.save()
    return entries
  }

  @Test func areFoundByObject() throws {
    let all =
      try insert(["a", "b"], by: "clerk") + insert(["c"], by: nil)
      + insert(["d", "e"], by: "guest")
    context.author = "editor"
    all[0].note = "later"
    try context.save()
    let authors = try InsertionAuthors(of: Entry.self, in: context)
    #expect(all.map { authors.author(of: $0)?.name } == ["clerk", "clerk", nil, "guest", "guest"])
    #expect(authors.author(of: Entry("new")) == nil)
  }
}
