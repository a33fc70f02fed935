import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataContexts
@testable import StrataGraph

@Suite struct UnreadableStores {
  let nursery: Nursery
  let context: ModelContext
  let mother: Mother

  init() throws {
    nursery = try Nursery()
    context = try nursery.context()
    mother = try #require(try context.all(Mother.self).first)
  }

  private func hide(_ table: String) throws {
    try nursery.run("ALTER TABLE \(table) RENAME TO Hidden")
  }

  private func show(_ table: String) throws {
    try nursery.run("ALTER TABLE Hidden RENAME TO \(table)")
  }

  @Test func giveNoMembersAndSaySo() throws {
    try hide("Kid")
    #expect(mother.kids.isEmpty && context.readFailures.count == 1)
    try show("Kid")
    #expect(mother.kids.count == 3)
    mother.name = "Eve"
    #expect(throws: StackError.self) { try context.save() }
    try context.save()
    #expect(try nursery.count("Mother WHERE name = 'Eve'") == 1)
  }

  @Test func giveNoTargetAndSaySo() throws {
    let kid = try #require(try nursery.context().all(Kid.self).first)
    try hide("Mother")
    #expect(kid.mother == nil && kid.modelContext?.readFailures.isEmpty != false)
  }

  @Test func leaveAllPendingWhenARollbackFails() throws {
    let extra = Mother(name: "Eve")
    context.insert(extra)
    mother.name = "Ada"
    var heard = 0
    context.errorHandler = { _ in heard += 1 }
    try hide("Mother")
    context.rollback()
    #expect(heard == 1 && context.hasChanges)
    #expect(mother.name == "Ada" && extra.modelContext === context)
    try show("Mother")
    #expect { try context.save() } throws: {
      if case .rollbackFailed = $0 as? StackError { true } else { false }
    }
    #expect(try nursery.count("Mother") == 1)
    context.rollback()
    #expect(!context.hasChanges && mother.name == "Ann" && extra.modelContext == nil)
    try context.save()
  }

  @Test func moveNothingOnWhenAMergeFails() throws {
    let kids = mother.kids
    let others = try nursery.context()
    for kid in try others.all(Kid.self) { kid.age = 5 }
    try #require(try others.all(Mother.self).first).name = "Eve"
    try others.save()
    try hide("Kid")
    let before = context.graph.follower.position
    #expect(throws: (any Error).self) { try context.mergeChanges() }
    #expect(throws: (any Error).self) { try context.mergeChanges() }
    #expect(context.graph.follower.position == before && mother.name == "Ann")
    try show("Kid")
    try context.mergeChanges()
    #expect(mother.name == "Eve" && kids.map(\.age) == [5, 5, 5])
  }

  @Test func deleteNothingThatCouldNotBeLookedAt() throws {
    try hide("Kid")
    context.delete(mother)
    #expect(throws: StackError.self) { try context.save() }
    try show("Kid")
    #expect(try nursery.count("Mother") == 1 && nursery.count("Kid") == 3)
    try context.save()
    #expect(try nursery.count("Mother") == 0 && nursery.count("Kid") == 0)
  }

  @MainActor @Test func areToldByAutosave() async throws {
    let container = try ModelContainer(
      for: Mother.self, configurations: ModelConfiguration(url: nursery.folder.file()))
    let context = container.mainContext
    let mother = try #require(try context.all(Mother.self).first)
    try hide("Mother")
    let failed = AsyncStream<String>.makeStream()
    context.errorHandler = { failed.continuation.yield("\($0)") }
    mother.name = "Eve"
    var failures = failed.stream.makeAsyncIterator()
    let failure = await failures.next()
    #expect(failure?.contains("Mother") == true)
    #expect(context.hasChanges)
    try show("Mother")
    context.errorHandler = nil
    try context.save()
  }
}
