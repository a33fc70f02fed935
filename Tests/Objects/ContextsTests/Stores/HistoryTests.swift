import StrataModelSupport
import Strata
import Testing

@Suite struct History {
  @Test func hasOneEntryForASave() throws {
    let context = try ModelContext.inMemory()
    context.author = "tester"
    context.name = "first"
    let (crate, parcel) = (Crate(serial: 1), Parcel(serial: 2))
    context.insert(crate)
    context.insert(parcel)
    try context.save()
    crate.value = 3
    context.delete(parcel)
    try context.save()
    let entries = try context.historyEntries()
    #expect(entries.map(\.number) == [1, 2])
    #expect(entries.allSatisfy { $0.author == "tester" && $0.contextName == "first" })
    #expect(entries[0].changes.map(\.kind) == [.insert, .insert])
    let update = try #require(entries[1].changes.first { $0.kind == .update })
    #expect(update.entity == "Crate" && update.key == crate.id.rowKey)
    #expect(update.properties == ["value"])
    #expect(entries[1].changes.contains { $0.kind == .delete && $0.entity == "Parcel" })
  }

  @Test func namesItsAuthors() throws {
    let store = try Storehouse()
    for author in ["a", "b", nil, "a"] {
      let context = try store.context()
      context.author = author
      context.insert(Mark(serial: 1))
      try context.save()
    }
    let context = try store.context()
    #expect(try context.historyEntries().map(\.author) == ["a", "b", nil, "a"])
    #expect(try context.historyEntries(author: "a").map(\.number) == [1, 4])
    #expect(try context.historyEntries(after: 2).map(\.number) == [3, 4])
    #expect(try context.historyEntries(limit: 1).map(\.number) == [1])
    #expect(try context.historyEntry(3)?.author == .some(nil))
    #expect(try context.historyEntry(9) == nil)
  }

  @Test func hasNoEntryForASaveThatFailed() throws {
    let context = try ModelContext.inMemory()
    context.uniqueConflictPolicy = .error
    context.insert(Author(name: "x"))
    context.insert(Author(name: "x"))
    #expect(throws: StackError.self) { try context.save() }
    #expect(try context.historyEntries().isEmpty)
    context.rollback()
    context.insert(Author(name: "x"))
    try context.save()
    #expect(try context.historyEntries().map(\.number) == [1])
  }
}
