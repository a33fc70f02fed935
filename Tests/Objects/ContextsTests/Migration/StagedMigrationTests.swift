import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataSQLite
import StrataStorage
import StrataTestSupport
import Testing

@Suite struct StagedMigrations {
  private let depot: Depot

  init() throws { depot = try Depot() }

  @Test func takeAStoreThroughAllStages() throws {
    try depot.fillAlbums()
    let identifier = try depot.sql("SELECT value FROM strata_metadata WHERE name = 'identifier'")
    let first = try depot.open(AlbumsV1.Album.self).all(AlbumsV1.Album.self)
    let keys = first.map(\.persistentModelID)
    let context = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    let albums = try context.all(AlbumsV3.Album.self)
    #expect(albums.map(\.name) == ["Winter", "Summer"])
    #expect(albums.map(\.initial) == ["W", "S"])
    #expect(albums.map { $0.places.map(\.name) } == [["Oslo"], ["Rome"]])
    #expect(albums.map(\.persistentModelID) == Array(keys.prefix(2)))
    #expect(try context.checkStore() == [])
    #expect(
      try depot.sql("SELECT value FROM strata_metadata WHERE name = 'identifier'") == identifier)
    // What the last version lacks is gone, since the plan says so.
    let tables = ["Album", "Album_places", "Place", "Photo", "Photo_people"]
    #expect(try tables.filter { try depot.hasTable($0) } == ["Album", "Album_places", "Place"])
    let columns = try depot.sql(
      file: "SELECT group_concat(name) FROM pragma_table_info('Album')",
      server: """
        SELECT string_agg(column_name::text, ',' ORDER BY ordinal_position)
        FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = 'Album'
        """)
    #expect(columns == .text("strata_key,name,initial"))
  }

  @Test func keepTheHistory() throws {
    try depot.fillAlbums()
    let context = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    // The filling, what the stage deleted, what it set.
    #expect(try depot.sql("SELECT count(*) * 10 + max(number) FROM strata_history") == .integer(33))
    context.insert(AlbumsV3.Album("new"))
    try context.save()
    #expect(try depot.sql("SELECT max(number) FROM strata_history") == .integer(4))
  }

  @Test func leaveNothingBehindAndDoNothingTwice() throws {
    try depot.fillAlbums()
    _ = try depot.container([AlbumsV3.Album.self], AlbumsPlan.self)
    #expect(try depot.folder.names() == (TestServer.isWanted ? [] : ["depot.store"]))
    try depot.execute("UPDATE \"Album\" SET initial = 'x' WHERE name = 'Winter'")
    let again = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    #expect(try again.all(AlbumsV3.Album.self).map(\.initial) == ["x", "S"])
  }

  @Test func beginWhereTheStoreIs() throws {
    try depot.fillAlbums()
    let second = try depot.open(AlbumsV2.Album.self, plan: AlbumsPlan.self)
    #expect(try second.all(AlbumsV2.Album.self).map(\.rating) == [3, 1, 2])
    #expect(second.container.migrationPlan == AlbumsPlan.self)
    try second.all(AlbumsV2.Album.self)[2].name = "Autumn"
    try second.save()
    let third = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    #expect(try third.all(AlbumsV3.Album.self).map(\.initial) == ["W", "S", "A"])
  }

  @Test func areNotNeededByANewStore() throws {
    let context = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    context.insert(AlbumsV3.Album("a"))
    try context.save()
    let again = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    #expect(try again.all(AlbumsV3.Album.self).map(\.initial) == [""])
    let memory = try ModelContainer(
      for: AlbumsV3.Album.self, migrationPlan: AlbumsPlan.self,
      configurations: .temporary)
    #expect(memory.migrationPlan == AlbumsPlan.self)
  }

  @Test func takeInAStoreWithoutARecord() throws {
    try depot.fillAlbums()
    _ = try depot.sql("DELETE FROM strata_metadata WHERE name IN ('schema', 'version')")
    let context = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    #expect(try context.all(AlbumsV3.Album.self).map(\.initial) == ["W", "S"])
  }

  @Test func followNoStageWhereTheModelsSayEnough() throws {
    try depot.fillAlbums()
    let context = try depot.open(AlbumsV2.Album.self, plan: StagelessPlan.self)
    #expect(try context.all(AlbumsV2.Album.self).map(\.rating) == [3, 1, 2])
  }

  @Test func leaveWhatOtherProgramsKeepInTheStore() throws {
    try depot.fillAlbums()
    try depot.fill(Diary.self) { $0.insert(Diary("dear")) }
    _ = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    #expect(try depot.open(Diary.self).all(Diary.self).map(\.text) == ["dear"])
  }

  @Test func tellAlikeVersionsApartByTheirNumber() throws {
    try depot.fill(Twins1.Note.self, plan: Twins1Plan.self) { $0.insert(Twins1.Note("a")) }
    for _ in 0..<2 {
      let context = try depot.open(Twins2.Note.self, plan: TwinsPlan.self)
      #expect(try context.all(Twins2.Note.self).map(\.text) == ["a!"])
    }
  }

  @Test func knowAFirstReleaseThatHadNoPlan() throws {
    // It has the number that schemas have without one, which is the first version's.
    try depot.fill(Twins1.Note.self) { $0.insert(Twins1.Note("a")) }
    let context = try depot.open(Twins2.Note.self, plan: TwinsPlan.self)
    #expect(try context.all(Twins2.Note.self).map(\.text) == ["a!"])
  }

  @Test func takeTheLaterOfAlikeVersionsWhereNothingTells() throws {
    try depot.fill(Twins1.Note.self) { $0.insert(Twins1.Note("a")) }
    _ = try depot.sql("DELETE FROM strata_metadata WHERE name IN ('schema', 'version')")
    let context = try depot.open(Twins2.Note.self, plan: TwinsPlan.self)
    #expect(try context.all(Twins2.Note.self).map(\.text) == ["a"])
  }

  @Test(arguments: [1, 4]) func areDoneOnceByContainersThatOpenAtOnce(rounds: Int) async throws {
    try depot.fill(Twins1.Note.self, plan: Twins1Plan.self) { $0.insert(Twins1.Note("a")) }
    let texts = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<rounds * 2 {
        group.addTask { [depot] in
          try depot.open(Twins2.Note.self, plan: TwinsPlan.self).all(Twins2.Note.self).map(\.text)
        }
      }
      return try await group.reduce(into: [[String]]()) { $0.append($1) }
    }
    #expect(texts.allSatisfy { $0 == ["a!"] })
  }
}

private enum StagelessPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AlbumsV1.self, AlbumsV2.self] }
  static var stages: [MigrationStage] { [] }
}

@Model private final class Diary {
  var text: String
  init(_ text: String) { self.text = text }
}

private enum Twins1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Note.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Note {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

private enum Twins2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Note.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Note {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

private enum Twins1Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Twins1.self] }
  static var stages: [MigrationStage] { [] }
}

private enum TwinsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Twins1.self, Twins2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: Twins1.self, toVersion: Twins2.self, willMigrate: nil,
        didMigrate: { context in
          for note in try context.fetch(FetchDescriptor<Twins2.Note>()) { note.text += "!" }
        })
    ]
  }
}
