import StrataModelSupport
@_spi(Query) import StrataContexts
import Strata
import Testing

@Suite struct HierarchyIdentities {
  @Test func nameTheObjectsOwnClass() throws {
    let context = try Menagerie.inMemory()
    let beasts = context.insertOneOfEach()
    #expect(beasts.map(\.persistentModelID.entityName) == ["Beast", "Hound", "Pup", "Tiger"])
    #expect(Set(beasts.map(\.persistentModelID.rowKey)).count == 4)
    #expect((Pup(tag: "x", breed: "y") as Beast).persistentModelID.entityName == "Pup")
  }

  @Test func findTheObjectAsAnyOfItsClasses() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    let identifiers = context.insertOneOfEach().map(\.persistentModelID)
    try context.save()
    let other = try zoo.context()
    #expect(other.registeredModel(for: identifiers[2]) as Beast? == nil)
    let pup = try #require(try other.existingModel(for: identifiers[2], as: Beast.self))
    #expect(pup is Pup)
    #expect(other.registeredModel(for: identifiers[2]) as Beast? === pup)
    #expect(other.registeredModel(for: identifiers[2]) as Hound? === pup)
    #expect(other.registeredModel(for: identifiers[2]) as Tiger? == nil)
    #expect(other.model(for: identifiers[2]) === pup)
    #expect(try other.existingModel(for: identifiers[1], as: Pup.self) == nil)
    #expect(try other.model(entity: "Beast", key: identifiers[3].rowKey) is Tiger)
    #expect(try other.model(entity: "Hound", key: identifiers[3].rowKey) == nil)
    #expect(throws: ModelError.wrongEntity(identifiers[3], expected: "Hound")) {
      try other.existingModel(for: identifiers[3], as: Hound.self)
    }
  }

  @Test func standInTheHistory() throws {
    let context = try Menagerie.inMemory()
    let beasts = context.insertOneOfEach()
    try context.save()
    beasts[2].weight = 3
    context.delete(beasts[3])
    try context.save()
    let changes = try context.historyEntries().map(\.changes)
    #expect(changes[0].map(\.entity) == ["Beast", "Hound", "Pup", "Tiger"])
    let update = try #require(changes[1].first { $0.kind == .update })
    #expect(update.entity == "Pup" && update.properties == ["weight"])
    #expect(changes[1].first { $0.kind == .delete }?.entity == "Tiger")
  }

  @Test func areCountedByClass() throws {
    let context = try Menagerie.inMemory()
    context.insertOneOfEach()
    context.insert(Pup(tag: "zoe", breed: "pug"))
    try context.save()
    let counts = try context.storeInformation().objectCounts.filter { $0.count > 0 }
    #expect(counts.map(\.entity) == ["Beast", "Hound", "Pup", "Tiger"])
    #expect(counts.map(\.count) == [1, 1, 2, 1])
  }
}
