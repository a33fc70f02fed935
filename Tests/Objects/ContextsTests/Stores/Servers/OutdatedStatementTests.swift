import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

/// Statements that a running program has prepared for columns whose type an administrator changes.
@Suite(.enabled(if: TestServer.isInstalled)) struct OutdatedStatements {
  private static let places = FetchDescriptor<AlbumsV1.Place>(sortBy: [SortDescriptor(\.name)])

  private func names(_ context: ModelContext) throws -> [String] {
    try context.fetch(Self.places).map(\.name)
  }

  /// Runs a body, and again if it tells that the statements are outdated. Returns how often it did.
  private func refusals(_ body: () throws -> Void) throws -> Int {
    for count in 0..<10 {
      do {
        try body()
        return count
      } catch StorageError.disconnected(_, let reason) {
        #expect(reason.contains("has changed the type of a column"))
      }
    }
    throw StorageError.closed(path: "")
  }

  @Test func arePreparedAgain() throws {
    let url = TestServer.newStore()
    let container = try ModelContainer(
      for: AlbumsV1.Place.self, configurations: ModelConfiguration(url: url))
    let contexts = (0..<3).map { _ in ModelContext(container) }
    contexts[0].insert(AlbumsV1.Place("a"))
    try contexts[0].save()
    for context in contexts { #expect(try names(context) == ["a"]) }
    let administrator = try Connection.toTables(of: url)
    defer { administrator.close() }
    try administrator.execute("ALTER TABLE \"Place\" ALTER COLUMN name TYPE varchar(500)")
    // Another program writes, so that each context reads.
    try administrator.execute("UPDATE \"Place\" SET name = 'b'")
    // All connections of the pool are left at once, so that one read tells, and no other does.
    var counts: [Int] = []
    for _ in 0..<3 {
      counts.append(
        try refusals {
          let found = try names(ModelContext(container))
          #expect(found == ["b"])
        })
    }
    #expect(counts == [1, 0, 0])
    let context = ModelContext(container)
    let place = try #require(try context.fetch(Self.places).first)
    place.name = "c"
    let count = try refusals { try context.save() }
    #expect(count <= 1)
    #expect(try names(ModelContext(container)) == ["c"])
  }
}
