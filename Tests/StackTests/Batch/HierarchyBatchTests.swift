import Strata
import Testing

@Suite struct HierarchyBatches {
  let context: ModelContext
  let boat: Vessel
  let clippers: [Clipper]
  let mariners: [Mariner]

  /// A vessel of no further kind and two clippers, each with a mariner, of whom the last has two.
  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: [Vessel.self, Clipper.self, Barge.self],
        configuration: ModelConfiguration(isStoredInMemoryOnly: true)))
    boat = Vessel(weight: 1)
    clippers = [Clipper(weight: 10), Barge(weight: 20)]
    mariners = [Mariner(name: "a"), Mariner(name: "b"), Mariner(name: "c"), Mariner(name: "d")]
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
    #expect(try context.sum(of: \Vessel.weight) == 11 + last)
    #expect(try context.sum(of: \Clipper.weight) == 10 + last)
    #expect(try context.maximum(of: \Barge.weight) == last)
    #expect(try context.count(of: Vessel.self, where: #Predicate { $0.weight > 5 }) == 2)
  }

  @Test(arguments: [false, true]) func groupByTheObjectItself(isPending: Bool) throws {
    if isPending { mariners[0].vessel = clippers[0] }
    let groups = try context.groups(of: Mariner.self, by: \.vessel, aggregating: .count)
    let keys = ([boat] + clippers).map(\.persistentModelID)
    #expect(groups.map(\.key) == (isPending ? Array(keys[1...]) : keys))
    #expect(groups.map(\.values) == (isPending ? [2, 2] : [1, 1, 2]))
    let pairs = try context.groups(
      of: Mariner.self, by: \.vessel?.persistentModelID, \.name, aggregating: .count,
      sortBy: [.key(1, .reverse)], limit: 1)
    #expect(pairs.first?.key.0 == clippers[1].persistentModelID && pairs.first?.key.1 == "d")
  }

  @Test func updateAllKinds() throws {
    #expect(
      try context.update(
        Vessel.self, where: #Predicate { $0.weight >= 10 }, .increment(\.weight, by: 1)) == 2)
    let other = ModelContext(context.container)
    #expect(try other.all(Vessel.self).map(\.weight) == [1, 11, 21])
    let changes = try #require(try context.transactions().last).changes
    #expect(changes.map(\.entity).sorted() == ["Barge", "Clipper"])
    #expect(changes.allSatisfy { $0.properties == ["weight"] })
    #expect(try context.update(Clipper.self, where: nil, set: \.mastCount, to: 3) == 2)
    let after = try ModelContext(context.container).all(Clipper.self)
    #expect(after.count == 2 && after.allSatisfy { $0.mastCount == 3 })
    #expect(throws: StackError.self) {
      try context.update(Clipper.self, where: nil, .increment(\.mastCount, by: 125))
    }
  }

  @Test func deleteAllKinds() throws {
    #expect(try context.delete(where: #Predicate<Vessel> { $0.weight > 5 }) == 2)
    #expect(boat.modelContext != nil && clippers.allSatisfy { $0.modelContext == nil })
    #expect(mariners.map { $0.vessel == nil } == [false, true, true, true])
    let changes = try #require(try context.transactions().last).changes
    let gone = changes.filter { $0.kind == .delete }.map(\.entity).sorted()
    #expect(gone == ["Barge", "Clipper"] && changes.count { $0.properties == ["vessel"] } == 3)
    #expect(try context.count(of: Vessel.self) == 1 && context.checkStore().isEmpty)
  }

  @Test func cascadeToEachKind() throws {
    let fleet = Fleet()
    context.insert(fleet)
    fleet.vessels = [boat, clippers[1]]
    try context.save()
    #expect(try context.delete(Fleet.self, where: nil) == 1)
    #expect(boat.modelContext == nil && clippers[0].modelContext != nil)
    #expect(clippers[1].modelContext == nil)
    let changes = try #require(try context.transactions().last).changes
    let gone = changes.filter { $0.kind == .delete }.map(\.entity).sorted()
    #expect(gone == ["Barge", "Fleet", "Vessel"])
    #expect(try context.all(Vessel.self).map(\.weight) == [10])
    #expect(mariners.map { $0.vessel == nil } == [true, false, true, true])
  }
}

@Model class Vessel {
  var weight: Int
  var fleet: Fleet?
  @Relationship(inverse: \Mariner.vessel) var mariners: [Mariner] = []

  init(weight: Int) { self.weight = weight }
}

@Model class Clipper: Vessel {
  var mastCount: Int8 = 1

  override init(weight: Int) { super.init(weight: weight) }
}

@Model final class Barge: Clipper {
  var carCount = 0

  override init(weight: Int) { super.init(weight: weight) }
}

@Model final class Mariner {
  var name: String
  var vessel: Vessel?

  init(name: String) { self.name = name }
}

@Model final class Fleet {
  @Relationship(deleteRule: .cascade, inverse: \Vessel.fleet) var vessels: [Vessel] = []

  init() {}
}
