import Foundation
import StrataStoreSupport
import Strata
import StrataImport
import StrataTestSupport
import Testing

/// What a class promises, by each way in which a program changes a store. `Docs/Promises.md` names these tests.
@Suite struct Doors {
  private let folder: TemporaryFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: Parish.self, ParishEntry.self, configurations: ModelConfiguration(url: folder.store()))
    let first = ModelContext(container)
    for (code, tenant) in [("a", "a"), ("b", "b")] {
      let parish = Parish(code, tenant: tenant)
      first.insert(parish)
      parish.entries = [ParishEntry("\(code)1"), ParishEntry("\(code)2")]
    }
    try first.save()
    context = ModelContext(container)
    context.author = "clerk"
  }

  private func parish(_ code: String, in context: ModelContext? = nil) throws -> Parish {
    try #require(
      try (context ?? ModelContext(container)).fetch(
        FetchDescriptor<Parish>(predicate: #Predicate { $0.code == code })
      ).first)
  }

  private static let others = Door.allCases.filter { $0 != .statement }

  @Test(arguments: others) func setTheTimesOfChanges(_ door: Door) throws {
    let (before, other) = (try parish("a").updated, try parish("b").updated)
    try door.change("a", .amount(2), in: context)
    let after = try parish("a")
    #expect(after.amount == 2)
    #expect(try #require(after.updated) > #require(before))
    #expect(try parish("b").updated == other)
  }

  @Test func leaveTheTimesToAStatement() throws {
    let before = try parish("a").updated
    try Door.statement.change("a", .amount(2), in: context)
    #expect(try parish("a").updated == before)
  }

  @Test(arguments: others) func setTheTimesOfDeletions(_ door: Door) throws {
    try door.delete("a1", in: context)
    let all = FetchDescriptor<ParishEntry>(sortBy: [SortDescriptor(\.code)])
    let other = ModelContext(container)
    #expect(try other.fetch(all).map(\.code) == ["a2", "b1", "b2"])
    #expect(
      try other.fetch(all.includingDeleted()).map { $0.deleted != nil } == [
        true, false, false, false,
      ])
  }

  @Test func deleteForGoodByAStatement() throws {
    try Door.statement.delete("a1", in: context)
    let all = FetchDescriptor<ParishEntry>().includingDeleted()
    #expect(try ModelContext(container).fetchCount(all) == 3)
  }

  @Test(arguments: others) func stayInTheScopes(_ door: Door) throws {
    try context.scope(#Predicate<Parish> { $0.tenant == "a" })
    let failure = Result { try door.change("b", .amount(2), in: context) }
    // An import is told which objects it asks for, and the others look for them.
    if door == .imported { #expect(throws: ImportError.self) { try failure.get() } }
    #expect(try parish("b").amount == 1)
  }

  @Test(arguments: Door.allCases) func keepValuesUnique(_ door: Door) throws {
    #expect(throws: (any Error).self) { try door.change("a", .code("b"), in: context) }
    #expect(try parish("a").text == "text of a" && parish("b").text == "text of b")
  }

  @Test(arguments: Door.allCases) func keepFormerValues(_ door: Door) throws {
    try door.change("a", .amount(2), in: context)
    #expect(try parish("a").amount == 2)
    #expect(try parish("a", in: ModelContext(container, asOf: 1)).amount == 1)
  }

  @Test(arguments: Door.allCases) func changeTheSearchIndex(_ door: Door) throws {
    try door.change("a", .text("zermatt"), in: context)
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Parish>(search: "zermatt")).map(\.code) == ["a"])
    #expect(try other.fetch(FetchDescriptor<Parish>(search: "text")).map(\.code) == ["b"])
    #expect(try other.checkStore() == [])
  }

  @Test(arguments: Door.allCases) func recordTheHistory(_ door: Door) throws {
    try door.change("a", .amount(2), in: context)
    let entry = try #require(try context.historyEntries().last)
    #expect(entry.author == "clerk" && entry.changes.map(\.entity) == ["Parish"])
    #expect(entry.changes.first?.properties.contains("amount") == true)
  }

  @Test(arguments: [Door.object, .imported, .snapshot]) func validate(_ door: Door) throws {
    #expect(throws: (any Error).self) { try door.change("a", .amount(-1), in: context) }
    #expect(try parish("a").amount == 1)
  }

  @Test(arguments: [Door.batch, .statement]) func validateNothing(_ door: Door) throws {
    try door.change("a", .amount(-1), in: context)
    #expect(try parish("a").amount == -1)
  }

  @Test(arguments: Door.allCases) func areUndone(_ door: Door) throws {
    try door.change("a", .amount(2), in: context)
    let other = ModelContext(container)
    try other.undo(transaction: 2)
    try other.save()
    #expect(try parish("a").amount == 1)
  }
}
