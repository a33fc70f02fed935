import StrataModelSupport
import StrataStoreSupport
import Strata
import Testing

@Suite struct HierarchyBatches {
  let context: ModelContext
  let boat: BatchVessel
  let clippers: [BatchClipper]
  let mariners: [BatchMariner]

  /// A vessel of no further kind and two clippers, each with a mariner, of whom the last has two.
  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: [BatchVessel.self, BatchClipper.self, BatchBarge.self],
        configuration: .temporary))
    boat = BatchVessel(weight: 1)
    clippers = [BatchClipper(weight: 10), BatchBarge(weight: 20)]
    mariners = [
      BatchMariner(name: "a"), BatchMariner(name: "b"), BatchMariner(name: "c"),
      BatchMariner(name: "d"),
    ]
    for model in [boat] + clippers { context.insert(model) }
    for (number, mariner) in mariners.enumerated() {
      context.insert(mariner)
      mariner.vessel = [boat, clippers[0], clippers[1], clippers[1]][number]
    }
    try context.save()
  }

  @Test(arguments: [false, true]) func addUpAllKinds(isPending: Bool) throws {
    if isPending { clippers[1].weight = 50 }
    let last = isPending ? 50 : 20
    #expect(try context.sum(of: \BatchVessel.weight) == 11 + last)
    #expect(try context.sum(of: \BatchClipper.weight) == 10 + last)
    #expect(try context.maximum(of: \BatchBarge.weight) == last)
    #expect(try context.count(of: BatchVessel.self, where: #Predicate { $0.weight > 5 }) == 2)
  }

  @Test(arguments: [false, true]) func groupByTheObjectItself(isPending: Bool) throws {
    if isPending { mariners[0].vessel = clippers[0] }
    let groups = try context.groups(of: BatchMariner.self, by: \.vessel, aggregating: .count)
    let keys = ([boat] + clippers).map(\.persistentModelID)
    #expect(groups.map(\.key) == (isPending ? Array(keys[1...]) : keys))
    #expect(groups.map(\.values) == (isPending ? [2, 2] : [1, 1, 2]))
    let pairs = try context.groups(
      of: BatchMariner.self, by: \.vessel?.persistentModelID, \.name, aggregating: .count,
      sortBy: [.key(1, .reverse)], limit: 1)
    #expect(pairs.first?.key.0 == clippers[1].persistentModelID && pairs.first?.key.1 == "d")
  }

  @Test func updateAllKinds() throws {
    #expect(
      try context.batchUpdate(
        BatchVessel.self, where: #Predicate { $0.weight >= 10 }, .increment(\.weight, by: 1)) == 2)
    let other = ModelContext(context.container)
    #expect(try other.all(BatchVessel.self).map(\.weight) == [1, 11, 21])
    let changes = try #require(try context.historyEntries().last).changes
    #expect(changes.map(\.entity).sorted() == ["BatchBarge", "BatchClipper"])
    #expect(changes.allSatisfy { $0.properties == ["weight"] })
    #expect(try context.batchUpdate(BatchClipper.self, where: nil, set: \.mastCount, to: 3) == 2)
    let after = try ModelContext(context.container).all(BatchClipper.self)
    #expect(after.count == 2 && after.allSatisfy { $0.mastCount == 3 })
    #expect(throws: StackError.self) {
      try context.batchUpdate(BatchClipper.self, where: nil, .increment(\.mastCount, by: 125))
    }
  }

  @Test func deleteAllKinds() throws {
    #expect(try context.batchDelete(where: #Predicate<BatchVessel> { $0.weight > 5 }) == 2)
    #expect(boat.modelContext != nil && clippers.allSatisfy { $0.modelContext == nil })
    #expect(mariners.map { $0.vessel == nil } == [false, true, true, true])
    let changes = try #require(try context.historyEntries().last).changes
    let gone = changes.filter { $0.kind == .delete }.map(\.entity).sorted()
    #expect(
      gone == ["BatchBarge", "BatchClipper"] && changes.count { $0.properties == ["vessel"] } == 3)
    #expect(try context.count(of: BatchVessel.self) == 1 && context.checkStore().isEmpty)
  }

  @Test func cascadeToEachKind() throws {
    let fleet = BatchFleet()
    context.insert(fleet)
    fleet.vessels = [boat, clippers[1]]
    try context.save()
    #expect(try context.batchDelete(BatchFleet.self, where: nil) == 1)
    #expect(boat.modelContext == nil && clippers[0].modelContext != nil)
    #expect(clippers[1].modelContext == nil)
    let changes = try #require(try context.historyEntries().last).changes
    let gone = changes.filter { $0.kind == .delete }.map(\.entity).sorted()
    #expect(gone == ["BatchBarge", "BatchFleet", "BatchVessel"])
    #expect(try context.all(BatchVessel.self).map(\.weight) == [10])
    #expect(mariners.map { $0.vessel == nil } == [true, false, true, true])
  }
}

@Model class BatchVessel {
  var weight: Int
  var fleet: BatchFleet?
  @Relationship(inverse: \BatchMariner.vessel) var mariners: [BatchMariner] = []

  init(weight: Int) { self.weight = weight }
}

@Model class BatchClipper: BatchVessel {
  var mastCount: Int8 = 1

  override init(weight: Int) { super.init(weight: weight) }
}

@Model final class BatchBarge: BatchClipper {
  var carCount = 0

  override init(weight: Int) { super.init(weight: weight) }
}

@Model final class BatchMariner {
  var name: String
  var vessel: BatchVessel?

  init(name: String) { self.name = name }
}

@Model final class BatchFleet {
  @Relationship(deleteRule: .cascade, inverse: \BatchVessel.fleet) var vessels: [BatchVessel] = []

  init() {}
}
