import Strata
import TestSupport
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
        for: Player.self, Club.self, configurations: ModelConfiguration(url: folder.file())))
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
