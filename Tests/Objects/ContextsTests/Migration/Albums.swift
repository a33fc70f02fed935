import StrataModelSupport
import Strata

/// The versions of an album's models, from the first on.
enum AlbumsV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Album.self, Photo.self, Place.self] }
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  @Model final class Album {
    var title: String
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

/// A property is renamed, one comes, one goes, one must have a value, and another kind of relationship.
enum AlbumsV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Album.self, Photo.self, Place.self] }
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }

  @Model final class Album {
    @Attribute(originalName: "title") var name: String
    var rating = 3
    @Relationship(originalName: "place") var places: [Place] = []
    @Relationship(originalName: "photos", inverse: \Photo.book) var pictures: [Photo] = []
    var note: String?
    init(_ name: String) { self.name = name }
  }

  @Model final class Photo {
    var name: String
    @Relationship(originalName: "album") var book: Album?
    @Relationship(originalName: "people") var sights: [Place] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Place {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

/// Names are unique, and what isn't needed any longer is gone.
enum AlbumsV3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Album.self, Place.self] }
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }

  @Model final class Album {
    @Attribute(.unique) var name: String
    var places: [Place] = []
    var initial = ""
    init(_ name: String) { self.name = name }
  }

  @Model final class Place {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum AlbumsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AlbumsV1.self, AlbumsV2.self, AlbumsV3.self] }
  static var stages: [MigrationStage] { [toV2, toV3] }

  static let toV2 = MigrationStage.lightweight(
    fromVersion: AlbumsV1.self, toVersion: AlbumsV2.self)

  static let toV3 = MigrationStage.custom(
    fromVersion: AlbumsV2.self, toVersion: AlbumsV3.self,
    willMigrate: { context in
      // Of albums that have one name, the oldest stays.
      var seen: Set<String> = []
      for album in try context.fetch(FetchDescriptor<AlbumsV2.Album>())
      where !seen.insert(album.name).inserted {
        context.delete(album)
      }
      try context.save()
    },
    didMigrate: { context in
      for album in try context.fetch(FetchDescriptor<AlbumsV3.Album>()) {
        album.initial = String(album.name.prefix(1))
      }
    })
}

extension Depot {
  /// Three albums, two of which have one name, with photos and places.
  func fillAlbums() throws {
    try fill(AlbumsV1.Album.self) { context in
      let places = ["Oslo", "Rome"].map { AlbumsV1.Place($0) }
      for (number, title) in ["Winter", "Summer", "Winter"].enumerated() {
        let album = AlbumsV1.Album(title)
        context.insert(album)
        album.rating = number == 0 ? nil : number
        album.place = number == 2 ? nil : places[number]
        let photos = (0..<3).map { AlbumsV1.Photo("\(number)\($0)") }
        for photo in photos {
          context.insert(photo)
          photo.people = [places[1], places[0]]
        }
        // They don't come in the order in which they were made.
        for photo in photos.reversed() { album.photos.append(photo) }
      }
    }
  }
}
