import Foundation
import Strata
import StrataSQLite
import StrataStoreSupport
import StrataTestSupport
import Testing

@testable import StrataSync

/// Values that another program has written, and which the class can't read. Nobody gets an empty value in their place.
@Suite(.serialized, .timeLimit(.scaledMinutes(5))) struct UnreadableValues {
  private let folder: TemporaryFolder
  private let center: ModelContainer
  private let laptop: ModelContainer

  init() async throws {
    folder = try TemporaryFolder()
    center = try Desk.container(folder.url.appending(path: "center.store"))
    laptop = try Desk.container(folder.url.appending(path: "laptop.store"))
    try laptop.edit { context in
      let list = Note("list")
      list.labels = ["one"]
      context.insert(list)
    }
    try await sync()
  }

  private func sync() async throws {
    try await Replica(laptop, transport: SyncServer(center)).sync()
  }

  private func execute(_ sql: String, in container: ModelContainer) throws {
    try Connection(path: container.configuration.url.path).execute(sql)
  }

  private func labels(in container: ModelContainer) throws -> String? {
    try ModelContext(container).rows("SELECT labels FROM Note").first?.value(
      "labels", as: String.self)
  }

  @Test func ofTheServerAreAnErrorAndStay() async throws {
    try execute("UPDATE Note SET labels = '{'", in: center)
    try center.change("list") { note, _ in note.rank = 1 }
    try laptop.change("list") { note, _ in note.price = 2 }
    // The push names a property that can be read, and the pull has one as well.
    try await sync()
    #expect(try labels(in: center) == "{")
    #expect(try labels(in: laptop) == "[\"one\"]")
    #expect(try center.note("list", ModelContext(center))?.price == 2)
    #expect(try laptop.note("list", ModelContext(laptop))?.rank == 1)
    // Who asks for everything can't have it.
    let desk = try Desk.container()
    await #expect(throws: (any Error).self) {
      try await Replica(desk, transport: SyncServer(center)).sync()
    }
    #expect(try desk.titles.isEmpty)
    #expect(try labels(in: center) == "{")
  }

  @Test func ofAReplicaAreNotReplaced() async throws {
    try execute("UPDATE Note SET labels = '{'", in: laptop)
    try laptop.change("list") { note, _ in note.rank = 1 }
    try await sync()
    #expect(try center.note("list", ModelContext(center))?.rank == 1)
    #expect(try labels(in: center) == "[\"one\"]")
    #expect(try labels(in: laptop) == "{")
    try laptop.edit { context in context.insert(Note("new")) }
    try await sync()
    #expect(try center.titles == ["list", "new"])
    // It is in a push of everything as it is, and loses against what the server has.
    let replica = try Replica(laptop, transport: SyncServer(center))
    try await replica.startOver()
    try await replica.sync()
    #expect(try labels(in: center) == "[\"one\"]")
    #expect(try laptop.conflicts.map(\.lost) == ["[\"{\"]"])
  }

  @Test func areNoValuesOfANewServer() async throws {
    try execute("UPDATE Note SET labels = '{'", in: laptop)
    let other = try Desk.container()
    let replica = try Replica(laptop, transport: SyncServer(other))
    try await replica.startOver()
    let result = try await replica.sync()
    #expect(result.refusal?.contains("labels") ?? false, "\(result.refusal ?? "")")
    #expect(try other.titles.isEmpty)
    #expect(try labels(in: laptop) == "{")
  }
}
