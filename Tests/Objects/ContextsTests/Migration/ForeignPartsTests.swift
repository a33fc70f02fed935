import StrataModelSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

/// What others have made in a store, which migrations leave as it is.
@Suite struct ForeignParts {
  private let depot: Depot

  init() throws {
    depot = try Depot()
    try depot.fillAlbums()
  }

  @Test func outlastATableThatIsMadeAnew() throws {
    try Connection(path: depot.url.path).execute(
      """
      CREATE TABLE mine (x);
      CREATE INDEX mine_index ON Album (place);
      CREATE VIEW mine_view AS SELECT count(*) AS n FROM Album;
      CREATE TRIGGER mine_trigger AFTER DELETE ON Photo BEGIN INSERT INTO mine VALUES (old.name); END;
      """)
    let context = try depot.open(Mended.Album.self)
    #expect(try depot.sql("SELECT n FROM mine_view") == .integer(3))
    #expect(
      try depot.sql("SELECT count(*) FROM sqlite_schema WHERE name = 'mine_index'") == .integer(1))
    context.delete(try context.all(Mended.Photo.self)[0])
    try context.save()
    #expect(try depot.sql("SELECT x FROM mine") == .text("00"))
    #expect(try context.checkStore() == [])
  }

  @Test func areNamedWhereTheyAreInTheWay() throws {
    try Connection(path: depot.url.path).execute("CREATE INDEX mine_index ON Album (title)")
    let refusal = try depot.refusal(AlbumsV2.Album.self)
    #expect(refusal.isUntouched)
    #expect(
      refusal.text.contains(
        "mine_index is of the store's Album, and doesn't fit the new one: there is no column title; "
          + "drop it and make it again afterwards"), "\(refusal.text)")
    #expect(try depot.open(AlbumsV1.Album.self).all(AlbumsV1.Album.self).count == 3)
  }
}

@Suite struct RepeatedOpenings {
  @Test func changeNothing() throws {
    let house = try Storehouse()
    _ = try house.open()
    let connection = try Connection(path: house.folder.file().path)
    let version = try connection.integer("PRAGMA schema_version")
    let written = try connection.integer("PRAGMA data_version")
    _ = try house.open()
    #expect(try connection.integer("PRAGMA schema_version") == version)
    #expect(try connection.integer("PRAGMA data_version") == written)
  }

  @Test func ofHierarchiesChangeNothing() throws {
    let zoo = try Menagerie()
    _ = try zoo.context()
    let connection = try Connection(path: zoo.house.folder.file("zoo.store").path)
    let version = try connection.integer("PRAGMA schema_version")
    _ = try zoo.context()
    #expect(try connection.integer("PRAGMA schema_version") == version)
  }
}

private enum Mended {
  @Model final class Album {
    var title: String?
    var rating: Int?
    var place: Place?
    @Relationship(inverse: \Photo.album) var photos: [Photo] = []
    init(_ title: String) { self.title = title }
  }
  @Model final class Photo {
    var name: String
    var album: Album?
    var people: [Place] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Place {
    var name: String
    init(_ name: String) { self.name = name }
  }
}
