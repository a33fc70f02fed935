import StrataModelSupport
import Strata
import StrataMigration
import StrataSQLite
import StrataStorage
import Synchronization
import Testing

/// Others who use a store while it is migrated.
@Suite struct OthersDuringMigrations {
  private let depot: Depot

  init() throws {
    depot = try Depot()
    try depot.fillAlbums()
  }

  private func migrate(
    at step: String, _ body: @escaping @Sendable (Depot) throws -> Void
  ) throws -> ModelContext {
    let isFirst = Atomic(true)
    let failure = Mutex<(any Error)?>(nil)
    let context = try MigrationProbe.watching({ [depot] reached in
      guard reached == step, isFirst.exchange(false, ordering: .relaxed) else { return }
      do { try body(depot) } catch { failure.withLock { $0 = error } }
    }) { try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self) }
    let isReached = !isFirst.load(ordering: .relaxed)
    #expect(isReached)
    if let error = failure.withLock({ $0 }) { throw error }
    return context
  }

  @Test(arguments: ["copied", "willMigrate", "didMigrate", "rehearsed", "pages"])
  func readWhatWasThereBefore(step: String) throws {
    _ = try migrate(at: step) { depot in
      let titles = try Connection(path: depot.url.path, isReadOnly: true).value(
        "SELECT group_concat(title) FROM Album")
      #expect(titles == .text("Winter,Summer,Winter"))
    }
  }

  @Test(arguments: ["copied", "didMigrate", "rehearsed"])
  func waitToWrite(step: String) throws {
    _ = try migrate(at: step) { depot in
      let writer = try Connection(path: depot.url.path, busyTimeout: 0.01)
      #expect(throws: StorageError.busy(path: depot.url.path, seconds: 0.01)) {
        try writer.execute("DELETE FROM Album")
      }
    }
  }

  @Test func loseNothingThatTheyWriteAtTheLastMoment() throws {
    let context = try migrate(at: "unlocked") { depot in
      try Connection(path: depot.url.path).execute(
        "INSERT INTO Album (strata_key, title) VALUES (99, 'Late')")
    }
    #expect(try context.all(AlbumsV3.Album.self).map(\.initial) == ["W", "S", "L"])
    #expect(try context.checkStore() == [])
  }
}
