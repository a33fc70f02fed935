import StrataStoreSupport
import Strata
import StrataTestSupport

@Model final class Berth {
  @Attribute(.unique) var number: Int
  var name: String
  var depth = 0.0
  var boat: Boat?
  @Relationship(inverse: \Rope.berth) var ropes: [Rope] = []

  init(number: Int, name: String) {
    self.number = number
    self.name = name
  }
}

@Model final class Boat {
  var name: String
  @Relationship(inverse: \Berth.boat) var berth: Berth?
  var tags: [Berth] = []

  init(name: String) { self.name = name }
}

@Model final class Rope {
  var length: Int
  var berth: Berth?

  init(length: Int) { self.length = length }
}

/// Two contexts, each of a container of its own, on one store with a berth that both have in memory.
struct Harbour {
  let folder: TemporaryFolder
  let first: ModelContext
  let second: ModelContext
  /// The berth as the first context has it.
  let mine: Berth
  /// The same berth as the second has it.
  let theirs: Berth

  init(_ policy: MergePolicy = .mergeByPropertyObjectTrump) throws {
    folder = try TemporaryFolder()
    first = ModelContext(try Self.open(folder))
    second = ModelContext(try Self.open(folder))
    first.mergePolicy = policy
    mine = Berth(number: 1, name: "North")
    first.insert(mine)
    try first.save()
    // The tests change the name as they have read it.
    first.forgetAttributesIfPartlyFetched(but: "name")
    theirs = try second.existing(Berth.self, withID: TypedObjectID(mine))
  }

  static func open(_ folder: TemporaryFolder) throws -> ModelContainer {
    try ModelContainer(
      for: [Berth.self, Boat.self, Rope.self],
      configuration: ModelConfiguration(url: folder.store()))
  }

  /// What the store has, as a third context sees it.
  func stored() throws -> Berth? {
    let context = ModelContext(try Self.open(folder))
    return try context.fetch(FetchDescriptor<Berth>(predicate: #Predicate { $0.number == 1 })).first
  }

  /// Both give the berth a name; the second saves.
  func contestName() throws {
    theirs.name = "East"
    try second.save()
    mine.name = "West"
  }
}
