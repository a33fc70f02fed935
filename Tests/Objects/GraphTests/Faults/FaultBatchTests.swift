import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataGraph
@testable import StrataContexts
@testable import StrataSQLite
@testable import StrataStorage

@Suite struct FaultBatches {
  private let house: Storehouse

  init() throws { house = try Storehouse() }

  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Ship.self, configurations: ModelConfiguration(url: house.folder.file("fleet"))))
  }

  /// Ships with a captain each, a few sailors and a port or two.
  private func fill(_ count: Int, sailors: Int = 3) throws {
    let context = try context()
    let ports = (0..<5).map { Port(name: "p\($0)") }
    for number in 0..<count {
      let ship = Ship(number: number)
      context.insert(ship)
      ship.captain = Captain(name: "c\(number)")
      for index in 0..<sailors { ship.sailors.append(Deckhand(name: "\(number)-\(index)")) }
      ship.ports = [ports[number % 5], ports[(number + 2) % 5]]
    }
    try context.save()
  }

  /// How often the store is read while a body runs. Each read has three statements for its snapshot.
  private func reads(_ context: ModelContext, _ body: () throws -> Void) throws -> Int {
    func runs() throws -> Int { try context.graph.reader.read { $0.statementCounts.runs } }
    let before = try runs()
    try body()
    return (try runs() - before) / 4
  }

  @Test(arguments: [SortOrder.forward, .reverse])
  func toOneLinksOfManyAreFollowedInFewReads(order: SortOrder) throws {
    try fill(2000, sailors: 0)
    let context = try context()
    let ships = try context.fetch(
      FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.number, order: order)]))
    let count = try reads(context) {
      for ship in ships { #expect(ship.captain?.name == "c\(ship.number)") }
    }
    #expect(count < 8, "\(count)")
  }

  @Test func toManyLinksOfManyAreFollowedInFewReads() throws {
    try fill(1000)
    let context = try context()
    let ships = try context.all(Ship.self)
    let count = try reads(context) {
      for ship in ships {
        #expect(ship.sailors.map(\.name) == (0..<3).map { "\(ship.number)-\($0)" })
      }
    }
    #expect(count < 8, "\(count)")
    let others = try reads(context) {
      for ship in ships {
        #expect(
          ship.ports.map(\.name) == ["p\(ship.number % 5)", "p\((ship.number + 2) % 5)"])
      }
    }
    #expect(others < 8, "\(others)")
  }

  @Test func linksBehindLinksAreFollowedInFewReads() throws {
    try fill(500)
    let context = try context()
    let sailors = try context.all(Deckhand.self)
    let count = try reads(context) {
      for sailor in sailors { #expect(sailor.ship?.captain != nil) }
    }
    #expect(count < 16, "\(count)")
  }

  @Test func oneFaultReadsForItselfAlone() throws {
    try fill(100)
    let context = try context()
    let ships = try context.all(Ship.self)
    #expect(ships[50].captain?.name == "c50")
    #expect(ships[50].sailors.count == 3)
    for type in [Captain.self, Deckhand.self] as [any PersistentModel.Type] {
      let registered = context.graph.registered(try context.graph.index(of: type))
      #expect(registered.count == (type == Captain.self ? 1 : 3))
    }
    withExtendedLifetime(ships) {}
  }

  @Test func manyMembersAreReadForFewOwnersAtATime() throws {
    try fill(20, sailors: 1500)
    let context = try context()
    let ships = try context.all(Ship.self)
    #expect(ships[0].sailors.count == 1500)
    #expect(ships[1].sailors.count == 1500)
    #expect(ships[2].sailors.count == 1500)
    let registered = context.graph.registered(try context.graph.index(of: Deckhand.self))
    #expect(registered.count <= 9 * 1500)
  }

  @Test func whatIsReadAheadTakesInUnsavedChanges() throws {
    try fill(40)
    let context = try context()
    let ships = try context.all(Ship.self)
    let moved = try #require(ships[0].sailors.first)
    moved.ship = ships[20]
    let new = Deckhand(name: "new")
    new.ship = ships[21]
    context.delete(try #require(ships[0].sailors.last))
    for ship in ships.prefix(10) { _ = ship.sailors }
    #expect(ships[0].sailors.count == 1)
    #expect(ships[20].sailors.map(\.name).last == moved.name)
    #expect(ships[20].sailors.count == 4)
    #expect(ships[21].sailors.last === new)
    ships[30].captain = nil
    for ship in ships where ship !== ships[30] { #expect(ship.captain != nil) }
    #expect(ships[30].captain == nil)
  }

  @Test func linksThatLeadNowhereStayEmpty() throws {
    try fill(60, sailors: 0)
    do {
      let connection = try Connection(path: house.folder.file("fleet").path)
      try connection.execute("DELETE FROM Captain WHERE strata_key % 3 = 0")
    }
    let context = try context()
    let ships = try context.all(Ship.self)
    #expect(ships.filter { $0.captain != nil }.count == 40)
  }

  @Test func prefetchedMembersTakeOneRead() throws {
    try fill(300)
    let context = try context()
    var descriptor = FetchDescriptor<Ship>()
    descriptor.relationshipKeyPathsForPrefetching = [\.sailors]
    var ships: [Ship] = []
    let count = try reads(context) { ships = try context.fetch(descriptor) }
    #expect(count <= 1, "\(count)")
    let further = try reads(context) { for ship in ships { #expect(ship.sailors.count == 3) } }
    #expect(further == 0)
  }

  @Test func mixedClassesAreReadTogether() throws {
    let zoo = try Menagerie()
    let filling = try zoo.context()
    for number in 0..<400 {
      let keeper = Keeper(name: "k\(number)")
      filling.insert(keeper)
      keeper.beasts = [
        number % 2 == 0
          ? Tiger(tag: "\(number)", stripes: number) : Hound(tag: "\(number)", breed: "pug")
      ]
    }
    try filling.save()
    let context = try zoo.context()
    let beasts = try context.all(Beast.self)
    let count = try reads(context) {
      for beast in beasts { #expect(beast.keeper?.name == "k\(beast.tag)") }
    }
    #expect(count < 8, "\(count)")
    let other = try zoo.context()
    let keepers = try other.all(Keeper.self)
    let others = try reads(other) {
      for keeper in keepers {
        #expect(keeper.beasts.map { "k\($0.tag)" } == [keeper.name])
        #expect((keeper.beasts[0] as? Tiger)?.prey ?? [] == [])
      }
    }
    #expect(others < 14, "\(others)")
  }
}

@Model private final class Ship {
  var number: Int
  var captain: Captain?
  @Relationship(inverse: \Deckhand.ship) var sailors: [Deckhand] = []
  var ports: [Port] = []
  init(number: Int) { self.number = number }
}

@Model private final class Captain {
  var name: String
  init(name: String) { self.name = name }
}

@Model private final class Deckhand {
  var name: String
  var ship: Ship?
  init(name: String) { self.name = name }
}

@Model private final class Port {
  var name: String
  var ships: [Ship] = []
  init(name: String) { self.name = name }
}
