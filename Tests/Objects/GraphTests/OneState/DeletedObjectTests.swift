import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@Model private final class Club {
  var name: String
  @Relationship(deleteRule: .nullify, inverse: \Player.club) var players: [Player] = []
  init(name: String) { self.name = name }
}

@Model private final class Player {
  var name: String
  var club: Club?
  @Relationship(inverse: \Cup.winners) var cups: [Cup] = []
  @Relationship(deleteRule: .cascade, inverse: \Shirt.player) var shirts: [Shirt] = []
  init(name: String) { self.name = name }
}

@Model private final class Cup {
  var name: String
  var winners: [Player] = []
  init(name: String) { self.name = name }
}

@Model private final class Shirt {
  var number: Int
  var player: Player?
  init(number: Int) { self.number = number }
}

/// Objects that are deleted in one context while another one changes them.
@Suite struct DeletedObjects {
  private let folder: TemporaryFolder
  private let mine: ModelContext
  private let others: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    mine = try Self.context(folder)
    others = try Self.context(folder)
    let player = Player(name: "p")
    others.insert(player)
    others.insert(Club(name: "y"))
    player.club = Club(name: "x")
    player.cups = [Cup(name: "1")]
    others.insert(Cup(name: "2"))
    player.shirts = [Shirt(number: 1)]
    try others.save()
  }

  private static func context(_ folder: TemporaryFolder) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Player.self, Club.self, configurations: ModelConfiguration(url: folder.store())))
  }

  private func player(_ context: ModelContext) throws -> Player {
    try #require(try context.all(Player.self).first)
  }
  private func club(_ name: String, _ context: ModelContext) throws -> Club {
    try #require(try context.all(Club.self).first { $0.name == name })
  }
  private func cup(_ name: String, _ context: ModelContext) throws -> Cup {
    try #require(try context.all(Cup.self).first { $0.name == name })
  }

  /// What a context shows of all ends.
  private func portrait(_ context: ModelContext) throws -> [String] {
    let player = try player(context)
    return [
      "club \(player.club?.name ?? "-")", "cups \(player.cups.map(\.name))",
      "shirts \(player.shirts.map(\.number).sorted())",
      "clubs \(try context.all(Club.self).filter { !$0.players.isEmpty }.map(\.name))",
      "won \(try context.all(Cup.self).filter { !$0.winners.isEmpty }.map(\.name))",
    ]
  }

  @Test func comeBackAsOthersHaveChangedThem() throws {
    let mineAll = try portrait(mine)
    #expect(mineAll == ["club x", "cups [\"1\"]", "shirts [1]", "clubs [\"x\"]", "won [\"1\"]"])
    let player = try player(mine)
    mine.delete(player)
    let theirs = try self.player(others)
    theirs.club = try club("y", others)
    theirs.cups = [try cup("2", others)]
    theirs.shirts.append(Shirt(number: 2))
    try others.save()
    // The context learns of it before the object comes back.
    _ = try mine.fetchCount(FetchDescriptor<Club>())
    mine.insert(player)
    let expected = ["club y", "cups [\"2\"]", "shirts [1, 2]", "clubs [\"y\"]", "won [\"2\"]"]
    #expect(try portrait(mine) == expected)
    try mine.save()
    #expect(try portrait(mine) == expected)
    #expect(try portrait(Self.context(folder)) == expected)
  }

  @Test func comeBackWithTheirMembersAfterATransactionThatThrew() throws {
    struct Enough: Error {}
    let club = try club("x", mine)
    #expect(club.players.count == 1)
    mine.delete(club)
    #expect(throws: Enough.self) { try mine.transaction { throw Enough() } }
    mine.insert(club)
    #expect(club.players.map(\.name) == ["p"])
    #expect(try player(mine).club === club)
    try mine.save()
    #expect(try portrait(Self.context(folder)).first == "club x")
  }

  @Test(arguments: [false, true])
  func comeBackWithoutMembersThatWereCutBefore(isDeleted: Bool) throws {
    let shirt = try #require(try mine.all(Shirt.self).first)
    if isDeleted { mine.delete(shirt) } else { shirt.player = nil }
    let player = try player(mine)
    mine.delete(player)
    try self.player(others).name = "q"
    try others.save()
    _ = try mine.fetchCount(FetchDescriptor<Club>())
    mine.insert(player)
    #expect(player.name == "q" && player.shirts.isEmpty)
    #expect(isDeleted || shirt.player == nil)
    try mine.save()
    let fresh = try Self.context(folder)
    #expect(try self.player(fresh).shirts.isEmpty)
    #expect(try fresh.fetchCount(FetchDescriptor<Shirt>()) == (isDeleted ? 0 : 1))
  }

  @Test func comeBackWithWhatOthersAddedBesideAnUnsavedChange() throws {
    let player = try player(mine)
    player.shirts.append(Shirt(number: 7))
    mine.delete(player)
    try self.player(others).shirts.append(Shirt(number: 2))
    try others.save()
    _ = try mine.fetchCount(FetchDescriptor<Club>())
    mine.insert(player)
    #expect(player.shirts.map(\.number).sorted() == [1, 2, 7])
    try mine.save()
    #expect(try self.player(Self.context(folder)).shirts.map(\.number).sorted() == [1, 2, 7])
  }

  @Test func comeBackWithoutWhatOthersDeleted() throws {
    let club = try club("x", mine)
    _ = club.players
    mine.delete(club)
    others.delete(try player(others))
    try others.save()
    _ = try mine.fetchCount(FetchDescriptor<Cup>())
    mine.insert(club)
    #expect(club.players.isEmpty)
    // The delete had changed the player, which is lost.
    #expect(throws: StackError.self) { try mine.save() }
    try mine.save()
    #expect(try Self.context(folder).fetchCount(FetchDescriptor<Player>()) == 0)
  }

  @Test func waitInTransactionsInsideEachOtherThatThrow() throws {
    struct Enough: Error {}
    let player = try player(mine)
    player.name = "q"
    #expect(throws: Enough.self) {
      try mine.transaction {
        try? mine.transaction { throw Enough() }  // What the inner one throws ends that one alone.
        throw Enough()
      }
    }
    #expect(player.name == "q" && mine.hasChanges)
    try mine.save()
    #expect(try self.player(Self.context(folder)).name == "q")
  }

  @Test func areListedOnceHoweverOftenTheyComeBack() throws {
    let cups = try ["1", "2"].map { try cup($0, mine) }
    let player = try player(mine)
    player.name = "q"
    for object in [player, cups[0], cups[1]] as [any PersistentModel] { mine.delete(object) }
    mine.insert(player)
    mine.insert(cups[0])
    #expect(mine.deletedModelsArray.map(\.persistentModelID) == [cups[1].persistentModelID])
    mine.delete(cups[0])
    #expect(
      mine.deletedModelsArray.map(\.persistentModelID)
        == [cups[1].persistentModelID, cups[0].persistentModelID])
    try mine.save()
    #expect(try self.player(Self.context(folder)).name == "q")
    #expect(try Self.context(folder).fetchCount(FetchDescriptor<Cup>()) == 0)
  }

  @Test func leaveNothingBehindAtEndsThatOthersHaveMadeSince() throws {
    let watcher = try Self.context(folder)
    mine.delete(try player(mine))
    let theirs = try player(others)
    theirs.cups.append(try cup("2", others))
    try others.save()
    let cup = try cup("2", watcher)
    #expect(cup.winners.count == 1)
    try mine.save()
    #expect(try watcher.fetchCount(FetchDescriptor<Player>()) == 0)
    #expect(cup.winners.isEmpty)
  }
}
