import Foundation
import Strata
import StrataCoreDataStores
import StrataDescriptions
import StrataSQLite
import StrataTestSupport
import Testing

@Suite struct CoreDataStores {
  private func context(_ changes: String = "") throws -> (ModelContext, LibraryStore) {
    let library = try LibraryStore(changes)
    let container = try ModelContainer(
      for: Author.self, Book.self, Magazine.self, in: try library.open())
    return (ModelContext(container), library)
  }

  private func authors(_ context: ModelContext) throws -> [Author] {
    try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
  }

  private func publications(_ context: ModelContext) throws -> [Publication] {
    try context.fetch(FetchDescriptor<Publication>(sortBy: [SortDescriptor(\.title)]))
  }

  @Test func haveTheirValues() throws {
    let (context, library) = try context()
    _ = library
    let authors = try authors(context)
    #expect(authors.map(\.name) == ["Ada", "Bob", "Cyd"])
    // A whole number of seconds is an integer in the file.
    #expect(
      authors.map(\.born) == [
        Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: -86400.5),
        nil,
      ])
    #expect(authors.map(\.code) == [LibraryStore.uuid, nil, nil])
    // Core Data's true may be another number than 1.
    #expect(authors.map(\.isAlive) == [true, false, true])
    #expect(authors.map(\.home) == [Home(city: "Rome", number: 7), nil, nil])
  }

  @Test func haveHierarchiesWithEqualNames() throws {
    let (context, library) = try context()
    _ = library
    let all = try publications(context)
    #expect(all.map { "\(type(of: $0))" } == ["Book", "Magazine", "Book"])
    #expect((all[0] as? Book)?.pages == 300 && (all[2] as? Book)?.pages == 0)
    #expect((all[1] as? Magazine)?.pages == 45.5 && (all[1] as? Magazine)?.issue == 12)
    #expect(all.map(\.price) == [Decimal(string: "10.1"), 3, nil])
  }

  @Test func haveDataInFilesOfItsOwn() throws {
    let (context, library) = try context()
    _ = library
    #expect(try publications(context).map(\.cover) == [Data([7, 8, 9]), Data([5, 6]), nil])
  }

  @Test func haveRelationshipsOfAllShapes() throws {
    let (context, library) = try context()
    _ = library
    let (authors, all) = (try authors(context), try publications(context))
    #expect(authors[0].agent?.name == "Smith" && authors[0].agent?.author === authors[0])
    #expect(Set(authors[0].publications.map(\.title)) == ["A Book", "B Book"])
    #expect(Set(all[0].authors.map(\.name)) == ["Ada", "Bob"])
    // In an order that isn't that of their keys.
    #expect(all[0].chapters.map(\.title) == ["first", "second"])
    #expect(authors[0].idols.map(\.name) == ["Cyd", "Bob"])
    #expect(authors[0].fans.map(\.name) == ["Bob"])
    #expect(Set(authors[0].shelf.map(\.title)) == ["A Book", "A Magazine"])
  }

  @Test func areAskedByPredicates() throws {
    let (context, library) = try context()
    _ = library
    let romans = try context.fetch(
      FetchDescriptor<Author>(predicate: #Predicate { $0.home?.city == "Rome" }))
    #expect(romans.map(\.name) == ["Ada"])
    let long = try context.fetch(
      FetchDescriptor<Publication>(predicate: #Predicate { $0.chapters.count == 2 }))
    #expect(long.map(\.title) == ["A Book"])
    let cheap = try context.fetch(
      FetchDescriptor<Publication>(predicate: #Predicate { ($0.price ?? 0) > 5 }))
    #expect(cheap.map(\.title) == ["A Book"])
    let dead = try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { !$0.isAlive }))
    #expect(dead.map(\.name) == ["Bob"])
  }

  @Test func areNotWritten() throws {
    let (context, library) = try context()
    let before = try library.contents()
    let author = try #require(try authors(context).first)
    author.name = "Changed"
    #expect(throws: StorageError.readOnly(path: library.url.path)) { try context.save() }
    #expect(try library.contents() == before)
  }

  @Test func areReadWithWhatIsInTheirLogs() throws {
    let library = try LibraryStore("PRAGMA journal_mode = WAL")
    // A program that has the store open and has saved.
    let writer = try Connection(path: library.url.path)
    defer { writer.close() }
    try writer.execute(
      "PRAGMA wal_autocheckpoint = 0; UPDATE ZAUTHOR SET ZNAME = 'Zoe' WHERE Z_PK = 1")
    let before = try library.contents()
    let container = try ModelContainer(
      for: Author.self, Book.self, Magazine.self, in: try library.open())
    #expect(try authors(ModelContext(container)).map(\.name) == ["Bob", "Cyd", "Zoe"])
    #expect(try library.contents() == before)
  }

  @Test func leaveNothingBeside() throws {
    let library = try LibraryStore("PRAGMA journal_mode = WAL")
    let before = try library.contents()
    do {
      let container = try ModelContainer(
        for: Author.self, Book.self, Magazine.self, in: try library.open())
      #expect(try authors(ModelContext(container)).count == 3)
    }
    #expect(try library.contents() == before)
  }

  @Test(arguments: [
    (
      "ALTER TABLE ZAUTHOR DROP COLUMN ZNAME",
      "its table ZAUTHOR has no column ZNAME for Author.name"
    ),
    ("DROP TABLE Z_2PUBLICATIONS", "Z_2PUBLICATIONS and Z_4AUTHORS were looked for"),
    ("DROP TABLE ZCHAPTER", "it has no table for the entity Chapter"),
    ("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 5", "it has no entity Book"),
  ])
  func thatLackWhatTheModelSaysAreRefused(change: String, reason: String) throws {
    let library = try LibraryStore(change)
    let error = #expect(throws: CoreDataStoreError.self) {
      try ModelContainer(for: Author.self, Book.self, Magazine.self, in: try library.open())
    }
    #expect("\(try #require(error))".contains(reason))
  }

  @Test func withoutAModelWithinAskForOne() throws {
    let library = try LibraryStore()
    #expect(throws: CoreDataStoreError.noModel(path: library.url.path)) {
      try CoreDataStore(url: library.url)
    }
  }

  @Test func areToldFromOtherDatabases() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("other.sqlite")
    let connection = try Connection(path: url.path)
    try connection.execute("CREATE TABLE a (b)")
    connection.close()
    #expect(
      throws: CoreDataStoreError.notAStore(path: url.path, reason: "it has no table Z_PRIMARYKEY")
    ) { try CoreDataStore(url: url) }
  }

  @Test func whoseExternalDataIsMissingSaySo() throws {
    let (context, library) = try context()
    try FileManager.default.removeItem(at: library.externalData)
    let magazine = FetchDescriptor<Magazine>()
    #expect(try context.fetch(magazine).map(\.cover) == [nil])
    let failures = context.readFailures
    #expect(failures.count == 1)
    #expect("\(failures)".contains("isn't there; copy the folder with the store"))
  }

  @Test func runNothingThatAFileFromElsewhereSays() throws {
    let library = try LibraryStore(
      "CREATE VIEW sneaky AS SELECT load_extension('x'); DROP TABLE ZAGENT; "
        + "CREATE VIEW ZAGENT AS SELECT 1 AS Z_PK, 1 AS Z_ENT, 1 AS ZAUTHOR, 'x' AS ZNAME")
    #expect(throws: CoreDataStoreError.self) {
      try ModelContainer(for: Author.self, Book.self, Magazine.self, in: try library.open())
    }
  }

  @Test func haveEntitiesThatAreCalledAsAHistoryIs() throws {
    let library = try LibraryStore(
      CoreDataImports.history + """
        INSERT INTO Z_PRIMARYKEY VALUES (7, 'Transaction', 0, 1), (16002, 'TRANSACTION', 0, 9);
        CREATE TABLE ZTRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSUM INTEGER);
        INSERT INTO ZTRANSACTION VALUES (1, 7, 1, 5);
        """)
    var model = LibraryStore.model
    model.entities.append(
      EntityDescription(
        name: "Transaction",
        properties: [.attribute(AttributeDescription(name: "sum", type: .integer64))]))
    let store = try CoreDataStore(url: library.url, model: model)
    let report = try store.importAll(to: library.folder.file("imported.store"))
    #expect(report.objectCounts["Transaction"] == 1)
  }
}
