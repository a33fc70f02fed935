import StrataModelSupport
import Strata
import StrataSQLite
import StrataStorage
import Testing

@Suite struct AutomaticMigrations {
  private let depot: Depot

  init() throws { depot = try Depot() }

  @Test func renameAndFillWhatTheModelsSay() throws {
    try depot.fillAlbums()
    let before = try depot.open(AlbumsV1.Album.self).all(AlbumsV1.Album.self)
    let identifiers = before.map(\.persistentModelID)
    let context = try depot.open(AlbumsV2.Album.self)
    let albums = try context.all(AlbumsV2.Album.self)
    #expect(albums.map(\.persistentModelID) == identifiers)
    #expect(albums.map(\.name) == ["Winter", "Summer", "Winter"])
    #expect(albums.map(\.rating) == [3, 1, 2])
    #expect(albums.map { $0.places.map(\.name) } == [["Oslo"], ["Rome"], []])
    #expect(
      albums.map { $0.pictures.map(\.name) }
        == [["02", "01", "00"], ["12", "11", "10"], ["22", "21", "20"]])
    #expect(albums[0].pictures[0].sights.map(\.name) == ["Rome", "Oslo"])
    #expect(albums[0].pictures[0].book === albums[0])
    #expect(try context.checkStore() == [])
    albums[0].pictures.append(AlbumsV2.Photo("new"))
    albums[0].places.append(AlbumsV2.Place("Bern"))
    try context.save()
    let again = try #require(try depot.open(AlbumsV2.Album.self).all(AlbumsV2.Album.self).first)
    #expect(again.pictures.map(\.name) == ["02", "01", "00", "new"])
    #expect(again.places.map(\.name) == ["Oslo", "Bern"])
  }

  @Test func keepWhatTheModelsLack() throws {
    try depot.fillAlbums()
    _ = try depot.open(AlbumsV2.Album.self)
    try depot.fill(Fewer.Place.self, Fewer.Album.self) { context in
      let count = try context.all(Fewer.Album.self).count
      #expect(count == 3)
      context.insert(Fewer.Album("lean"))
    }
    #expect(try depot.sql("SELECT count(*) FROM \"Photo\"") == .integer(9))
    let context = try depot.open(AlbumsV2.Album.self)
    let albums = try context.all(AlbumsV2.Album.self)
    #expect(albums.map(\.rating) == [3, 1, 2, 3])
    #expect(albums.map(\.pictures.count) == [3, 3, 3, 0])
    #expect(try context.checkStore() == [])
  }

  @Test func areRefusedToAnOlderProgramThatWouldNotFindRenamedValues() throws {
    try depot.fillAlbums()
    _ = try depot.open(AlbumsV2.Album.self)
    let refusal = try depot.refusal(AlbumsV1.Album.self)
    #expect(refusal.text.contains("Album.title was renamed to name by a newer version"))
    #expect(refusal.isUntouched)
  }

  @Test func happenOnce() throws {
    try depot.fillAlbums()
    _ = try depot.open(AlbumsV2.Album.self)
    let version = try depot.tableVersion()
    _ = try depot.open(AlbumsV2.Album.self)
    #expect(try depot.tableVersion() == version)
  }

  @Test func swapNames() throws {
    try depot.fill(Swapped1.Pair.self) { $0.insert(Swapped1.Pair("a", "b")) }
    for _ in 0..<2 {
      let pair = try #require(try depot.open(Swapped2.Pair.self).all(Swapped2.Pair.self).first)
      #expect(pair.left == "b" && pair.right == "a")
    }
  }

  @Test func doWithoutARecord() throws {
    try depot.fillAlbums()
    _ = try depot.sql("DELETE FROM strata_metadata WHERE name = 'schema'")
    let context = try depot.open(AlbumsV2.Album.self)
    let albums = try context.all(AlbumsV2.Album.self)
    #expect(albums.map(\.name) == ["Winter", "Summer", "Winter"])
    #expect(albums.map(\.rating) == [3, 1, 2])
    #expect(albums.map { $0.places.map(\.name) } == [["Oslo"], ["Rome"], []])
    #expect(albums[0].pictures.map(\.name) == ["02", "01", "00"])
    #expect(albums[0].pictures[0].sights.map(\.name) == ["Rome", "Oslo"])
    #expect(try context.checkStore() == [])
  }
}

