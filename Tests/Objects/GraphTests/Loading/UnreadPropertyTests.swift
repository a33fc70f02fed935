import Foundation
import StrataModelSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

enum Gallery {
  @Model final class Album {
    var name: String
    @Relationship(inverse: \Picture.album) var pictures: [Picture] = []
    init(_ name: String) { self.name = name }
  }

  enum Style: String, Codable { case oil, ink }

  @Composite enum Size: Codable, Equatable { case sheet, wall(width: Int) }

  @Composite struct Place: Codable, Equatable {
    var room: Int?
    var wall: Int?
  }

  struct Frame: Codable, Equatable {
    var width = 1
  }

  @Model class Picture {
    var title: String
    var price = Decimal(0)
    @Attribute(.externalStorage) var image: Data
    var page = URL(fileURLWithPath: "/")
    @Attribute(.externalStorage) var plan: Data?
    var size = Size.sheet
    @Attribute(.externalStorage) var sketch: String?
    var place: Place?
    @Attribute(.externalStorage) var key: UUID
    var year: Int?
    var style: Style
    var words: [String] = []
    var frame = Frame()
    let number: Int
    @Attribute(.externalStorage) let seal: String
    @Attribute(.externalStorage) var story: String?
    var album: Album?

    init(_ number: Int, image: Data = Data(repeating: 7, count: 5000)) {
      self.number = number
      seal = "seal \(number)"
      title = "Picture \(number)"
      self.image = image
      key = UUID(uuid: (UInt8(number), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
      price = Decimal(number) / 10
      size = .wall(width: number)
      place = Place(room: nil, wall: number)
      style = number % 2 == 0 ? .oil : .ink
      year = 1900 + number
      words = ["w\(number)"]
      frame.width = number
      story = "story \(number)"
    }
  }

  @Model final class Poster: Picture {
    var edition: Int
    @Attribute(.externalStorage) var plate: Data

    init(_ number: Int, edition: Int) {
      self.edition = edition
      plate = Data("plate \(number)".utf8)
      super.init(number)
    }
  }

  /// Counts the values that statements return of columns.
  final class Statements: StoreObserver {
    let statementDetail = StoreStatement.Detail.sql
    private let recorded = Mutex<[String]>([])
    /// The statements that have read rows of pictures.
    var selects: [String] {
      recorded.withLock { $0.filter { $0.contains("SELECT") && $0.contains("\"Picture\"") } }
    }
    func operationWillBegin(_ operation: StoreOperation, parent: Int?) -> Int { 0 }
    func operationDidEnd(_ operation: StoreOperation, result: StoreOperation.Result, token: Int) {}
    func statementDidRun(_ statement: StoreStatement) {
      recorded.withLock { $0.append(statement.sql) }
    }
    func forget() { recorded.withLock { $0 = [] } }
  }
}

/// Attributes that a fetch leaves out, and that an object reads later.
@Suite struct UnreadProperties {
  private typealias Picture = Gallery.Picture
  private typealias Poster = Gallery.Poster
  private typealias Album = Gallery.Album

  private let depot: Depot
  private let container: ModelContainer
  private let statements = Gallery.Statements()

  init() throws {
    depot = try Depot()
    var configuration = ModelConfiguration(url: depot.url)
    configuration.observer = statements
    container = try ModelContainer(
      for: [Picture.self, Poster.self, Album.self], configuration: configuration)
    let context = ModelContext(container)
    let album = Album("A")
    context.insert(album)
    for number in 0..<20 {
      let picture = number % 5 == 4 ? Poster(number, edition: number * 10) : Picture(number)
      context.insert(picture)
      picture.album = album
    }
    try context.save()
  }

  private var byNumber: FetchDescriptor<Picture> {
    FetchDescriptor(sortBy: [SortDescriptor(\.number)])
  }

  private func titles() -> FetchDescriptor<Picture> {
    var descriptor = byNumber
    descriptor.propertiesToFetch = [\.title]
    return descriptor
  }

