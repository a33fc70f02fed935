import Foundation
import Strata
import StrataPostgreSQL
import StrataSQLite
import TestSupport
import Testing

// One after the other, since each starts servers.
@Suite(.serialized, .enabled(if: TestServer.hasPrograms), .timeLimit(.scaledMinutes(5)))
struct Failovers {
  private func container(_ servers: [PrivateServer]) throws -> ModelContainer {
    var components = try #require(URLComponents(string: "postgresql:///postgres"))
    components.queryItems = [
      URLQueryItem(name: "user", value: "strata"),
      URLQueryItem(name: "host", value: servers.map(\.folder).joined(separator: ",")),
    ]
    return try ModelContainer(
      for: AlbumsV1.Place.self,
      configurations: ModelConfiguration(url: try #require(components.url)))
  }

  private func execute(_ sql: String, on server: PrivateServer) throws {
    let address = try ServerAddress(server.url)
    let connection = Connection(try ServerConnection(address), path: "", isReadOnly: false)
    defer { connection.close() }
    try connection.execute(sql)
  }

  /// Repeats what a lost connection, or a server that isn't there yet, keeps from being done.
  private func persistently<Result>(_ body: () throws -> Result) throws -> Result {
    let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(30)))
    while true {
      do {
        return try body()
      } catch let error as StorageError {
        switch error {
        case .disconnected, .cannotOpen: guard Date() < deadline else { throw error }
        default: throw error
        }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  private func names(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<AlbumsV1.Place>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }

  @Test func loseNothingThatWasReplicated() throws {
    let primary = try PrivateServer()
    let standby = try PrivateServer(standbyOf: primary)
    // A save is done when the standby has it.
    try execute("ALTER SYSTEM SET synchronous_standby_names = '*'", on: primary)
    try execute("SELECT pg_reload_conf()", on: primary)
    let container = try container([standby, primary])
    let (context, other) = (ModelContext(container), ModelContext(container))
    for number in 0..<10 {
      context.insert(AlbumsV1.Place("a\(number)"))
      try context.save()
    }
    let expected = (0..<10).map { "a\($0)" }
    #expect(try names(other) == expected)
    try primary.kill()
    try standby.promote()
    #expect(try persistently { try names(other) } == expected)
    context.insert(AlbumsV1.Place("b"))
    try persistently { try context.save() }
    #expect(try persistently { try names(context) } == expected + ["b"])
    #expect(try persistently { try names(other) } == expected + ["b"])
    #expect(try context.checkStore() == [])
    let numbers = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .map(\.transactionIdentifier)
    #expect(numbers == Array(1...11))
  }

  @Test func showTheRowsOfTheNewPrimary() throws {
    let primary = try PrivateServer()
    // The standby begins with the store's tables.
    _ = try container([primary])
    let standby = try PrivateServer(standbyOf: primary)
    let container = try container([standby, primary])
    let (context, other) = (ModelContext(container), ModelContext(container))
    let (kept, changed) = (AlbumsV1.Place("kept"), AlbumsV1.Place("changed"))
    context.insert(kept)
    context.insert(changed)
    try context.save()
    let shown = try other.fetch(FetchDescriptor<AlbumsV1.Place>(sortBy: [SortDescriptor(\.name)]))
    #expect(shown.map(\.name) == ["changed", "kept"])
    let address = try ServerAddress(standby.url)
    let watching = Connection(try ServerConnection(address), path: "", isReadOnly: true)
    // The standby has this, and nothing of what comes.
    let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(30)))
    while try watching.integer("SELECT number FROM strata.strata_store") != 1, Date() < deadline {
      Thread.sleep(forTimeInterval: 0.01)
    }
    try execute("ALTER SYSTEM SET primary_conninfo = ''", on: standby)
    try execute("SELECT pg_reload_conf()", on: standby)
    while try watching.integer("SELECT count(*) FROM pg_stat_wal_receiver") != 0, Date() < deadline
    {
      Thread.sleep(forTimeInterval: 0.01)
    }
    watching.close()
    changed.name = "lost"
    try context.save()
    context.insert(AlbumsV1.Place("lost, too"))
    try context.save()
    #expect(try names(other) == ["kept", "lost", "lost, too"])
    try primary.kill()
    try standby.promote()
    // Another program's saves get the numbers that the lost ones had.
    let program = ModelContext(try self.container([standby]))
    for name in ["c", "d"] {
      program.insert(AlbumsV1.Place(name))
      try program.save()
    }
    #expect(try persistently { try names(other) } == ["c", "changed", "d", "kept"])
    #expect(shown.map(\.name) == ["changed", "kept"])
    #expect(try persistently { try names(context) } == ["c", "changed", "d", "kept"])
    #expect(changed.name == "changed")
    changed.name = "again"
    try persistently { try context.save() }
    #expect(try names(other) == ["again", "c", "d", "kept"])
  }
}
