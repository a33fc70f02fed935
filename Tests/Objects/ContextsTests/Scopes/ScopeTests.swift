import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Conditions that are part of all fetches in a context.
@Suite struct Scopes {
  private let bin: Bin
  private var context: ModelContext { bin.context }

  init() throws {
    bin = try Bin()
    let first = ModelContext(bin.container)
    for tenant in ["a", "b"] {
      for number in 0..<3 {
        first.insert(KeptFolder("\(tenant)\(number)", tenant: tenant, size: number))
      }
      first.insert(KeptNote("\(tenant) note", tenant: tenant))
      first.insert(KeptTask("\(tenant) task", priority: tenant == "a" ? 1 : 2, tenant: tenant))
    }
    try first.save()
  }

  private let all = FetchDescriptor<KeptFolder>(sortBy: [SortDescriptor(\.name)])

  private func scope(_ context: ModelContext, to tenant: String = "a") throws {
    try context.scope(#Predicate<KeptFolder> { $0.tenant == tenant })
  }

  @Test func holdForEachKindOfFetch() throws {
    try scope(context)
    #expect(context.scopedEntities == ["KeptFolder"])
    #expect(try context.fetch(all).map(\.name) == ["a0", "a1", "a2"])
    #expect(try context.fetch(all.where(#Predicate { $0.size > 0 })).map(\.name) == ["a1", "a2"])
    #expect(try context.fetchCount(all) == 3)
    #expect(try context.fetchIdentifiers(all).count == 3)
    #expect(try context.sum(of: \KeptFolder.size) == 3)
    #expect(try context.fetch(all, selecting: \.name) == ["a0", "a1", "a2"])
    #expect(try context.fetch(all.ignoringScopes()).count == 6)
    #expect(try context.fetchCount(FetchDescriptor<KeptNote>()) == 4)
    #expect(try "\(context.explain(all).sql)".contains("tenant"))
    var names: [String] = []
    try context.enumerate(all) { names.append($0.name) }
    #expect(names == ["a0", "a1", "a2"])
    context.removeScopes()
    #expect(try context.fetchCount(all) == 6)
  }

  @Test func holdForUnsavedObjects() throws {
    try scope(context)
    context.insert(KeptFolder("a9", tenant: "a"))
    context.insert(KeptFolder("b9", tenant: "b"))
    #expect(try context.fetch(all).map(\.name) == ["a0", "a1", "a2", "a9"])
    let first = try context.fetch(all)[0]
    first.tenant = "b"
    #expect(try context.fetchCount(all) == 3)
  }

  @Test func applyTogether() throws {
    try scope(context)
    try context.scope(#Predicate<KeptFolder> { $0.size > 1 })
    #expect(try context.fetch(all).map(\.name) == ["a2"])
    context.delete(try context.fetch(all)[0])
    try context.save()
    #expect(try context.fetch(all).isEmpty)
    #expect(try context.fetch(all.includingDeleted()).map(\.name) == ["a2"])
    #expect(try context.fetchCount(all.ignoringScopes()) == 5)
    #expect(try context.fetchCount(all.ignoringScopes().includingDeleted()) == 6)
  }

  @Test func holdForBatches() throws {
    try scope(context)
    #expect(try context.batchUpdate(KeptFolder.self, where: nil, set: \.size, to: 7) == 3)
    #expect(try context.batchDelete(KeptFolder.self, where: nil) == 3)
    #expect(try context.purge(KeptFolder.self) == 3)
    let other = ModelContext(bin.container)
    #expect(try other.fetch(all).map(\.name) == ["b0", "b1", "b2"])
    #expect(try other.fetch(all).map(\.size) == [0, 1, 2])
    try context.delete(model: KeptFolder.self)
    try context.save()
    #expect(try other.fetchCount(all) == 3)
  }

  @Test func ofASuperclassHoldForItsSubclasses() throws {
    try context.scope(#Predicate<KeptNote> { $0.tenant == "a" })
    #expect(try context.fetch(FetchDescriptor<KeptTask>()).map(\.text) == ["a task"])
    #expect(try context.fetchCount(FetchDescriptor<KeptNote>()) == 2)
  }

  @Test func ofASubclassHoldForItsObjectsAmongOthers() throws {
    try context.scope(#Predicate<KeptTask> { $0.priority > 1 })
    let sorted = FetchDescriptor<KeptNote>(sortBy: [SortDescriptor(\.text)])
    #expect(try context.fetch(sorted).map(\.text) == ["a note", "b note", "b task"])
    context.insert(KeptTask("c task", priority: 1))
    context.insert(KeptTask("d task", priority: 5))
    context.insert(KeptNote("e note"))
    #expect(
      try context.fetch(sorted).map(\.text) == ["a note", "b note", "b task", "d task", "e note"])
    #expect(try context.fetchCount(FetchDescriptor<KeptTask>()) == 2)
  }

  @Test func followRelationshipsInTheirPredicate() throws {
    let folder = try #require(try context.fetch(all).first)
    let note = try #require(try context.fetch(FetchDescriptor<KeptNote>()).first)
    note.folder = folder
    try context.save()
    try context.scope(#Predicate<KeptNote> { $0.folder?.tenant == "a" })
    #expect(try context.fetch(FetchDescriptor<KeptNote>()) == [note])
    // A relationship has all that it has.
    try context.scope(#Predicate<KeptNote> { $0.text == "none" })
    #expect(folder.notes == [note])
    #expect(try context.existing(KeptNote.self, withID: note.typedObjectID) === note)
  }

  @Test func areThoseOfTheParent() throws {
    try scope(context)
    let child = try ModelContext(parent: context)
    #expect(try child.fetchCount(all) == 3)
    child.removeScopes()
    #expect(try child.fetchCount(all) == 6)
    #expect(try context.fetchCount(all) == 3)
  }

  @Test func beginWithTheConfiguration() async throws {
    var configuration = ModelConfiguration(url: bin.depot.url)
    configuration.scopes = [ModelScope(#Predicate<KeptFolder> { $0.tenant == "b" })]
    let container = try ModelContainer(for: Bin.models, configuration: configuration)
    let all = all
    #expect(try ModelContext(container).fetch(all).map(\.name) == ["b0", "b1", "b2"])
    let counts = try await container.read { context in
      let count = try context.fetchCount(all)
      try context.scope(#Predicate<KeptFolder> { $0.size > 0 })
      return [count, try context.fetchCount(all)]
    }
    #expect(counts == [3, 2])
    #expect(try await container.write { try $0.fetchCount(all) } == 3)
    #expect(try await ScopedCounter(modelContainer: container).counts(of: all) == [3, 1])
  }

  @Test func nameAClassOfTheStore() throws {
    let error = try #require(throws: StackError.self) {
      try context.scope(#Predicate<Outside> { $0.tenant == "a" })
    }
    #expect(error == .unknownModel("Outside"))
    var configuration = ModelConfiguration(url: bin.depot.folder.file("other.store"))
    configuration.scopes = [ModelScope(#Predicate<Outside> { $0.tenant == "a" })]
    #expect(throws: StackError.unknownModel("Outside")) {
      try ModelContainer(for: Bin.models, configuration: configuration)
    }
  }

  @Test func areRefusedWhereSQLCanNotExpressThem() throws {
    #expect(throws: PredicateTranslationError.self) {
      try context.scope(#Predicate<KeptFolder> { $0.hasChanges })
    }
    #expect(try context.fetchCount(all) == 6)
  }

  @Test func belongToTheCursorsOfTheirPages() throws {
    try scope(context)
    let page = try context.fetchPage(all, limit: 2)
    let cursor = try #require(page.next)
    #expect(try context.fetchPage(all, after: cursor, limit: 2).elements.map(\.name) == ["a2"])
    let other = ModelContext(bin.container)
    try scope(other, to: "b")
    #expect(throws: StackError.cursorOfOtherOrder(cursor.description)) {
      try other.fetchPage(all, after: cursor, limit: 2)
    }
    #expect(throws: StackError.self) {
      try context.fetchPage(all.ignoringScopes(), after: cursor, limit: 2)
    }
    let again = ModelContext(bin.container)
    try scope(again)
    #expect(
      try again.fetchPage(all, after: PageCursor(cursor.description), limit: 2).elements.map(
        \.name) == ["a2"])
  }

  @Test @MainActor func holdForObservedResults() throws {
    let context = ModelContext(bin.container)
    try scope(context)
    let observer = try ResultsObserver(fetchDescriptor: all, modelContext: context)
    let count = try AggregateObserver(fetchCount: all, modelContext: context)
    #expect(observer.results.map(\.name) == ["a0", "a1", "a2"])
    context.insert(KeptFolder("a5", tenant: "a"))
    context.insert(KeptFolder("b5", tenant: "b"))
    #expect(observer.results.map(\.name) == ["a0", "a1", "a2", "a5"])
    #expect(count.value == 4)
    try context.save()
    let other = ModelContext(bin.container)
    other.insert(KeptFolder("b6", tenant: "b"))
    other.insert(KeptFolder("a6", tenant: "a"))
    try other.save()
    try context.mergeChanges()
    #expect(observer.results.count == 5)
  }
}

@ModelActor private actor ScopedCounter {
  func counts(of all: FetchDescriptor<KeptFolder>) throws -> [Int] {
    let count = try modelContext.fetchCount(all)
    try modelContext.scope(#Predicate<KeptFolder> { $0.size > 1 })
    return [count, try modelContext.fetchCount(all)]
  }
}

@Model private final class Outside {
  var tenant = ""
  init() {}
}