  /// Compares all values of a picture with those that it was made with.
  private func expectWhole(_ picture: Picture, _ location: SourceLocation = #_sourceLocation) {
    let number = picture.number
    #expect(picture.title == "Picture \(number)", sourceLocation: location)
    #expect(picture.image == Data(repeating: 7, count: 5000), sourceLocation: location)
    #expect(picture.price == Decimal(number) / 10, sourceLocation: location)
    #expect(picture.page == URL(fileURLWithPath: "/"), sourceLocation: location)
    #expect(picture.size == .wall(width: number), sourceLocation: location)
    #expect(picture.place == Gallery.Place(room: nil, wall: number), sourceLocation: location)
    #expect(picture.plan == nil && picture.sketch == nil, sourceLocation: location)
    #expect(picture.key.uuid.0 == UInt8(number), sourceLocation: location)
    #expect(picture.year == 1900 + number, sourceLocation: location)
    #expect(picture.style == (number % 2 == 0 ? .oil : .ink), sourceLocation: location)
    #expect(picture.words == ["w\(number)"], sourceLocation: location)
    #expect(picture.frame.width == number, sourceLocation: location)
    #expect(picture.seal == "seal \(number)", sourceLocation: location)
    #expect(picture.story == "story \(number)", sourceLocation: location)
    #expect(picture.album?.name == "A", sourceLocation: location)
    if let poster = picture as? Poster {
      #expect(poster.edition == number * 10, sourceLocation: location)
      #expect(poster.plate == Data("plate \(number)".utf8), sourceLocation: location)
    }
  }

  @Test func areReadWhenTheyAreAskedFor() throws {
    for descriptor in [byNumber, titles()] {
      let context = ModelContext(container)
      let pictures = try context.fetch(descriptor)
      #expect(pictures.count == 20 && pictures.map(\.number) == Array(0..<20))
      for picture in pictures { expectWhole(picture) }
      #expect(!context.hasChanges)
    }
  }

  @Test func areNotSelected() throws {
    let context = ModelContext(container)
    statements.forget()
    let pictures = try context.fetch(byNumber)
    #expect(pictures.map(\.year).count == 20)
    let sql = statements.selects
    #expect(sql.count == 1 && sql.allSatisfy { !$0.contains("\"image\"") }, "\(sql)")
    // A constant is read with its object.
    #expect(sql.allSatisfy { $0.contains("\"seal\"") }, "\(sql)")
    _ = pictures[3].image
    #expect(statements.selects.count == 2)
    _ = pictures[3].image
    #expect(statements.selects.count == 2)
  }

  @Test func areReadForObjectsThatWereFetchedTogether() throws {
    let context = ModelContext(container)
    let pictures = try context.fetch(titles())
    statements.forget()
    #expect(pictures.map(\.year) == (0..<20).map { 1900 + $0 })
    #expect(statements.selects.count < 8, "\(statements.selects.count)")
    #expect(statements.selects.allSatisfy { !$0.contains("\"image\"") })
    statements.forget()
    #expect(pictures.filter { !($0 is Poster) }.map(\.words.count).reduce(0, +) == 16)
    #expect(statements.selects.isEmpty)
  }

  @Test func areFetchedIfTheyAreNamed() throws {
    var descriptor = byNumber
    descriptor.propertiesToFetch = [\.image, \.album]
    let context = ModelContext(container)
    let pictures = try context.fetch(descriptor)
    statements.forget()
    #expect(pictures.map(\.image.count) == Array(repeating: 5000, count: 20))
    #expect(statements.selects.isEmpty, "\(statements.selects)")
    expectWhole(pictures[4])
  }

  @Test func areFilledByALaterFetch() throws {
    let context = ModelContext(container)
    let pictures = try context.fetch(titles())
    _ = try context.fetch(byNumber)
    statements.forget()
    #expect(pictures.map(\.year).count == 20)
    #expect(statements.selects.isEmpty, "\(statements.selects)")
  }

  @Test func areCompleteInBatches() throws {
    let context = ModelContext(container)
    var descriptor = titles()
    var found = 0
    try context.enumerate(descriptor, batchSize: 7) {
      expectWhole($0); found += 1
    }
    #expect(found == 20)
    descriptor.includePendingChanges = false
    for picture in try context.fetch(descriptor, batchSize: 7) { expectWhole(picture) }
  }

