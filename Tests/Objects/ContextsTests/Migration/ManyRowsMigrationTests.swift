import StrataModelSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

@Suite(.timeLimit(.scaledMinutes(5))) struct ManyRowsMigrations {
  /// What took a look at all rows for each of them would not end here.
  @Test func takeTimeInProportion() throws {
    let depot = try Depot()
    let count = 100_000
    _ = try depot.container([AlbumsV1.Album.self])
    let rows = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < \(count))"
    let people =
      TestServer.isWanted
      ? "INSERT INTO \"Photo_people\" SELECT x, x, x" : "INSERT INTO Photo_people SELECT x, x"
    try depot.execute(
      """
      \(rows) INSERT INTO "Place" (strata_key, name) SELECT x, 'place' || x FROM c;
      \(rows) INSERT INTO "Album" (strata_key, title, rating, place)
        SELECT x, 'album' || x, nullif(x % 5, 0), \(count + 1) - x FROM c;
      \(rows) INSERT INTO "Photo" (strata_key, name, album) SELECT x, 'photo' || x, x FROM c;
      \(rows) \(people) FROM c;
      INSERT INTO strata_keys
        SELECT column1, \(count + 1) FROM (VALUES ('Album'), ('Photo'), ('Place')) AS v WHERE true
        ON CONFLICT (entity) DO UPDATE SET next = excluded.next;
      """)
    let context = try depot.open(AlbumsV2.Album.self)
    #expect(try context.fetchCount(FetchDescriptor<AlbumsV2.Album>()) == count)
    #expect(try depot.sql("SELECT count(*) FROM \"Album_places\"") == .integer(Int64(count)))
    #expect(try depot.sql("SELECT count(*) FROM \"Album\" WHERE rating = 3") == .integer(40_000))
    let plain = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    #expect(try plain.fetchCount(FetchDescriptor<AlbumsV3.Album>()) == count)
    #expect(
      try depot.sql("SELECT count(*) FROM \"Album\" WHERE initial = 'a'") == .integer(Int64(count)))
  }
}
