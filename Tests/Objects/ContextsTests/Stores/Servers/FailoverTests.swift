import Foundation
import StrataModelSupport
import Strata
import StrataPostgreSQL
import StrataSQLite
import Synchronization
import StrataTestSupport
import Testing

// One after the other, since each starts servers.
@Suite(.serialized, .enabled(if: TestServer.hasPrograms), .timeLimit(.scaledMinutes(5)))
struct Failovers {
  private func container(
    _ servers: [PrivateServer], _ items: [String: String] = [:]
  ) throws -> ModelContainer {
    var components = try #require(URLComponents(string: "postgresql:///postgres"))
    components.queryItems = [
      URLQueryItem(name: "user", value: "strata"),
      URLQueryItem(name: "host", value: servers.map(\.folder).joined(separator: ",")),
    ]
    components.queryItems? += items.map { URLQueryItem(name: $0, value: $1) }
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

  /// A primary and its standby. A save is done when the standby has it.
  private func pair() throws -> (primary: PrivateServer, standby: PrivateServer) {
    let primary = try PrivateServer()
    let standby = try PrivateServer(standbyOf: primary)
    try execute("ALTER SYSTEM SET synchronous_standby_names = '*'", on: primary)
    try execute("SELECT pg_reload_conf()", on: primary)
    return (primary, standby)
  }

  @Test(arguments: ["serial", "concurrent"]) func loseNothingThatWasReplicated(
    saves: String
  ) throws {
    let (primary, standby) = try pair()
    let container = try container([standby, primary], ["saves": saves])
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

  /// Saves of eight threads, which a failover meets at any of their statements.
  @Test(arguments: ["serial", "concurrent"]) func keepEachSaveOfManyWritersOnce(
    saves: String
  ) throws {
    let (primary, standby) = try pair()
    let container = try container([standby, primary], ["saves": saves])
    let saved = Mutex<Set<String>>([])
    // Not known to be saved, and not known not to be.
    let unknown = Mutex<Set<String>>([])
    let failures = Mutex<[String]>([])
    let isOver = Atomic(false)
    @Sendable func write(_ writer: Int) {
      let context = ModelContext(container)
      var number = 0
      // Each saves on the new primary, too: a save whose outcome is unknown isn't counted.
      var rest = 10
      while rest > 0, failures.withLock({ $0.isEmpty }) {
        let name = "\(writer) \(number)"
        number += 1
        let isBehind = isOver.load(ordering: .acquiring)
        do {
          context.insert(AlbumsV1.Place(name))
          do {
            try persistently { try context.save() }
            saved.withLock { _ = $0.insert(name) }
            if isBehind { rest -= 1 }
          } catch StorageError.saveOutcomeUnknown {
            unknown.withLock { _ = $0.insert(name) }
            context.rollback()
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    let writers = DispatchGroup()
    for writer in 0..<8 {
      writers.enter()
      Thread.detachNewThread {
        write(writer)
        writers.leave()
      }
    }
    let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(30)))
    while saved.withLock({ $0.count < 80 }), Date() < deadline {
      Thread.sleep(forTimeInterval: 0.005)
    }
    let countBefore = saved.withLock { $0.count }
    try primary.kill()
    try standby.promote()
    isOver.store(true, ordering: .releasing)
    writers.wait()
    #expect(failures.withLock { $0 } == [])
    let fresh = ModelContext(try self.container([standby]))
    let found = try names(fresh)
    let expected = saved.withLock { $0 }
    #expect(Set(found).count == found.count)
    // A loaded machine may have had few before the failover, and each thread had ten behind it.
    #expect(countBefore > 0 && expected.count >= countBefore + 80)
    #expect(expected.isSubset(of: found))
    #expect(Set(found).subtracting(expected).isSubset(of: unknown.withLock { $0 }))
    let numbers = try fresh.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .map(\.transactionIdentifier)
    #expect(numbers == Array(1...Int64(found.count)))
    #expect(try fresh.checkStore() == [])
  }

  @Test(arguments: ["off", "on"]) func reachWhoWatches(listen: String) async throws {
    let (primary, standby) = try pair()
    let watching = try container(
      [standby, primary], listen == "on" ? ["listen": "on"] : [:])
    let updates = try watching.historyUpdates().makeAsyncIterator()
    let before = ModelContext(try container([primary], listen == "on" ? ["listen": "on"] : [:]))
    before.insert(AlbumsV1.Place("before"))
    try before.save()
    _ = try await updates.next()
    try primary.kill()
    try standby.promote()
    let after = ModelContext(try container([standby], listen == "on" ? ["listen": "on"] : [:]))
    after.insert(AlbumsV1.Place("after"))
    try after.save()
    let reading = ModelContext(watching)
    while try persistently({ try names(reading) }) != ["after", "before"] {
      _ = try await updates.next()
    }
    after.insert(AlbumsV1.Place("and again"))
    try after.save()
    while try names(reading).count < 3 { _ = try await updates.next() }
  }

  /// A server that only reads from now on keeps its connections, as a pooler's do when it leads to another server.
  @Test(arguments: ["serial", "concurrent"]) func areFoundByAWriterWhoseServerOnlyReads(
    saves: String
  ) throws {
    let (primary, standby) = try pair()
    let container = try container([primary, standby], ["saves": saves])
    let context = ModelContext(container)
    for name in ["a", "b"] {
      context.insert(AlbumsV1.Place(name))
      try context.save()
    }
    try execute("ALTER SYSTEM SET default_transaction_read_only = on", on: primary)
    try execute("SELECT pg_reload_conf()", on: primary)
    try standby.promote()
    context.insert(AlbumsV1.Place("c"))
    let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(30)))
    var refusalCount = 0
    // The save behind the refused one finds the other server.
    while context.hasChanges, refusalCount < 2, Date() < deadline {
      do {
        try context.save()
      } catch StorageError.readOnly {
        refusalCount += 1
      }
    }
    #expect(!context.hasChanges)
    #expect(try names(ModelContext(try self.container([standby]))) == ["a", "b", "c"])
  }
}