@Suite struct RefusedMigrations {
  private let depot: Depot

  init() throws { depot = try Depot() }

  @Test func nameTheTypeThatChanges() throws {
    try depot.fill(Typed.Reading.self) { $0.insert(Typed.Reading()) }
    let refusal = try depot.refusal(Retyped.Reading.self)
    #expect(refusal.isUntouched)
    for text in [
      "Reading.count is INTEGER in the store and REAL in the models; keep it as it is",
      "Reading.time is Date: seconds since 2001-01-01 00:00 UTC in the store and REAL in the models",
      "Reading.flag is Bool: 0 or 1 in the store and INTEGER in the models",
      "Reading.text was a value and now leads to objects",
    ] {
      #expect(refusal.text.contains(text), "\(refusal.text)")
    }
  }

  @Test func countTheObjectsThatLackAValue() throws {
    try depot.fill(AlbumsV1.Album.self) { context in
      for name in ["a", "b"] { context.insert(AlbumsV1.Album(name)) }
    }
    let refusal = try depot.refusal(Strict.Album.self, Strict.Place.self)
    #expect(refusal.isUntouched)
    #expect(refusal.text.contains("Album.rating may not be nil any longer, but is so in 2 objects"))
    #expect(refusal.text.contains("Album.owner is new and may not be nil, and 2 objects lack it"))
    #expect(refusal.text.contains("Album.place may not be nil any longer, but is so in 2 objects"))
  }

  @Test func nameAValueThatIsNotUnique() throws {
    try depot.fill(AlbumsV1.Album.self) { context in
      for name in ["b", "a", "c", "a", "a"] { context.insert(AlbumsV1.Place(name)) }
    }
    let refusal = try depot.refusal(Singular.Place.self)
    #expect(
      refusal.text.contains("Place.name is unique in the models, but 3 objects have 'a'; give them")
    )
  }

  @Test func sayThatALinkLeadsElsewhere() throws {
    try depot.fillAlbums()
    let refusal = try depot.refusal(Elsewhere.Album.self, Elsewhere.Photo.self)
    #expect(refusal.isUntouched)
    #expect(refusal.text.contains("Album.place led to Place, and now to Photo"))
  }

  @Test func sayThatALinkOfSeveralCannotBeOne() throws {
    try depot.fillAlbums()
    let refusal = try depot.refusal(AlbumsV1.Place.self, Single.Photo.self)
    #expect(refusal.isUntouched)
    #expect(
      refusal.text.contains("Photo.people leads to several objects in the store"),
      "\(refusal.text)")
  }
}

private enum Fewer {
  @Model final class Album {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Place {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

private enum Swapped1 {
  @Model final class Pair {
    var left: String
    var right: String
    init(_ left: String, _ right: String) { (self.left, self.right) = (left, right) }
  }
}

private enum Swapped2 {
  @Model final class Pair {
    @Attribute(originalName: "right") var left: String
    @Attribute(originalName: "left") var right: String
    init(_ left: String, _ right: String) { (self.left, self.right) = (left, right) }
  }
}

private enum Typed {
  @Model final class Reading {
    var count = 1
    var time = Date(timeIntervalSinceReferenceDate: 0)
    var flag = true
    var text: String?
    init() {}
  }
}

private enum Retyped {
  @Model final class Reading {
    var count = 1.5
    var time = 0.0
    var flag = 1
    var text: Reading?
    init() {}
  }
}

private enum Strict {
  @Model final class Album {
    var title: String
    var rating: Int
    var place: Place
    var owner: String
    init(_ place: Place) {
      (title, rating, owner) = ("", 0, "")
      self.place = place
    }
  }
  @Model final class Place {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

private enum Singular {
  @Model final class Place {
    @Attribute(.unique) var name: String
    init(_ name: String) { self.name = name }
  }
}

private enum Elsewhere {
  @Model final class Album {
    var title: String
    var place: Photo?
    init(_ title: String) { self.title = title }
  }
  @Model final class Photo {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

private enum Single {
  @Model final class Photo {
    var name: String
    var people: AlbumsV1.Place?
    init(_ name: String) { self.name = name }
  }
}
