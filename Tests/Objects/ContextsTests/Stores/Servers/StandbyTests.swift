import Foundation
import StrataModelSupport
import Strata
import StrataPostgreSQL
import StrataSQLite
import Synchronization
import StrataTestSupport
import Testing

@Model private final class Bulletin {
  var text = ""
  init() {}
}

// One after the other, since each starts servers.
@Suite(.serialized, .enabled(if: TestServer.hasPrograms), .timeLimit(.scaledMinutes(5)))
struct Standbys {
  private let primary: PrivateServer
  private let standby: PrivateServer

  init() throws {
    primary = try PrivateServer()
    standby = try PrivateServer(standbyOf: primary)
  }

  private static let models: [any PersistentModel.Type] = [AlbumsV1.Place.self]

  private func open(_ url: URL, allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Self.models, configuration: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  /// The primary's address, with that of the standby for reads.
  private var both: URL {
    primary.url.appending(queryItems: [
      URLQueryItem(name: "replica", value: standby.url.absoluteString)
    ])
  }

  /// Opens a store as soon as the standby has its tables.
  private func openWhenThere(_ url: URL) throws -> ModelContainer {
    let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(30)))
    while true {
      do {
        return try open(url, allowsSave: false)
      } catch {
        guard Date() < deadline else { throw error }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  private func execute(_ sql: String, on server: PrivateServer) throws {
    let address = try ServerAddress(server.url)
    let connection = Connection(try ServerConnection(address), path: "", isReadOnly: false)
    defer { connection.close() }
    try connection.execute(sql)
  }

  /// Keeps the standby from following the primary.
  private func pause() throws {
    try execute("SELECT pg_wal_replay_pause()", on: standby)
    let address = try ServerAddress(standby.url)
    let connection = Connection(try ServerConnection(address), path: "", isReadOnly: true)
    defer { connection.close() }
    let isPaused: SQL = "SELECT (pg_get_wal_replay_pause_state() = 'paused')::integer::bigint"
    #expect(try waitUntil { try connection.integer(isPaused) == 1 })
  }

  private func waitUntil(_ condition: () throws -> Bool) throws -> Bool {
    let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(30)))
    while Date() < deadline {
      if try condition() { return true }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }

  private func names(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<AlbumsV1.Place>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }

  @Test(arguments: [true, false])
  func showWhatIsSavedOnThePrimary(isNamedAsReplica: Bool) throws {
    let writing = ModelContext(try open(primary.url))
    writing.insert(AlbumsV1.Place("a"))
    try writing.save()
    let reading = ModelContext(try openWhenThere(isNamedAsReplica ? both : standby.url))
    #expect(try waitUntil { try names(reading) == ["a"] })
    let place = try #require(try reading.fetch(FetchDescriptor<AlbumsV1.Place>()).first)
    try #require(try writing.fetch(FetchDescriptor<AlbumsV1.Place>()).first).name = "b"
    try writing.save()
    #expect(try waitUntil { try names(reading) == ["b"] })
    #expect(place.name == "b")
    // What was read came from the standby.
    try pause()
    writing.insert(AlbumsV1.Place("c"))
    try writing.save()
    #expect(try names(reading) == ["b"])
    reading.insert(AlbumsV1.Place("no"))
    #expect(throws: (any Error).self) { try reading.save() }
    reading.rollback()
    try execute("SELECT pg_wal_replay_resume()", on: standby)
    #expect(try waitUntil { try names(reading) == ["b", "c"] })
  }

  @Test func refuseSaves() throws {
    let writing = ModelContext(try open(primary.url))
    writing.insert(AlbumsV1.Place("a"))
    try writing.save()
    _ = try openWhenThere(standby.url)
    let saving = ModelContext(try open(standby.url))
    #expect {
      saving.insert(AlbumsV1.Place("b"))
      try saving.save()
    } throws: {
      guard case StorageError.readOnly = $0 else { return false }
      return "\($0)".contains(standby.folder)
    }
  }

  /// The primary's address, for a store whose saves share it in a way.
  private func primary(saves: String) -> URL {
    primary.url.appending(queryItems: [URLQueryItem(name: "saves", value: saves)])
  }

