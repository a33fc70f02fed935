import Foundation
import Strata
import StrataCoreDataStores
import StrataSQLite
import StrataSchema
import StrataTestSupport
import Testing

@Suite struct WrittenStores {
  private let library: LibraryStore

  init() throws { library = try LibraryStore() }

  private func open(_ policy: CoreDataWritePolicy = CoreDataWritePolicy()) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Author.self, Book.self, Magazine.self, editing: library.open(), policy: policy))
  }

  private func rows(_ sql: String) throws -> [String] { try storedRows(sql, in: library.url) }

  private func named<Model: PersistentModel>(
    _ context: ModelContext, _ predicate: Predicate<Model>
  ) throws -> Model {
    try #require(try context.fetch(FetchDescriptor<Model>(predicate: predicate)).first)
  }

  @Test func getNewObjects() throws {
    let context = try open()
    let author = Author(name: "Dan", isAlive: true)
    author.born = Date(timeIntervalSinceReferenceDate: 12.5)
    author.code = LibraryStore.uuid
    author.home = Home(city: "Oslo", number: 3)
    let book = Book(title: "New")
    book.price = Decimal(string: "12.34")
    book.cover = Data([1, 2, 3])
    book.pages = 77
    context.insert(author)
    context.insert(book)
    try context.save()
    #expect(
      try rows("SELECT * FROM ZAUTHOR WHERE Z_PK > 3") == [
        "4|2|1|1|3|NULL|12.5|'Oslo'|'Dan'|x'100f0e0d0c0b0a090807060504030201'"
      ])
    #expect(
      try rows("SELECT * FROM ZPUBLICATION WHERE Z_PK > 3") == [
        "4|5|1|77|NULL|NULL|NULL|12.34|'New'|x'01010203'"
      ])
    #expect(
      try rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1") == [
        "'Agent'|1", "'Author'|4", "'Book'|0", "'Chapter'|3", "'Magazine'|0", "'Publication'|4",
      ])
  }

  @Test func getChangesOfWhatHasChangedAlone() throws {
    let before = try rows("SELECT * FROM ZAUTHOR WHERE Z_PK <> 2")
    let context = try open()
    let bob = try named(context, #Predicate<Author> { $0.name == "Bob" })
    bob.name = "Bobby"
    bob.home = Home(city: nil, number: 9)
    try context.save()
    #expect(
      try rows("SELECT * FROM ZAUTHOR WHERE Z_PK = 2") == [
        "2|2|2|0|9|NULL|-86400.5|NULL|'Bobby'|NULL"
      ])
    #expect(try rows("SELECT * FROM ZAUTHOR WHERE Z_PK <> 2") == before)
  }

  @Test func loseWhatIsDeleted() throws {
    let context = try open()
    context.delete(try named(context, #Predicate<Book> { $0.title == "A Book" }))
    try context.save()
    #expect(try rows("SELECT Z_PK FROM ZPUBLICATION") == ["2", "3"])
    // The rule of its chapters cascades.
    #expect(try rows("SELECT Z_PK FROM ZCHAPTER") == ["3"])
    #expect(try rows("SELECT * FROM Z_2PUBLICATIONS ORDER BY 1, 2") == ["1|3", "2|2"])
    #expect(try rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 4") == ["3"])
    // The authors' books have changed.
    #expect(try rows("SELECT Z_OPT FROM ZAUTHOR ORDER BY Z_PK") == ["2", "2", "1"])
  }

  @Test func getLinksWithTheirOrder() throws {
    let context = try open()
    let ada = try named(context, #Predicate<Author> { $0.name == "Ada" })
    let bob = try named(context, #Predicate<Author> { $0.name == "Bob" })
    let book = try named(context, #Predicate<Book> { $0.title == "A Book" })
    let magazine = try named(context, #Predicate<Magazine> { _ in true })
    #expect(ada.idols.map(\.name) == ["Cyd", "Bob"])
    ada.idols.append(ada)
    let chapter = Chapter(title: "third")
    book.chapters.append(chapter)
    let loose = try named(context, #Predicate<Chapter> { $0.title == "loose" })
    magazine.chapters = [loose]
    book.authors.removeAll { $0 === bob }
    bob.shelf.append(book)
    ada.shelf.removeAll { $0 === book }
    try context.save()
    #expect(
      try rows("SELECT Z_2IDOLS FROM Z_2IDOLS WHERE Z_2FANS = 1 ORDER BY Z_FOK_2IDOLS") == [
        "3", "2", "1",
      ])
    #expect(
      try rows(
        "SELECT ZTITLE, ZPUBLICATION, Z4_PUBLICATION, Z_FOK_PUBLICATION > 3072 FROM ZCHAPTER "
          + "ORDER BY ZPUBLICATION, Z_FOK_PUBLICATION")
        == ["'first'|1|5|0", "'second'|1|5|0", "'third'|1|5|1", "'loose'|2|6|0"])
    #expect(try rows("SELECT * FROM Z_2PUBLICATIONS ORDER BY 1, 2") == ["1|1", "1|3", "2|2"])
    #expect(try rows("SELECT Z_PK, Z2SHELF FROM ZPUBLICATION") == ["1|2", "2|1", "3|NULL"])
  }

  @Test func areAsTheyWereWhenTheyAreReadAgain() throws {
    let context = try open()
    let book = try named(context, #Predicate<Book> { $0.title == "B Book" })
    book.title = "C Book"
    book.pages = nil
    let author = Author(name: "Eve", isAlive: false)
    context.insert(author)
    author.publications = [book]
    author.agent = Agent(name: "Jones")
    try context.save()
    let again = ModelContext(
      try ModelContainer(
        for: Author.self, Book.self, Magazine.self, in: library.open()))
    let eve = try named(again, #Predicate<Author> { $0.name == "Eve" })
    #expect(eve.publications.map(\.title) == ["C Book"])
    #expect(eve.agent?.name == "Jones" && eve.agent?.author === eve)
    #expect(try rows("SELECT ZAUTHOR FROM ZAGENT WHERE ZNAME = 'Jones'") == ["4"])
  }

  @Test func haveNothingBesideThemBetweenSaves() throws {
    let connection = try Connection(path: library.url.path)
    try connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    let names = try library.contents().keys.sorted()
    let context = try open()
    #expect(try library.contents().keys.sorted() == names)
    context.insert(Author(name: "Dan", isAlive: true))
    try context.save()
    #expect(try library.contents().keys.sorted() == names)
    #expect(try rows("SELECT count(*) FROM ZAUTHOR") == ["4"])
    #expect(try rows("PRAGMA journal_mode") == ["'wal'"])
  }

  @Test func keepTheirLogUntilSomethingIsSaved() throws {
    let connection = try Connection(path: library.url.path)
    try connection.execute(
      "PRAGMA journal_mode = WAL; UPDATE ZAUTHOR SET ZNAME = 'Bo' WHERE Z_PK = 2")
    connection.leaveLog()
    connection.close()
    func log() throws -> Data? { try library.contents()["Library.sqlite-wal"] }
    let before = try log()
    let context = try open()
    #expect(try before != nil && log() == before)
    try named(context, #Predicate<Author> { $0.name == "Bo" }).isAlive = true
    try context.save()
    #expect(try log() == nil)
    #expect(try rows("SELECT ZNAME, ZISALIVE FROM ZAUTHOR WHERE Z_PK = 2") == ["'Bo'|1"])
  }

  @Test func loseTheFileOfDataThatIsReplaced() throws {
    let context = try open()
    let magazine = try named(context, #Predicate<Magazine> { _ in true })
    #expect(magazine.cover == Data([5, 6]))
    magazine.cover = Data([9])
    try context.save()
    #expect(try rows("SELECT ZCOVER FROM ZPUBLICATION WHERE Z_PK = 2") == ["x'0109'"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: library.externalData.path) == [])
  }

  @Test func refuseWhatTheyCantKeep() throws {
    let context = try open()
    let book = try named(context, #Predicate<Book> { $0.title == "A Book" })
    book.title = "Other"
    book.price = Decimal(string: "1.23456789012345678901")
    let error = #expect(throws: CoreDataStoreError.self) { try context.save() }
    #expect(error?.description.contains("Book/p1.price") == true)
    #expect(try rows("SELECT ZTITLE FROM ZPUBLICATION WHERE Z_PK = 1") == ["'A Book'"])
    book.price = 2
    try context.save()
    #expect(try rows("SELECT ZTITLE, ZPRICE FROM ZPUBLICATION WHERE Z_PK = 1") == ["'Other'|2"])
  }

  @Test func refuseASaveWhenAnotherProgramHasWritten() throws {
    let context = try open()
    let connection = try Connection(path: library.url.path)
    try connection.execute("UPDATE ZAUTHOR SET ZNAME = 'Adam' WHERE Z_PK = 1")
    connection.close()
    context.insert(Author(name: "Dan", isAlive: true))
    let error = #expect(throws: CoreDataStoreError.self) { try context.save() }
    #expect(error?.description.contains("another program has changed it") == true)
    #expect(try rows("SELECT ZNAME FROM ZAUTHOR") == ["'Adam'", "'Bob'", "'Cyd'"])
  }

  @Test func keepWhatAnotherProgramWritesWhileASaveWaits() throws {
    let context = try open()
    context.insert(Author(name: "Dan", isAlive: true))
    let (path, hasLock, isDone) = (library.url.path, DispatchSemaphore(value: 0), DispatchGroup())
    DispatchQueue.global().async(group: isDone) {
      do {
        let other = try Connection(path: path)
        defer { other.close() }
        try other.execute("BEGIN EXCLUSIVE")
        hasLock.signal()
        try other.execute(
          "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME, ZISALIVE) VALUES (4, 2, 1, 'Other', 1); COMMIT"
        )
      } catch {
        Issue.record("\(error)")
      }
    }
    hasLock.wait()
    #expect(throws: CoreDataStoreError.self) { try context.save() }
    isDone.wait()
    #expect(try rows("SELECT ZNAME, Z_OPT FROM ZAUTHOR WHERE Z_PK = 4") == ["'Other'|1"])
  }

  @Test func numberMembersAnewWhereNoPlaceIsLeft() throws {
    let library = try LibraryStore(
      "UPDATE ZCHAPTER SET Z_FOK_PUBLICATION = \(Int64.max) WHERE Z_PK = 1")
    let context = ModelContext(
      try ModelContainer(
        for: Author.self, Book.self, Magazine.self, editing: library.open()))
    let book = try named(context, #Predicate<Book> { $0.title == "A Book" })
    book.chapters.append(Chapter(title: "third"))
    try context.save()
    #expect(
      try storedRows(
        "SELECT ZTITLE, Z_FOK_PUBLICATION FROM ZCHAPTER WHERE ZPUBLICATION = 1 ORDER BY 2",
        in: library.url) == ["'first'|2048", "'second'|3072", "'third'|4096"])
  }

  @Test func refuseObjectsOfAbstractEntities() throws {
    let context = try open()
    context.insert(Publication(title: "None"))
    let error = #expect(throws: CoreDataStoreError.self) { try context.save() }
    #expect(error?.description.contains("Publication is abstract") == true)
  }

  @Test func areRefusedWithAModelThatDoesntExplainThem() throws {
    let library = try LibraryStore(
      "ALTER TABLE ZAGENT ADD COLUMN ZPHONE VARCHAR; UPDATE ZAGENT SET ZPHONE = '1'")
    let error = #expect(throws: CoreDataStoreError.self) {
      try ModelContainer(for: Author.self, Book.self, Magazine.self, editing: library.open())
    }
    #expect(error?.description.contains("ZPHONE") == true)
  }

  @Test func areRefusedWhileAnotherProgramHasThem() throws {
    let other = try Connection(path: library.url.path)
    defer { other.close() }
    try other.execute("PRAGMA journal_mode = WAL; SELECT count(*) FROM ZAUTHOR")
    #expect(throws: StorageError.self) { try open() }
  }

  @Test func areRefusedWhereTheirHistoryWouldBeLeftBehind() throws {
    let library = try LibraryStore(CoreDataImports.history)
    let error = #expect(throws: CoreDataStoreError.self) {
      try ModelContainer(
        for: Agent.self, Author.self, Book.self, Magazine.self, editing: library.open())
    }
    #expect(error?.description.contains("has a history") == true)
    // What is composite has no place in a history that is known.
    let other = #expect(throws: CoreDataStoreError.self) {
      try ModelContainer(
        for: Agent.self, Author.self, Book.self, Magazine.self, editing: library.open(),
        policy: CoreDataWritePolicy(history: .append))
    }
    #expect(other?.description.contains("changes of Author") == true)
    let container = try ModelContainer(
      for: Agent.self, Author.self, Book.self, Magazine.self, editing: library.open(),
      policy: CoreDataWritePolicy(history: .leave))
    let context = ModelContext(container)
    context.insert(Agent(name: "Jones"))
    try context.save()
    #expect(try library.open().transactions().count == 2)
  }

  @Test func areRefusedWhereCloudKitKeepsThem() throws {
    let library = try LibraryStore("CREATE TABLE ANSCKMETADATAENTRY (Z_PK INTEGER PRIMARY KEY)")
    #expect(throws: CoreDataStoreError.self) {
      try ModelContainer(
        for: Author.self, Book.self, Magazine.self, editing: library.open())
    }
    _ = try ModelContainer(
      for: Author.self, Book.self, Magazine.self, editing: library.open(),
      policy: CoreDataWritePolicy(leavesCloudKit: true))
  }

  @Test(arguments: [
    ("CREATE TRIGGER t AFTER INSERT ON ZAGENT BEGIN DELETE FROM ZAUTHOR; END", "trigger t"),
    (
      "CREATE TRIGGER Z_DA_t AFTER INSERT ON ZAGENT BEGIN SELECT load_extension('x'); END",
      "trigger Z_DA_t"
    ),
    (
      "CREATE TRIGGER Z_DA_ZAGENT_Agent_name_X AFTER UPDATE ON ZAGENT BEGIN DELETE FROM ZAUTHOR; END",
      "isn't one of a derived attribute"
    ),
    ("UPDATE ZAUTHOR SET ZBORN = 'today' WHERE Z_PK = 2", "Author/p2.born"),
  ])
  func areRefusedWhereTheyAreNoOrdinaryOnes(_ change: String, _ reason: String) throws {
    let library = try LibraryStore(change)
    let before = try Data(contentsOf: library.url)
    let error = #expect(throws: CoreDataStoreError.self) {
      try ModelContainer(for: Author.self, Book.self, Magazine.self, editing: library.open())
    }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(try Data(contentsOf: library.url) == before)
  }
}