  @Test func comeWithRelatedObjects() throws {
    let context = ModelContext(container)
    let album = try #require(try context.fetch(FetchDescriptor<Album>()).first)
    statements.forget()
    #expect(album.pictures.count == 20)
    #expect(statements.selects.allSatisfy { !$0.contains("\"image\"") })
    for picture in album.pictures { expectWhole(picture) }
  }

  @Test func areChangedAndSaved() throws {
    let context = ModelContext(container)
    let pictures = try context.fetch(titles())
    pictures[0].image = Data([1])
    pictures[1].image.append(9)
    pictures[2].title = "renamed"
    pictures[3].words.append("more")
    pictures[4].story = nil
    try context.save()
    let again = try ModelContext(container).fetch(byNumber)
    #expect(again[0].image == Data([1]))
    #expect(again[1].image == Data(repeating: 7, count: 5000) + [9])
    #expect(again[2].title == "renamed" && again[2].image.count == 5000)
    #expect(again[3].words == ["w3", "more"])
    #expect(again[4].story == nil && (again[4] as? Poster)?.edition == 40)
    for number in 5..<20 { expectWhole(again[number]) }
  }

  @Test func keepTheirValuesWhenAnotherIsChanged() throws {
    let context = ModelContext(container)
    let picture = try #require(try context.fetch(titles()).first)
    statements.forget()
    picture.title = "renamed"
    try context.save()
    #expect(statements.selects.allSatisfy { !$0.contains("\"image\"") }, "\(statements.selects)")
    #expect(picture.image.count == 5000 && picture.year == 1900)
  }

  @Test func areTakenBackAndUndone() throws {
    let context = ModelContext(container)
    context.undoManager = UndoManager()
    let pictures = try context.fetch(titles())
    pictures[0].image = Data([1])
    pictures[1].year = nil
    context.delete(pictures[2])
    context.rollback()
    for picture in pictures { expectWhole(picture) }
    pictures[5].image = Data([2])
    pictures[6].year = nil
    context.delete(pictures[7])
    try context.save()
    try context.undoManager?.undo()
    try context.save()
    for picture in try ModelContext(container).fetch(byNumber) { expectWhole(picture) }
  }

  @Test func mergeWhatOthersHaveSaved() throws {
    let context = ModelContext(container)
    let pictures = try context.fetch(titles())
    let other = ModelContext(container)
    let others = try other.fetch(byNumber)
    others[0].image = Data([1])
    others[1].year = 3000
    others[2].title = "theirs"
    try other.save()
    statements.forget()
    pictures[2].story = "mine"
    #expect(try context.fetchCount(FetchDescriptor<Picture>()) == 20)
    #expect(pictures[2].title == "theirs" && pictures[2].story == "mine")
    #expect(statements.selects.allSatisfy { !$0.contains("\"image\"") }, "\(statements.selects)")
    #expect(pictures[0].image == Data([1]) && pictures[1].year == 3000)
    try context.save()
    #expect(pictures[2].image.count == 5000)
  }

