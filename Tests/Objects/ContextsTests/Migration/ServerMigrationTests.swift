import StrataModelSupport
import Strata
import StrataSQLite
import StrataStack
import StrataTestSupport
import Testing

@Suite(.enabled(if: TestServer.isInstalled)) struct ServerMigrations {
  private let depot: Depot

  init() throws {
    depot = try Depot(isOnServer: true)
    try depot.fillAlbums()
  }

  @Test func keepWhatOthersHaveMadeOfTables() throws {
    try depot.execute(
      """
      CREATE VIEW titles AS SELECT title FROM "Album";
      GRANT SELECT ON "Album" TO public;
      CREATE INDEX others ON "Album" (lower(title));
      CREATE INDEX rated ON "Album" (rating);
      ALTER TABLE "Album" ADD CONSTRAINT low CHECK (rating < 100);
      COMMENT ON CONSTRAINT low ON "Album" IS 'ours';
      """)
    let context = try depot.open(AlbumsV2.Album.self)
    #expect(try context.all(AlbumsV2.Album.self).map(\.name) == ["Winter", "Summer", "Winter"])
    #expect(try depot.sql("SELECT count(*) FROM titles") == .integer(3))
    #expect(
      try depot.sql(
        """
        SELECT count(*) FROM information_schema.role_table_grants
        WHERE table_schema = current_schema() AND table_name = 'Album' AND grantee = 'PUBLIC'
        """) == .integer(1))
    #expect(
      try depot.sql(
        """
        SELECT count(*) FROM pg_indexes
        WHERE schemaname = current_schema() AND indexname IN ('others', 'rated')
        """) == .integer(2))
    #expect(try depot.rules().contains { $0.contains(" low ") })
  }

  @Test func refuseToDropAColumnThatAViewShows() throws {
    try depot.execute("CREATE VIEW ratings AS SELECT place FROM \"Album\"")
    let refusal = try depot.refusal(AlbumsV2.Album.self)
    #expect(refusal.isUntouched)
    #expect(refusal.text.contains("ratings"), "\(refusal.text)")
    #expect(!refusal.text.contains("a newer program"), "\(refusal.text)")
  }

  @Test func giveTablesTheRulesOfNewOnes() throws {
    _ = try depot.open(AlbumsV2.Album.self)
    let migrated = try depot.rules()
    let new = try Depot(isOnServer: true)
    _ = try new.open(AlbumsV2.Album.self)
    #expect(try migrated == new.rules())
  }

  @Test func addReferencesAgainThatSomebodyHasDropped() throws {
    let before = try depot.rules()
    try depot.execute(
      """
      ALTER TABLE "Album" DROP CONSTRAINT "strata_Album_place_link";
      ALTER TABLE "Photo_people" DROP CONSTRAINT "strata_Photo_people_Place_link";
      """)
    let context = try depot.open(AlbumsV1.Album.self)
    #expect(try context.all(AlbumsV1.Album.self).map { $0.place?.name } == ["Oslo", "Rome", nil])
    #expect(try depot.rules() == before)
  }

  @Test func refuseZeroCharactersInJSONBeforeTheySpoilQueries() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Specimen.self, configurations: ModelConfiguration(url: TestServer.newStore())))
    let specimen = Specimen(bool: true)
    specimen.words = ["a\\u0000b"]
    context.insert(specimen)
    try context.save()
    specimen.words = ["a\0b"]
    #expect(throws: StackError.self) { try context.save() }
    #expect(try ModelContext(context.container).all(Specimen.self).map(\.words) == [["a\\u0000b"]])
  }

  @Test func areRehearsedWithoutATrace() throws {
    let before = try depot.content()
    let rehearsal = try AlbumsPlan.rehearsal(ofStoreAt: depot.url)
    #expect(rehearsal.stages.count == 2)
    #expect(try depot.content() == before)
  }
}
