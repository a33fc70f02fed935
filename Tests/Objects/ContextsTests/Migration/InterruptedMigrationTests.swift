import Foundation
import StrataModelSupport
import Strata
import StrataMigration
import StrataStorage
import Synchronization
import StrataTestSupport
import Testing

@Suite(.timeLimit(.scaledMinutes(30))) struct InterruptedMigrations {
  @Test(arguments: Journey.allCases)
  fileprivate func leaveOneOfBothStoresWherever(journey: Journey) async throws {
    let whole = try Depot()
    try journey.prepare(whole)
    let before = try journey.tables(whole)
    let count = try journey.stepCount(whole)
    let after = try journey.tables(whole)
    let expected = try journey.content(whole)
    #expect(count >= 5)
    var random = SeededGenerator(for: "InterruptedMigrations.\(journey)")
    // A server takes ten times as long to make a store.
    let steps =
      TestServer.isWanted
      ? Fault.numbers(upTo: count, atLeast: 4, &random) : Array(1..<count + 1)
    for step in steps {
      let depot = try Depot()
      try journey.prepare(depot)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [url = depot.url as URL, step = step as Int, name = journey.rawValue as String] in
        try Journey(rawValue: name)?.go(url, until: step)
      }
      #expect([before, after].contains(try journey.tables(depot)), "step \(step)")
      if !TestServer.isWanted {
        #expect(try depot.sql("PRAGMA integrity_check") == .text("ok"), "step \(step)")
      }
      #expect(try journey.content(depot) == expected, "step \(step)")
      let files = TestServer.isWanted ? [] : [depot.url.lastPathComponent]
      #expect(try depot.folder.names() == files, "step \(step)")
    }
  }
}

/// A way from the first version of the albums to a later one.
private enum Journey: String, CaseIterable {
  case automatic, staged, evaluated

  /// Albums, and enough beside them that they aren't written in one step.
  func prepare(_ depot: Depot) throws {
    try depot.fillAlbums()
    try depot.fill(AlbumsV1.Album.self) { context in
      for _ in 0..<40 {
        context.insert(AlbumsV1.Place(String(repeating: "x", count: 50_000)))
      }
    }
  }

  func go(_ url: URL) throws -> ModelContext {
    let types: [any PersistentModel.Type] =
      switch self {
      case .automatic: [AlbumsV2.Album.self]
      case .staged: [AlbumsV3.Album.self]
      case .evaluated: [Evaluated.Album.self]
      }
    return ModelContext(
      try ModelContainer(
        for: types, migrationPlan: self == .staged ? AlbumsPlan.self : nil,
        configuration: ModelConfiguration(url: url)))
  }

  /// Ends the process, as a loss of power would, when so many steps are done.
  func go(_ url: URL, until step: Int) throws {
    let left = Atomic(step)
    try MigrationProbe.watching({ _ in
      if left.subtract(1, ordering: .relaxed).newValue == 0 { kill(getpid(), SIGKILL) }
    }) { _ = try go(url) }
  }

  func stepCount(_ depot: Depot) throws -> Int {
    let count = Atomic(0)
    try MigrationProbe.watching({ _ in
      count.add(1, ordering: .relaxed)
    }) { _ = try go(depot.url) }
    return count.load(ordering: .relaxed)
  }

  func tables(_ depot: Depot) throws -> ColumnValue {
    if TestServer.isWanted { return .integer(try depot.tableVersion()) }
    return try depot.sql(
      "SELECT group_concat(sql) FROM (SELECT sql FROM sqlite_schema ORDER BY name)")
  }

  /// What is in the store when the way is gone.
  func content(_ depot: Depot) throws -> [String] {
    let context = try go(depot.url)
    #expect(try context.checkStore() == [])
    switch self {
    case .automatic:
      return try context.all(AlbumsV2.Album.self).map { album in
        "\(album.name) \(album.rating) \(album.places.map(\.name)) \(album.pictures.map(\.name))"
      }
    case .staged:
      return try context.all(AlbumsV3.Album.self).map { album in
        "\(album.name) \(album.initial) \(album.places.map(\.name))"
      }
    case .evaluated:
      let albums = try context.all(Evaluated.Album.self)
      return albums.map(\.title) + ["\(Set(albums.map(\.code)).count) codes"]
    }
  }
}

/// An album whose new property has another value in each object.
private enum Evaluated {
  @Model final class Album {
    var title: String
    @Attribute(.unique) var code: UUID = UUID()
    init(_ title: String) { self.title = title }
  }
}
