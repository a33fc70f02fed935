import Foundation
import StrataModelSupport
import Strata
import StrataSQLite
import StrataStorage
import StrataTestSupport
import Testing

@Suite(.enabled(if: TestServer.isInstalled)) struct StoreCopies {
  private let folder: TemporaryFolder
  private let file: URL
  private static let models: [any PersistentModel.Type] = [
    AlbumsV1.Album.self, AlbumsV1.Photo.self, AlbumsV1.Place.self, Specimen.self,
    DogsBelow.Owner.self, DogsBelow.Animal.self, DogsBelow.Dog.self,
  ]

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("original.store")
    let context = ModelContext(try Self.container(file))
    context.author = "filler"
    let places = ["Rome", "Oslo", "Bern"].map { AlbumsV1.Place($0) }
    for number in 0..<20 {
      let album = AlbumsV1.Album("album \(number)")
      album.rating = number.isMultiple(of: 3) ? nil : number
      album.place = places[number % 3]
      context.insert(album)
      let photo = AlbumsV1.Photo("photo 'of' \"\(number)\" 🎈")
      photo.people = [places[2], places[number % 2]]
      album.photos.append(photo)
    }
    let specimen = Specimen(bool: true)
    specimen.uint64 = .max
    specimen.double = -.infinity
    specimen.decimal = Decimal(string: "12345678901234567890.123456789") ?? 0
    specimen.date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    specimen.data = Data([0, 255, 7])
    specimen.shape = .text("x", bold: true)
    specimen.counts = ["one": 1]
    context.insert(specimen)
    let owner = DogsBelow.Owner("owner")
    context.insert(owner)
    context.insert(DogsBelow.Animal("cat"))
    try context.save()
    let consumer = try HistoryConsumer("index", in: context.container)
    _ = consumer
    for album in try context.all(AlbumsV1.Album.self).prefix(3) { context.delete(album) }
    try context.save()
  }

  private static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: models, configuration: ModelConfiguration(url: url))
  }

  /// All that a store in a file has, but for what it recorded of its adaptation.
  private func content(_ url: URL) throws -> [String] {
    let connection = try Connection.reading(url.path)
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    ) { $0.text(at: 0) }
    return try tables.flatMap { table in
      let filter: SQL = table == "strata_metadata" ? " WHERE name NOT LIKE 'adapted%'" : ""
      return try connection.rows("SELECT * FROM \(name: table)\(filter)") { row in
        "\(table) \((0..<row.columnCount).map { "\(row.value(at: $0))" })"
      }.sorted()
    }
  }

  @Test func toAServerAndBackAreTheSame() throws {
    let server = TestServer.newStore()
    #expect(try Store.copy(from: file, to: server) == [])
    let back = folder.file("back.store")
    #expect(try Store.copy(from: server, to: back) == [])
    #expect(try content(back) == content(file))
    let (original, copied) = try (
      ModelContext(Self.container(file)), ModelContext(Self.container(server))
    )
    #expect(try copied.checkStore() == [])
    let titles = try original.all(AlbumsV1.Album.self).map(\.title)
    #expect(try copied.all(AlbumsV1.Album.self).map(\.title) == titles)
    #expect(
      try copied.all(AlbumsV1.Photo.self).map { $0.people.map(\.name) }
        == original.all(AlbumsV1.Photo.self).map { $0.people.map(\.name) })
    copied.insert(AlbumsV1.Album("new"))
    try copied.save()
    #expect(try copied.all(AlbumsV1.Album.self).count == titles.count + 1)
  }

  @Test func ofAServerAreBackups() throws {
    let server = TestServer.newStore()
    _ = try Store.copy(from: file, to: server)
    let backup = folder.file("backup.store")
    try Self.container(server).backup(to: backup)
    #expect(try content(backup) == content(file))
  }

  /// A copy and a backup find what the store finds, and deliver the rest of its history.
  @Test func answerSearchesAndGoOnForConsumers() throws {
    func container(_ url: URL) throws -> ModelContainer {
      try ModelContainer(for: [Searched.Note.self], configuration: ModelConfiguration(url: url))
    }
    let original = folder.file("searched.store")
    let context = ModelContext(try container(original))
    let consumer = try HistoryConsumer("index", in: context.container)
    for title in ["W\u{f6}rter im Hafen", "harbour words", "Worte am Hafen"] {
      context.insert(Searched.Note(title))
      try context.save()
    }
    struct Interruption: Error {}
    #expect(throws: Interruption.self) {
      try consumer.process(limit: 1) { part in
        if part.contains(where: { $0.transactionIdentifier == 2 }) { throw Interruption() }
      }
    }
    let (server, back) = (TestServer.newStore(), folder.file("back.store"))
    let backup = folder.file("searched.backup")
    _ = try Store.copy(from: original, to: server)
    _ = try Store.copy(from: server, to: back)
    try container(server).backup(to: backup)
    for url in [server, back, backup] {
      let copy = try container(url)
      var descriptor = FetchDescriptor<Searched.Note>(sortBy: [SortDescriptor(\.title)])
      descriptor.search = "worter"
      #expect(try ModelContext(copy).fetch(descriptor).map(\.title) == ["W\u{f6}rter im Hafen"])
      descriptor.search = "hafen"
      #expect(try ModelContext(copy).fetchCount(descriptor) == 2)
      // The one that was interrupted comes again.
      let consumer = try HistoryConsumer("index", in: copy)
      let more = ModelContext(copy)
      more.insert(Searched.Note("Hafen 4"))
      try more.save()
      var numbers: [Int64] = []
      try consumer.process { numbers += $0.map(\.transactionIdentifier) }
      #expect(numbers == [2, 3, 4])
      #expect(try ModelContext(copy).fetchCount(descriptor) == 3)
    }
  }

  @Test func replaceNoStoreOnAServer() throws {
    let server = TestServer.newStore()
    _ = try Store.copy(from: file, to: server)
    let error = #expect(throws: StorageError.self) { try Store.copy(from: file, to: server) }
    #expect("\(try #require(error))".contains("already; name another schema"))
  }

  @Test func thatFailLeaveNothing() throws {
    let server = TestServer.newStore()
    let context = ModelContext(try Self.container(file))
    context.insert(AlbumsV1.Album("a\0b"))
    try context.save()
    let error = #expect(throws: CopyError.self) { try Store.copy(from: file, to: server) }
    #expect(try #require(error).place.hasPrefix("Album/"))
    #expect(throws: StorageError.self) { try Store.openRecorded(at: server) }
  }

  @Test func sayWhatNoModelHas() throws {
    let connection = try Connection(path: file.path)
    try connection.execute(
      "ALTER TABLE Place ADD COLUMN old TEXT; UPDATE Place SET old = 'x' WHERE strata_key = 1")
    #expect(try Store.copy(from: file, to: TestServer.newStore()) == ["Place.old"])
  }
}
