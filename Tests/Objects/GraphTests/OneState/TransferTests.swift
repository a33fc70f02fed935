import Foundation
import StrataModelSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

@Model final class Purse {
  var coins: Int
  var owner: Guild?
  init(coins: Int) { self.coins = coins }
}

@Model final class Guild {
  var name: String
  @Relationship(inverse: \Purse.owner) var purses: [Purse] = []
  init(name: String) { self.name = name }
}

/// Coins and purses change hands in one save; whoever looks sees all of a save or nothing of it.
@Suite struct Transfers {
  let folder: TemporaryFolder
  static let guilds = 6
  static let purses = 24
  static let writerCount = 8

  init() throws {
    folder = try TemporaryFolder()
    let context = try Self.context(folder)
    let guilds = (0..<Self.guilds).map { Guild(name: "\($0)") }
    context.insert(contentsOf: guilds)
    for number in 0..<Self.purses {
      guilds[number % Self.guilds].purses.append(Purse(coins: 100))
    }
    try context.save()
  }

  private final class Done: Sendable {
    let count = Atomic(0)
  }

  private static func context(_ folder: TemporaryFolder) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Guild.self, configurations: ModelConfiguration(url: folder.store())))
  }

  private static func write(_ count: Int, _ seed: UInt64, _ folder: TemporaryFolder) throws {
    var random = SeededGenerator(for: "Transfers.write")
    for _ in 0..<seed { _ = random.next() }
    let context = try Self.context(folder)
    for _ in 0..<count {
      // Of two who change one purse at once the later one wins, so that each has its own.
      let purses = try context.all(Purse.self).enumerated().filter {
        $0.offset % writerCount == Int(seed)
      }.map(\.element)
      let guilds = try context.all(Guild.self)
      guard let from = purses.randomElement(using: &random),
        let to = purses.randomElement(using: &random), from !== to
      else { continue }
      let amount = Int.random(in: 0...30, using: &random)
      from.coins -= amount
      to.coins += amount
      from.owner = guilds.randomElement(using: &random)
      try context.save()
    }
  }

  /// Goes through what it has in memory and what it hasn't.
  private static func read(_ folder: TemporaryFolder, until isDone: () -> Bool) throws {
    var random = SeededGenerator(for: "Transfers.read")
    let context = try Self.context(folder)
    var held: [Purse] = []
    var all = FetchDescriptor<Guild>()
    all.relationshipKeyPathsForPrefetching = [\.purses]
    while !isDone() {
      // What one fetch reads is of one state, with what was in memory before it.
      let guilds = try context.fetch(all)
      let purses = guilds.flatMap(\.purses)
      try #require(purses.count == Self.purses, "purses are there twice, or are missing")
      try #require(purses.reduce(0) { $0 + $1.coins } == Self.purses * 100)
      // Each of these may bring the context to a later state; both ends agree in each.
      for guild in try context.all(Guild.self).shuffled(using: &random) {
        for purse in guild.purses { try #require(purse.owner === guild) }
      }
      for purse in held {
        guard let owner = purse.owner else { continue }
        let members = owner.purses
        try #require(purse.owner !== owner || members.contains { $0 === purse })
      }
      held = purses.filter { _ in random.chance(1, in: 2) }
    }
  }

  @Test(.timeLimit(.scaledMinutes(5)))
  func areSeenWholeByReadersThatLoadWhileOthersSave() async throws {
    let writers = Self.writerCount
    let done = Done()
    let folder = folder
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          defer { done.count.add(1, ordering: .relaxed) }
          try Self.write(40, UInt64(writer), folder)
        }
      }
      for _ in 0..<2 {
        group.addTask {
          try Self.read(folder) { done.count.load(ordering: .relaxed) == writers }
        }
      }
      try await group.waitForAll()
    }
  }
}
