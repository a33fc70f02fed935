import Foundation
import Strata
import StrataCoreDataStores
import StrataDescriptions
import StrataStorage
import StrataTestSupport
import Testing

@Suite struct CoreDataImports {
  static let history = """
    CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
      ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER,
      ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR);
    CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
      ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB);
    CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
    INSERT INTO ATRANSACTIONSTRING VALUES (1, 'app'), (2, 'org.example.app'), (3, 'view');
    INSERT INTO ATRANSACTION VALUES (4, 16002, NULL, 1, 2, 3, NULL, 700000000.5, NULL),
      (9, 16002, NULL, NULL, 2, NULL, NULL, 700000100, 'old way');
    INSERT INTO ACHANGE VALUES (1, 16001, NULL, 0, 3, 1, 4, NULL), (2, 16001, NULL, 0, 5, 3, 4, NULL),
      (3, 16001, NULL, 1, 3, 1, 9, x'20'), (4, 16001, NULL, 2, 3, 77, 9, NULL);
    """

  private func imported(
    _ library: LibraryStore
  ) throws -> (CoreDataImport, ModelContext) {
    let url = library.folder.file("imported.store")
    let report = try library.open().importAll(to: url)
    let container = try ModelContainer(
      for: Author.self, Book.self, Magazine.self, configurations: ModelConfiguration(url: url))
    return (report, ModelContext(container))
  }

  @Test func haveAllObjectsAndLinks() throws {
    let library = try LibraryStore()
    let (report, context) = try imported(library)
    #expect(
      report.objectCounts == ["Agent": 1, "Author": 3, "Book": 2, "Magazine": 1, "Chapter": 3])
    #expect(report.problemCount == 0 && report.linkCount == 9)
    let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(authors[0].home == Home(city: "Rome", number: 7) && authors[1].home == nil)
    #expect(authors[0].idols.map(\.name) == ["Cyd", "Bob"])
    #expect(authors[0].agent?.author === authors[0])
    #expect(Set(authors[0].shelf.map(\.title)) == ["A Book", "A Magazine"])
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    #expect(books[0].chapters.map(\.title) == ["first", "second"])
    #expect(books[0].price == Decimal(string: "10.1") && books[0].cover == Data([7, 8, 9]))
    #expect(try context.checkStore().isEmpty)
  }

  @Test func getNewMembersBehindTheOldOnes() throws {
    let library = try LibraryStore()
    let (_, context) = try imported(library)
    let isOld = #Predicate<Book> { $0.title == "A Book" }
    let book = try #require(try context.fetch(FetchDescriptor<Book>(predicate: isOld)).first)
    book.chapters.append(Chapter(title: "third"))
    try context.save()
    let again = ModelContext(context.container)
    let same = try #require(try again.fetch(FetchDescriptor<Book>(predicate: isOld)).first)
    #expect(same.chapters.map(\.title) == ["first", "second", "third"])
  }

  @Test func areStoresLikeAnyOther() throws {
    let library = try LibraryStore()
    let (_, context) = try imported(library)
    let book = Book(title: "New")
    context.insert(book)
    book.authors = try context.fetch(FetchDescriptor<Author>())
    let chapter = Chapter(title: "third")
    context.insert(chapter)
    let old = try #require(
      try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "A Book" })).first
    )
    old.chapters.append(chapter)
    try context.save()
    #expect(old.chapters.map(\.title) == ["first", "second", "third"])
    #expect(try context.checkStore().isEmpty)
  }

  @Test func keepTheHistoryWithItsAuthors() throws {
    let library = try LibraryStore(Self.history)
    let (report, context) = try imported(library)
    #expect(report.transactionCount == 2)
    let entries = try context.historyEntries()
    #expect(entries.map(\.author) == [nil, "app", "old way"])
    #expect(entries.map(\.contextName) == ["import", "view", nil])
    #expect(entries[1].timestamp == Date(timeIntervalSinceReferenceDate: 700_000_000.5))
    #expect(entries[1].process == "org.example.app")
    #expect(entries[1].changes.map(\.entity) == ["Chapter", "Book"])
    // What was there before the history begins.
    #expect(entries[0].changes.count == 8)
    #expect(entries[2].changes.map(\.kind) == [.update, .delete])
    #expect(entries[2].changes[0].properties == ["title"])
  }

  @Test func leaveOutWhatLacksAValueAndTellIt() throws {
    let library = try LibraryStore(
      "UPDATE ZPUBLICATION SET ZTITLE = NULL WHERE Z_PK = 1; UPDATE ZAUTHOR SET ZNAME = NULL WHERE Z_PK = 2"
    )
    let (report, context) = try imported(library)
    #expect(report.objectCounts["Book"] == 1 && report.objectCounts["Author"] == 2)
    let missing = report.problems.filter { $0.property == nil }.map { "\($0.entity)/p\($0.key)" }
    #expect(missing.sorted() == ["Author/p2", "Book/p1"])
    // Two chapters led to the book, and five links of many-to-many relationships to either.
    #expect(report.problems.filter { $0.entity == "Chapter" }.count == 2)
    #expect(try context.fetch(FetchDescriptor<Chapter>()).allSatisfy { $0.publication == nil })
    #expect(try context.checkStore().isEmpty)
  }

  @Test func leaveOutAValueThatCantBeReadAndTellIt() throws {
    let library = try LibraryStore()
    try FileManager.default.removeItem(at: library.externalData)
    let (report, context) = try imported(library)
    #expect(
      report.problems.map { "\($0.entity)/p\($0.key).\($0.property ?? "")" } == [
        "Magazine/p2.cover"
      ])
    #expect(report.objectCounts["Magazine"] == 1)
    #expect(try context.fetch(FetchDescriptor<Magazine>()).map(\.pages) == [45.5])
  }

  @Test func tellOfEndsThatDisagree() throws {
    let library = try LibraryStore("UPDATE ZAGENT SET ZAUTHOR = 2")
    let (report, _) = try imported(library)
    #expect(report.problemCount == 0 && !report.faults.isEmpty)
    #expect(report.faults.allSatisfy { $0.kind == .inverse })
  }

  @Test func leaveAFileThatIsThereAlone() throws {
    let library = try LibraryStore()
    let url = library.folder.file("there.store")
    try Data("mine".utf8).write(to: url)
    #expect(throws: CoreDataStoreError.destinationExists(path: url.path)) {
      try library.open().importAll(to: url)
    }
    #expect(try Data(contentsOf: url) == Data("mine".utf8))
  }

  @Test func tellWhatOursHasNoCounterpartOf() throws {
    let library = try LibraryStore()
    var model = LibraryStore.model
    model.entities[0].properties.append(
      .fetchedProperty(FetchedPropertyDescription(name: "rivals", fetchRequest: nil)))
    let url = library.folder.file("imported.store")
    let report = try CoreDataStore(url: library.url, model: model).importAll(to: url)
    #expect(report.notes == ["Author.rivals is a fetched property; it is left out"])
  }
}