  @Test(arguments: ["serial", "concurrent"]) func showOwnSavesEvenIfTheyAreLate(
    saves: String
  ) throws {
    let context = ModelContext(try open(primary(saves: saves)))
    context.insert(AlbumsV1.Place("a"))
    try context.save()
    _ = try openWhenThere(standby.url)
    let both = ModelContext(try open(both))
    for number in 0..<20 {
      both.insert(AlbumsV1.Place("b\(number)"))
      try both.save()
      #expect(try both.fetchCount(FetchDescriptor<AlbumsV1.Place>()) == number + 2)
    }
    try pause()
    both.insert(AlbumsV1.Place("c"))
    try both.save()
    let start = ContinuousClock.now
    #expect(try both.fetchCount(FetchDescriptor<AlbumsV1.Place>()) == 22)
    #expect(ContinuousClock.now - start >= .seconds(1))
    // It isn't waited for again until it has caught up.
    let second = ContinuousClock.now
    for _ in 0..<30 { #expect(try both.fetchCount(FetchDescriptor<AlbumsV1.Place>()) == 22) }
    #expect(ContinuousClock.now - second < .seconds(25))
    // Others' saves on the primary are merged in a save, although the standby hasn't them.
    context.insert(AlbumsV1.Place("d"))
    try context.save()
    both.insert(AlbumsV1.Place("e"))
    try both.save()
    #expect(try both.fetchCount(FetchDescriptor<AlbumsV1.Place>()) == 24)
    try execute("SELECT pg_wal_replay_resume()", on: standby)
    #expect(try both.fetchCount(FetchDescriptor<AlbumsV1.Place>()) == 24)
  }

  /// A container that has just migrated the store asks the primary until the standby has the new tables.
  @Test func areNotAskedBeforeTheyHaveAMigration() throws {
    let writing = ModelContext(try open(primary.url))
    writing.insert(AlbumsV1.Place("first"))
    try writing.save()
    _ = try openWhenThere(standby.url)
    try pause()
    let models = Self.models + [Bulletin.self]
    func context() throws -> ModelContext {
      ModelContext(
        try ModelContainer(for: models, configuration: ModelConfiguration(url: both)))
    }
    for _ in 0..<2 {
      let context = try context()
      #expect(try context.fetchCount(FetchDescriptor<Bulletin>()) == 0)
      #expect(try names(context) == ["first"])
    }
    // Also one that finds the tables as it needs them, and a state that the standby doesn't have yet.
    writing.insert(AlbumsV1.Place("second"))
    try writing.save()
    let late = try context()
    #expect(try names(late) == ["first", "second"])
    try execute("SELECT pg_wal_replay_resume()", on: standby)
    #expect(
      try waitUntil {
        try late.rows("SELECT pg_is_in_recovery()::text AS s").first?.value("s", as: String.self)
          == "true"
      })
    #expect(try names(late) == ["first", "second"])
    #expect(try late.fetchCount(FetchDescriptor<Bulletin>()) == 0)
  }

  @Test(arguments: ["serial", "concurrent"]) func showEachSaveOnceToWhoFollowsThem(
    mode: String
  ) throws {
    let (writers, saves) = (4, 30)
    let contexts = try (0..<writers).map { _ in
      ModelContext(try open(primary(saves: mode)))
    }
    // Each thread uses its own.
    nonisolated(unsafe) let all = contexts
    let reading = ModelContext(try openWhenThere(standby.url))
    let failures = Mutex<[String]>([])
    let isDone = Atomic(false)
    Thread.detachNewThread {
      DispatchQueue.concurrentPerform(iterations: writers) { writer in
        do {
          for number in 0..<saves {
            all[writer].insert(AlbumsV1.Place("\(writer) \(number)"))
            try all[writer].save()
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      isDone.store(true, ordering: .releasing)
    }
    var seen: [Int64] = []
    var token = DefaultHistoryToken.beginning
    let caughtUp = try waitUntil {
      let last = token
      let found = try reading.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > last }))
      seen += found.map(\.transactionIdentifier)
      if let end = found.last { token = end.token }
      // The follower of the objects in memory takes part.
      _ = try names(reading)
      return isDone.load(ordering: .acquiring) && seen.count >= writers * saves
    }
    #expect(caughtUp && failures.withLock { $0 } == [])
    #expect(seen == Array(1...Int64(writers * saves)))
    #expect(try names(reading).count == writers * saves)
  }
}
