import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataSQLite
import Synchronization
import StrataTestSupport
import Testing

@Suite(.enabled(if: TestServer.isInstalled), .timeLimit(.scaledMinutes(5)))
struct LostConnections {
  @Test func loseAndDoubleNoSave() throws {
    let url = TestServer.newStore()
    let name = "lost-\(UUID().uuidString)"
    let named = url.appending(queryItems: [URLQueryItem(name: "application_name", value: name)])
    let (writers, saves) = (4, 150)
    let contexts = try (0..<writers).map { _ in
      ModelContext(
        try ModelContainer(for: AlbumsV1.Place.self, configurations: ModelConfiguration(url: named))
      )
    }
    // Each thread uses its own.
    nonisolated(unsafe) let all = contexts
    let killer = try ConnectionKiller(of: name, at: url, every: 0.02)
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: writers) { writer in
      for number in 0..<saves {
        var isInserted = false
        while true {
          do {
            if !isInserted {
              all[writer].insert(AlbumsV1.Place("\(writer) \(number)"))
              isInserted = true
            }
            try all[writer].save()
            break
          } catch StorageError.disconnected {
            continue
          } catch {
            failures.withLock { $0.append("\(error)") }
            return
          }
        }
      }
    }
    let kills = killer.stop()
    #expect(failures.withLock { $0 } == [])
    #expect(kills > 10)
    let context = ModelContext(
      try ModelContainer(for: AlbumsV1.Place.self, configurations: ModelConfiguration(url: url)))
    let names = try context.fetch(FetchDescriptor<AlbumsV1.Place>()).map(\.name).sorted()
    let expected = (0..<writers).flatMap { writer in (0..<saves).map { "\(writer) \($0)" } }
    #expect(names == expected.sorted())
    #expect(try context.checkStore() == [])
  }

  @Test func thatNobodyUsesAreReplaced() throws {
    let url = TestServer.newStore()
    let name = "lost-\(UUID().uuidString)"
    let named = url.appending(queryItems: [URLQueryItem(name: "application_name", value: name)])
    let context = ModelContext(
      try ModelContainer(for: AlbumsV1.Place.self, configurations: ModelConfiguration(url: named)))
    context.insert(AlbumsV1.Place("a"))
    try context.save()
    let connection = try Connection.toTables(of: url)
    defer { connection.close() }
    #expect(try context.fetchCount(FetchDescriptor<AlbumsV1.Place>()) == 1)
    _ = try connection.integers(
      """
      SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
      WHERE application_name = \(literal: name)
      """)
    #expect(try context.fetchCount(FetchDescriptor<AlbumsV1.Place>()) == 1)
    context.insert(AlbumsV1.Place("b"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<AlbumsV1.Place>()) == 2)
  }
}
