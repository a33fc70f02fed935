import Foundation
import Strata
import StrataCoreDataStores
import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage
import StrataTestSupport
import Testing

/// Stores that have more than their model says.
@Suite struct UnexplainedContents {
  private func imported(_ library: LibraryStore) throws -> CoreDataImport {
    try library.open().importAll(to: library.folder.file("imported.store"))
  }

  private static let strangers = """
    INSERT INTO ZPUBLICATION (Z_PK, Z_ENT, ZTITLE) VALUES (10, 9, 'of none'), (11, NULL, 'of nothing'),
      (-3, 5, 'of no key'), (0, 5, 'of no key');
    INSERT INTO ZAGENT VALUES (7, 2, 1, NULL, 'of another table');
    INSERT INTO Z_2PUBLICATIONS VALUES (1, 10);
    """

  @Test func ofRowsAreToldOneByOne() throws {
    let report = try imported(try LibraryStore(Self.strangers))
    #expect(
      report.objectCounts == ["Agent": 1, "Author": 3, "Book": 2, "Magazine": 1, "Chapter": 3])
    let rows = report.problems.filter { $0.property == nil }.map(\.description)
    #expect(
      rows.sorted() == [
        "Agent/p7: it is of the entity Author, which the model doesn't have in its table",
        "Publication/p-3: it has a key below 1, which no object has",
        "Publication/p0: it has a key below 1, which no object has",
        "Publication/p10: it is of no entity: the number 9 in Z_ENT is none's number",
        "Publication/p11: it is of no entity: nothing in Z_ENT is none's number",
      ])
    #expect(
      report.problems.filter { $0.property != nil }.map(\.description) == [
        "Author/p1.publications: led to Publication/p10, which is missing"
      ])
    #expect(report.linkCount == 9)
  }

  @Test func ofRowsAreCounted() throws {
    let library = try LibraryStore(Self.strangers)
    let path = library.url.path
    #expect(
      try library.open().omissions() == [
        "\(path): 1 row of its table ZAGENT is of no entity of the model",
        "\(path): 2 rows of its table ZPUBLICATION are of no entity of the model",
        "\(path): 2 rows of its table ZPUBLICATION have keys below 1, which no object has",
      ])
    let whole = try LibraryStore()
    #expect(try whole.open().omissions() == [])
  }

  @Test func ofRowsAreNoObjects() throws {
    let library = try LibraryStore(Self.strangers)
    let context = ModelContext(
      try ModelContainer(for: Author.self, Book.self, Magazine.self, in: try library.open()))
    #expect(try context.fetchCount(FetchDescriptor<Agent>()) == 1)
    #expect(try context.fetchCount(FetchDescriptor<Magazine>()) == 1)
  }

  @Test func ofTablesAndColumnsAreTold() throws {
    let library = try LibraryStore(
      """
      ALTER TABLE ZAUTHOR ADD COLUMN ZHAT VARCHAR; UPDATE ZAUTHOR SET ZHAT = 'bowler' WHERE Z_PK < 3;
      ALTER TABLE ZAUTHOR ADD COLUMN ZEMPTY VARCHAR;
      CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
      INSERT INTO ZPHOTO VALUES (1, 7, 1); INSERT INTO Z_PRIMARYKEY VALUES (7, 'Photo', 0, 1);
      CREATE TABLE ZNONE (Z_PK INTEGER PRIMARY KEY); CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY);
      INSERT INTO ANSCKEVENT VALUES (1);
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 0), (16002, 'TRANSACTION', 0, 0),
        (8, 'NSCKEvent', 0, 1);
      """)
    let expected = [
      "its entity Photo (number 7) isn't in the model",
      "its table ZPHOTO has 1 row, and isn't of the model",
      "the column ZHAT of its table ZAUTHOR has a value in 2 rows, and isn't of the model",
    ]
    let path = library.url.path
    #expect(try library.open().omissions() == expected.map { "\(path): \($0)" })
    let report = try imported(library)
    #expect(report.problemCount == 0 && report.notes == expected)
  }

  @Test func ofOtherEntitiesAreTold() throws {
    let library = try LibraryStore(
      "UPDATE ZPUBLICATION SET ZISSUE = 4 WHERE Z_ENT = 5; UPDATE Z_PRIMARYKEY SET Z_SUPER = 1 WHERE Z_ENT = 5"
    )
    #expect(
      try imported(library).notes == [
        "its entity Book inherits from another one than in the model, by Z_PRIMARYKEY",
        "the column ZISSUE of its table ZPUBLICATION has a value in 2 rows of other entities than Magazine, "
          + "whose it is",
      ])
  }

  @Test func thatShiftNumbersAreRefused() throws {
    let library = try LibraryStore()
    var model = LibraryStore.model
    // Without it, the pages of magazines would be read from those of books.
    model.entities.removeAll { $0.name == "Book" }
    let store = try CoreDataStore(url: library.url, model: model)
    let error = #expect(throws: CoreDataStoreError.self) {
      try store.importAll(to: library.folder.file("imported.store"))
    }
    let reason = "has a column ZPAGES1, so that it has one value ZPAGES more than the model"
    #expect("\(try #require(error))".contains(reason))
    #expect(throws: CoreDataStoreError.self) { try store.omissions() }
  }

  @Test(arguments: [
    ("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Book' WHERE Z_ENT = 6", "has several entities Book"),
    ("UPDATE Z_PRIMARYKEY SET Z_NAME = NULL WHERE Z_ENT = 6", "has an entity without a name"),
    (
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Boo' || char(0) || 'k' WHERE Z_ENT = 6",
      "has a name with a NUL, Boo␀k"
    ),
    ("UPDATE Z_PRIMARYKEY SET Z_ENT = 0 WHERE Z_ENT = 6", "gives the entity Magazine"),
    (
      "CREATE TABLE p AS SELECT * FROM Z_PRIMARYKEY; DROP TABLE Z_PRIMARYKEY; "
        + "ALTER TABLE p RENAME TO Z_PRIMARYKEY; UPDATE Z_PRIMARYKEY SET Z_ENT = 5 WHERE Z_ENT = 6",
      "gives several entities the number 5"
    ),
    ("ALTER TABLE Z_PRIMARYKEY DROP COLUMN Z_MAX", "its table Z_PRIMARYKEY has no column Z_MAX"),
    (
      "INSERT INTO Z_METADATA VALUES (2, 'x', NULL)",
      "its table Z_METADATA has 2 rows instead of one"
    ),
    ("UPDATE Z_METADATA SET Z_PLIST = 'x'", "what it says of itself is no data"),
  ])
  func ofTheSystemsTablesAreRefused(change: String, reason: String) throws {
    let library = try LibraryStore(change)
    let error = #expect(throws: CoreDataStoreError.self) { try library.open() }
    #expect("\(try #require(error))".contains(reason))
  }

  @Test(arguments: [
    (
      "INSERT INTO Z_MODELCACHE VALUES (x'00'), (x'01')",
      "its table Z_MODELCACHE has 2 rows instead of one"
    ),
    ("INSERT INTO Z_MODELCACHE VALUES ('text')", "it is no data"),
  ])
  func ofTheModelCacheAreRefused(change: String, reason: String) throws {
    let library = try LibraryStore("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB); \(change)")
    let error = #expect(throws: CoreDataStoreError.self) { try CoreDataStore(url: library.url) }
    #expect("\(try #require(error))".contains(reason))
  }

  @Test(arguments: [
    (
      "CREATE TABLE a (Z_PK REAL PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHOR INTEGER, ZNAME VARCHAR);"
        + "INSERT INTO a VALUES (1.5, 1, 1, NULL, CAST(x'FF' AS TEXT)); DROP TABLE ZAGENT; "
        + "ALTER TABLE a RENAME TO ZAGENT",
      "the column Z_PK of its table ZAGENT isn't INTEGER PRIMARY KEY"
    ),
    (
      "CREATE TABLE a (Z_2FANS INTEGER, Z_2IDOLS INTEGER, PRIMARY KEY (Z_2FANS, Z_2IDOLS)) WITHOUT ROWID; "
        + "DROP TABLE Z_2IDOLS; ALTER TABLE a RENAME TO Z_2IDOLS",
      "its table Z_2IDOLS is WITHOUT ROWID"
    ),
    ("ALTER TABLE ZAGENT DROP COLUMN Z_ENT", "its table ZAGENT has no column Z_ENT"),
    (
      "DROP TABLE ZAGENT; CREATE VIRTUAL TABLE ZAGENT USING fts5(Z_PK, Z_ENT, ZAUTHOR, ZNAME)",
      "it has no table for the entity Agent"
    ),
  ])
  func ofOtherKindsAreRefused(change: String, reason: String) throws {
    let library = try LibraryStore(change)
    let error = #expect(throws: CoreDataStoreError.self) { try imported(library) }
    #expect("\(try #require(error))".contains(reason))
  }

  @Test func ofSeveralEntitiesOfAClassAreRefused() throws {
    let library = try LibraryStore(
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'One' WHERE Z_ENT = 3; ALTER TABLE ZCHAPTER RENAME TO ZONE; "
        + "INSERT INTO Z_PRIMARYKEY VALUES (7, 'Two', 0, 0); "
        + "CREATE TABLE ZTWO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER)")
    var model = LibraryStore.model
    let index = try #require(model.entities.firstIndex { $0.name == "Chapter" })
    model.entities[index].name = "One"
    model.entities[index].managedObjectClassName = "Chapter"
    model.entities.append(EntityDescription(name: "Two", properties: []))
    model.entities[model.entities.count - 1].managedObjectClassName = "Chapter"
    let store = try CoreDataStore(url: library.url, model: model)
    let error = #expect(throws: CoreDataStoreError.self) {
      try ModelContainer(for: Chapter.self, Author.self, Book.self, Magazine.self, in: store)
    }
    #expect("\(try #require(error))".contains("its entities One, Two all have the class Chapter"))
  }
}
