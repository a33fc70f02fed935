import Foundation
import Strata
import StrataCoreDataStores
import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage
import StrataTestSupport
import Testing

/// Values and links of stores that aren't what the model says.
@Suite struct ImportedValues {
  private func imported(
    _ library: LibraryStore, model: ManagedObjectModel = LibraryStore.model
  ) throws -> (CoreDataImport, ModelContext) {
    let url = library.folder.file("imported.store")
    let report = try CoreDataStore(url: library.url, model: model).importAll(to: url)
    let container = try ModelContainer(
      for: Author.self, Book.self, Magazine.self, configurations: ModelConfiguration(url: url))
    return (report, ModelContext(container))
  }

  @Test(arguments: [
    (
      "UPDATE ZAUTHOR SET ZBORN = 'never' WHERE Z_PK = 2",
      "Author/p2.born: it is the text “never”, not Date"
    ),
    (
      "UPDATE ZAUTHOR SET ZCODE = x'0102' WHERE Z_PK = 2",
      "Author/p2.code: it is data of 2 bytes, not UUID"
    ),
    (
      "UPDATE ZAUTHOR SET ZNUMBER = 'x' WHERE Z_PK = 1",
      "Author/p1.home: it is the text “x”, not Integer 32"
    ),
    (
      "UPDATE ZPUBLICATION SET ZPAGES = 40000 WHERE Z_PK = 1",
      "Book/p1.pages: it is the number 40000, not Integer 16"
    ),
    (
      "UPDATE ZPUBLICATION SET ZPRICE = 'much' WHERE Z_PK = 1",
      "Book/p1.price: it is the text “much”, not Decimal"
    ),
    (
      "UPDATE ZPUBLICATION SET ZCOVER = 'red' WHERE Z_PK = 1",
      "Book/p1.cover: it is the text “red”, not data"
    ),
    (
      "UPDATE ZCHAPTER SET ZTITLE = CAST(x'41FF' AS TEXT) WHERE Z_PK = 1",
      "Chapter/p1.title: it is text that isn't UTF-8"
    ),
    (
      "UPDATE ZCHAPTER SET ZPUBLICATION = 'x' WHERE Z_PK = 1",
      "Chapter/p1.publication: it is the text “x”, not a whole number"
    ),
    (
      "UPDATE ZCHAPTER SET Z_FOK_PUBLICATION = 1.5 WHERE Z_PK = 1",
      "Chapter/p1.publication: it is the number 1.5, not a whole number"
    ),
  ])
  func ofAnotherTypeAreLeftOutOfTheirObjects(change: String, problem: String) throws {
    let library = try LibraryStore(change)
    let (report, context) = try imported(library)
    #expect(report.problems.map(\.description) == [problem])
    #expect(
      report.objectCounts == ["Agent": 1, "Author": 3, "Book": 2, "Magazine": 1, "Chapter": 3])
    #expect(try context.checkStore().isEmpty)
  }

  @Test(arguments: [
    ("UPDATE ZAUTHOR SET ZISALIVE = 'yes' WHERE Z_PK = 2", "the text “yes”, not Boolean"),
    ("UPDATE ZAUTHOR SET ZISALIVE = x'01' WHERE Z_PK = 2", "data of 1 byte, not Boolean"),
    ("UPDATE ZAUTHOR SET ZNAME = CAST(x'FF' AS TEXT) WHERE Z_PK = 2", "text that isn't UTF-8"),
  ])
  func thatMustBeThereLeaveTheirObjectsOut(change: String, reason: String) throws {
    let library = try LibraryStore(change)
    let (report, _) = try imported(library)
    let lost = report.problems.filter { $0.property == nil }.map(\.description)
    #expect(lost.count == 1 && lost[0].hasPrefix("Author/p2: its "))
    #expect(lost[0].contains("can't be read: it is \(reason)"))
    #expect(report.objectCounts["Author"] == 2)
  }

  @Test(arguments: [
    ("UPDATE ZAUTHOR SET ZISALIVE = 'yes' WHERE Z_PK = 2", "it is the text “yes”, not Boolean"),
    ("UPDATE ZAUTHOR SET ZBORN = 'never' WHERE Z_PK = 2", "born"),
    ("UPDATE ZAUTHOR SET ZCODE = x'0102' WHERE Z_PK = 2", "code"),
    ("UPDATE ZAUTHOR SET ZNUMBER = 5000000000 WHERE Z_PK = 1", "home_number"),
    ("UPDATE ZAUTHOR SET ZAGENT = 'x' WHERE Z_PK = 1", "agent"),
  ])
  func ofAnotherTypeAreNotRead(change: String, reason: String) throws {
    let library = try LibraryStore(change)
    let context = ModelContext(
      try ModelContainer(for: Author.self, Book.self, Magazine.self, in: try library.open()))
    let error = #expect(throws: (any Error).self) { try context.fetch(FetchDescriptor<Author>()) }
    #expect("\(try #require(error))".contains(reason))
  }

  @Test func thatBreakARuleOfOursAreLeftOutOfTheirObjects() throws {
    // What it takes for a home, the classes' composite has no column for there.
    let library = try LibraryStore("UPDATE ZAUTHOR SET ZCITY = NULL WHERE Z_PK = 1")
    var model = LibraryStore.model
    for (index, property) in model.entities[0].properties.enumerated() {
      guard case .attribute(var home) = property, home.name == "home" else { continue }
      home = AttributeDescription(
        name: "home",
        composite: [
          AttributeDescription(name: "city", type: .string, isOptional: false),
          AttributeDescription(name: "number", type: .integer32),
        ])
      model.entities[0].properties[index] = .attribute(home)
    }
    let url = library.folder.file("imported.store")
    let report = try CoreDataStore(url: library.url, model: model).importAll(to: url)
    #expect(report.objectCounts["Author"] == 3)
    #expect(report.problems.count == 1)
    #expect(report.problems.first?.property == "home" && report.problems.first?.key == 1)
  }

  private static let dangling = """
    UPDATE ZAGENT SET ZAUTHOR = 99; UPDATE ZCHAPTER SET ZPUBLICATION = 88 WHERE Z_PK = 3;
    UPDATE ZAUTHOR SET ZAGENT = -1 WHERE Z_PK = 2;
    INSERT INTO Z_2PUBLICATIONS VALUES (77, 1), (1, 66), ('x', 2), (3, 'y'), (NULL, 'z'),
      (NULL, 1);
    UPDATE ZPUBLICATION SET Z2SHELF = 55 WHERE Z_PK = 3;
    """

  @Test func thatLeadToNothingAreCutAndTold() throws {
    let library = try LibraryStore(Self.dangling)
    let (report, context) = try imported(library)
    #expect(
      report.problems.map(\.description).sorted() == [
        "Agent/p1.author: led to Author/p99, which isn't there",
        "Author/p0.publications: a link has no keys at its ends, but other values",
        "Author/p1.publications: led to Publication/p66, which isn't there",
        "Author/p2.agent: led to Agent/p-1, which isn't there",
        "Author/p3.publications: led to the text “y”, which is no key",
        "Author/p55.shelf: led to Publication/p3, and Author/p55 itself isn't there",
        "Author/p77.publications: led to Publication/p1, and Author/p77 itself isn't there",
        "Chapter/p3.publication: led to Publication/p88, which isn't there",
        "Publication/p1: a link of Author.publications leads to it from nothing, which is no key",
        "Publication/p2: a link of Author.publications leads to it from the text “x”, which is no key",
      ])
    #expect(report.linkCount == 9)
    // The other end of what was cut is as it was in the store.
    #expect(report.faults.allSatisfy { $0.kind == .inverse })
    #expect(try context.fetch(FetchDescriptor<Agent>()).first?.author == nil)
  }

  @Test func thatAreThereTwiceAreCountedOnce() throws {
    let (report, _) = try imported(
      try LibraryStore(
        """
        CREATE TABLE l (Z_2AUTHORS INTEGER, Z_4PUBLICATIONS INTEGER); INSERT INTO l VALUES (1, 1), (1, 1);
        DROP TABLE Z_2PUBLICATIONS; ALTER TABLE l RENAME TO Z_2PUBLICATIONS;
        """))
    #expect(report.linkCount == 6)
    #expect(
      report.problems.map(\.description) == ["Author/p1.publications: led to Publication/p1 twice"])
  }

  @Test func thatAreKeysAreNotGivenAgain() throws {
    let library = try LibraryStore(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 1024 WHERE Z_NAME = 'Author'; "
        + "UPDATE Z_PRIMARYKEY SET Z_MAX = 7 WHERE Z_NAME = 'Book'; "
        + CoreDataImports.history.replacing(
          "(4, 16001, NULL, 2, 3, 77, 9, NULL)",
          with: "(4, 16001, NULL, 2, 3, 2000, 9, NULL)"))
    let (report, _) = try imported(library)
    #expect(report.problemCount == 0)
    let raw = try Connection(path: library.folder.file("imported.store").path)
    let next = try raw.rows(SQLQuery("SELECT entity, next FROM strata_keys ORDER BY 1")) {
      "\($0.text(at: 0) ?? "") \($0.integer(at: 1))"
    }
    raw.close()
    #expect(next == ["Agent 2", "Author 1025", "Chapter 2001", "Publication 8"])
    let store = try Store.open(
      try Schema(LibraryStore.model), at: library.folder.file("imported.store"))
    #expect(try store.newKey(for: "Author") == 1025 && store.newKey(for: "Chapter") == 2001)
  }

  @Test(arguments: ["9223372036854775807", "'many'"])
  func thatAreNoLastKeysAreTold(value: String) throws {
    let library = try LibraryStore(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = \(value) WHERE Z_NAME = 'Agent'")
    let (report, context) = try imported(library)
    #expect(
      report.notes.contains {
        $0.hasPrefix("what the store says of the last key of Agent is no key")
      })
    context.insert(Agent(name: "New"))
    try context.save()
  }
}
