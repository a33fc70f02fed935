import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport
import Testing

@testable import StrataSync

/// Stores that were restored from a backup, copied, cleaned or exchanged.
@Suite(.serialized, .timeLimit(.scaledMinutes(5))) struct RestoredStores {
  private let folder: TemporaryFolder
  private let center: ModelContainer
  private let server: SyncServer

  init() throws {
    folder = try TemporaryFolder()
    center = try Desk.middle()
    server = try SyncServer(center)
  }

  private func add(_ title: String, to container: ModelContainer) throws {
    try container.edit { $0.insert(Note(title)) }
  }

  private func file(_ name: String) -> URL { folder.url.appending(path: name + ".store") }

  private func copy(_ container: ModelContainer, as name: String) async throws -> ModelContainer {
    try await container.close()
    let from = container.configuration.url
    try FileManager.default.copyItem(at: from, to: file(name))
    return try Desk.container(file(name))
  }

  private func expectEqual(_ containers: ModelContainer...) async throws {
    let content = try await center.content()
    for container in containers {
      #expect(try await container.content() == content)
      #expect(try ModelContext(container).checkStore().isEmpty)
    }
  }

  @Test func ofReplicasBecomeNewReplicas() async throws {
    let laptop = try Desk.container(file("laptop"))
    try add("a", to: laptop)
    try await Replica(laptop, transport: server).sync()
    // This one is in the backup, and not on the server.
    try add("b", to: laptop)
    let backup = try await copy(laptop, as: "backup")
    let used = try Desk.container(file("laptop"))
    try add("c", to: used)
    try await Replica(used, transport: server).sync()
    #expect(try center.titles == ["a", "b", "c"])

    try add("d", to: backup)
    let restored = try Replica(backup, transport: server)
    await #expect(throws: SyncError.replicaWasRestored) { try await restored.sync() }
    #expect(try center.titles == ["a", "b", "c"])
    try await restored.startOver()
    try await restored.sync()
    #expect(try backup.titles == ["a", "b", "c", "d"])
    #expect(try center.titles == ["a", "b", "c", "d"])
    #expect(try backup.conflicts.isEmpty)
    try await expectEqual(backup)
  }

  @Test func ofCopiesAreRecognised() async throws {
    let laptop = try Desk.container(file("laptop"))
    try add("a", to: laptop)
    try await Replica(laptop, transport: server).sync()
    let second = try await copy(laptop, as: "copy")
    let first = try Desk.container(file("laptop"))
    for (container, title) in [(first, "1"), (second, "2")] { try add(title, to: container) }
    try await Replica(first, transport: server).sync()
    let copy = try Replica(second, transport: server)
    await #expect(throws: SyncError.replicaWasRestored) { try await copy.sync() }
    try await copy.startOver()
    try await copy.sync()
    try await Replica(first, transport: server).sync()
    #expect(try center.titles == ["1", "2", "a"])
    try await expectEqual(first, second)
  }

  /// Both have given keys to objects of their own before they first sync.
  @Test func ofCopiesJoinAsTheyAre() async throws {
    let first = try Desk.container(file("first"))
    try add("both", to: first)
    let copy = try await copy(first, as: "copy")
    let original = try Desk.container(file("first"))
    for (container, title) in [(original, "1"), (copy, "2")] {
      try add(title, to: container)
      try add(title + title, to: container)
    }
    let replica = try Replica(original, transport: SyncServer(copy))
    try await replica.sync()
    #expect(try original.titles == ["1", "11", "2", "22", "both"])
    #expect(try copy.titles == ["1", "11", "2", "22", "both"])
    #expect(try original.conflicts.isEmpty)
  }

  @Test func ofServersAreFilledAgain() async throws {
    let center = try Desk.container(file("center"))
    let (laptop, desk) = (try Desk.container(), try Desk.container())
    let server = try SyncServer(center)
    let replicas = try [laptop, desk].map { try Replica($0, transport: server) }
    try add("a", to: laptop)
    for replica in replicas { try await replica.sync() }
    let backup = try await copy(center, as: "backup")
    let used = try SyncServer(Desk.container(file("center")))
    try add("b", to: laptop)
    try await Replica(laptop, transport: used).sync()
    try await Replica(desk, transport: used).sync()
    try desk.change("a") { note, _ in note.title = "A" }
    try await Replica(desk, transport: used).sync()

    let restored = try SyncServer(backup)
    try add("c", to: backup)
    try add("d", to: backup)
    try add("e", to: backup)
    for container in [laptop, desk] {
      let replica = try Replica(container, transport: restored)
      await #expect(throws: SyncError.serverWasRestored) { try await replica.sync() }
      try await replica.startOver()
      try await replica.sync()
    }
    try await Replica(laptop, transport: restored).sync()
    #expect(try backup.titles == ["a", "b", "c", "d", "e"])
    #expect(try desk.conflicts.compactMap(\.lost) == ["[\"A\"]"])
    let content = try await backup.content()
    #expect(try await laptop.content() == content)
    #expect(try await desk.content() == content)
  }

  @Test func ofOthersAreRefused() async throws {
    let laptop = try Desk.container()
    try add("a", to: laptop)
    try await Replica(laptop, transport: server).sync()
    let other = try Desk.container()
    let replica = try Replica(laptop, transport: SyncServer(other))
    await #expect {
      try await replica.sync()
    } throws: { error in
      if case SyncError.otherServer = error {
        true
      } else {
        error as? SyncError == .serverWasRestored
      }
    }
    #expect(try other.titles.isEmpty)
    try await replica.startOver()
    try await replica.sync()
    #expect(try other.titles == ["a"])
  }

  @Test func withoutHistoryAreReadAnew() async throws {
    let (laptop, desk) = (try Desk.container(), try Desk.container())
    let replicas = try [laptop, desk].map { try Replica($0, transport: server) }
    try laptop.edit { context in for title in ["a", "b"] { context.insert(Note(title)) } }
    for replica in replicas { try await replica.sync() }
    try center.change("a") { note, context in context.delete(note) }
    try add("c", to: center)
    try desk.change("b") { note, _ in note.rank = 1 }
    try add("d", to: desk)
    try center.cleanHistory(HistoryCleaning())
    try add("e", to: center)
    for replica in replicas + replicas { try await replica.sync() }
    #expect(try desk.titles == ["b", "c", "d", "e"])
    #expect(try laptop.titles == ["b", "c", "d", "e"])
    try await expectEqual(laptop, desk)
  }

  /// A week offline, with the maintenance that programs have.
  @Test func keepTheHistoryThatTheServerHasNotGot() async throws {
    let laptop = try Desk.container()
    let replica = try Replica(laptop, transport: server)
    try laptop.edit { context in for title in ["a", "b"] { context.insert(Note(title)) } }
    try await replica.sync()
    try laptop.change("a") { note, context in context.delete(note) }
    #expect(try laptop.cleanHistory(HistoryCleaning()).keptCount > 0)
    try await replica.sync()
    #expect(try center.titles == ["b"])
    // Somebody has cleaned it all the same.
    try laptop.change("b") { note, _ in note.title = "B" }
    try add("c", to: laptop)
    try laptop.cleanHistory(HistoryCleaning(ignoresConsumers: true))
    try await replica.sync()
    #expect(try center.titles == ["b", "c"])
    #expect(try laptop.conflicts.compactMap(\.lost) == ["[\"B\"]"])
    try await expectEqual(laptop)
  }

  @Test func needTheClassesOfSync() throws {
    let container = try ModelContainer(for: Tag.self, configurations: .temporary)
    #expect(throws: SyncError.missingModels) { try SyncServer(container) }
    #expect(throws: SyncError.missingModels) { try Replica(container, transport: server) }
  }

  @Test func areKeptInStep() async throws {
    let (laptop, desk) = (try Desk.container(), try Desk.container())
    let replicas = try [laptop, desk].map { try Replica($0, transport: server) }
    let tasks = replicas.map { replica in Task { try await replica.run() } }
    try add("a", to: laptop)
    try await until { try desk.titles == ["a"] }
    try add("b", to: center)
    try await until { try laptop.titles == ["a", "b"] && desk.titles == ["a", "b"] }
    for task in tasks { task.cancel() }
    for task in tasks { try await task.value }
  }

  private func until(_ condition: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(240)
    while try !condition() {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