  @Test func stayWhenAMergeCompletesTheirObject() throws {
    let context = ModelContext(container)
    let album = Album("B")
    context.insert(album)
    try context.save()
    let pictures = try context.fetch(titles())
    context.delete(album)
    let other = ModelContext(container)
    let there = try other.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == "B" }))
    try other.fetch(byNumber)[0].album = there.first
    try other.save()
    #expect(try context.fetchCount(FetchDescriptor<Picture>()) == 20)
    #expect(pictures[0].year == 1900 && pictures[0].story == "story 0")
    #expect(pictures[0].words == ["w0"] && pictures[0].style == .oil)
  }

  @Test func areNamedByThePlan() throws {
    let sql = "\(try ModelContext(container).explain(titles()))"
    #expect(sql.contains("title") && !sql.contains("image"), "\(sql)")
  }

  @Test func areComparedInMemoryWithUnsavedChanges() throws {
    let context = ModelContext(container)
    let pictures = try context.fetch(titles())
    pictures[0].title = "zzz"
    context.insert(Picture(100))
    var descriptor = titles()
    descriptor.predicate = #Predicate { ($0.year ?? 0) >= 1918 }
    #expect(try context.fetch(descriptor).map(\.number) == [18, 19, 100])
    descriptor.predicate = #Predicate { $0.story == "story 0" && $0.title == "zzz" }
    #expect(try context.fetch(descriptor).map(\.number) == [0])
  }

  @Test func areCopiedByChildContexts() throws {
    let context = ModelContext(container)
    let pictures = try context.fetch(titles())
    let child = try ModelContext(parent: context)
    let copies = try child.fetch(titles())
    for picture in copies { expectWhole(picture) }
    copies[0].story = "child's"
    try child.save()
    #expect(pictures[0].story == "child's" && pictures[0].image.count == 5000)
  }

  @Test func ofADeletedObjectAreNeitherWrittenNorMadeUp() throws {
    let context = ModelContext(container)
    let pictures = try context.fetch(byNumber)
    let (read, unread) = (pictures[0], pictures[1])
    _ = (read.image, read.story, read.plan, read.sketch, read.key)
    context.delete(read)
    context.delete(unread)
    try context.save()
    context.insert(read)
    try context.save()
    #expect(try ModelContext(container).fetch(byNumber).contains { $0.number == 0 })
    context.insert(unread)
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect(
      "\(error.map { "\($0)" } ?? "")".contains("wasn't read"), "\(String(describing: error))")
    unread.image = Data([3])
    unread.story = "again"
    (unread.plan, unread.sketch, unread.key) = (nil, nil, UUID())
    try context.save()
    #expect(unread.image == Data([3]))
  }

  @Test func thatCannotBeReadStopASave() throws {
    guard !depot.isOnServer else { return }
    let context = ModelContext(container)
    let picture = try #require(try context.fetch(titles()).first)
    try depot.execute("UPDATE Picture SET style = 'none' WHERE title = 'Picture 0'")
    #expect(picture.style == .oil)
    #expect(context.readFailures.count == 1)
    picture.title = "changed"
    // The change rests on a placeholder, and is dropped with the error.
    picture.style = .ink
    #expect(throws: StackError.self) { try context.save() }
    try depot.execute("UPDATE Picture SET style = 'oil' WHERE title = 'Picture 0'")
    try context.save()
    #expect(picture.style == .oil && picture.title == "changed")
    let again = try ModelContext(container).fetch(byNumber)
    #expect(again[0].style == .oil && again[0].title == "changed")
  }

  @Test func haveANameInTheModel() throws {
    var descriptor = byNumber
    descriptor.propertiesToFetch = [\.hashValue]
    let error = #expect(throws: PredicateTranslationError.self) {
      try ModelContext(container).fetch(descriptor)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("propertiesToFetch"))
  }

  @Test func comeLastInAFile() throws {
    guard !depot.isOnServer else { return }
    let names = try depot.sql("SELECT group_concat(name) FROM pragma_table_info('Picture')")
    guard case .text(let text) = names else { throw Missing() }
    let columns = text.split(separator: ",").suffix(7)
    #expect(
      Set(columns) == ["image", "plan", "sketch", "key", "seal", "story", "Poster_plate"], "\(text)"
    )
  }

  @Test func becomeExternalInAnExistingStore() throws {
    let depot = try Depot()
    try depot.fill(Plain.Scan.self) { context in
      for number in 0..<3 { context.insert(Plain.Scan("s\(number)", Data([UInt8(number)]))) }
    }
    let context = try depot.open(External.Scan.self)
    let scans = try context.fetch(FetchDescriptor<External.Scan>(sortBy: [SortDescriptor(\.title)]))
    #expect(scans.map(\.image) == [Data([0]), Data([1]), Data([2])])
    let back = try depot.open(Plain.Scan.self)
    #expect(try back.fetch(FetchDescriptor<Plain.Scan>()).map(\.image).count == 3)
  }

  private struct Missing: Error {}

  enum Plain {
    @Model final class Scan {
      var title: String
      var image: Data
      init(_ title: String, _ image: Data) { (self.title, self.image) = (title, image) }
    }
  }

  enum External {
    @Model final class Scan {
      var title: String
      @Attribute(.externalStorage) var image: Data
      init(_ title: String, _ image: Data) { (self.title, self.image) = (title, image) }
    }
  }
}
