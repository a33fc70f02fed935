import StrataModelSupport
import Strata
import StrataSQLite
import StrataStorage
import Testing

/// What saves and fetches ask of SQLite. Unlike times, counts are the same everywhere; one that grows
/// makes everything slower.
@Suite struct StatementCountsOfSaves {
  private let house: Storehouse
  private let context: ModelContext

  init() throws {
    house = try Storehouse()
    context = try house.context()
  }

  private func counts(of body: () throws -> Void) throws -> StatementCounts {
    let before = try context.graph.store.writerCounts
    // The statements of a debug build's check aren't counted.
    try Store.$checksSaves.withValue(false) { try body() }
    return try context.graph.store.writerCounts - before
  }

  private func insertBooks(_ count: Int) throws {
    for number in 0..<count { context.insert(Book(title: "book \(number)")) }
    try context.save()
  }

  @Test(arguments: [1, 10, 1_000])
  func aSaveRunsOneStatementForEachNewObjectAndThreeForItself(count: Int) throws {
    // Begin, the entry, commit.
    try insertBooks(200)
    // Keys are claimed for many objects at a time, with five statements. After them the save asks where the history ends.
    let keys = count > 800 ? 5 + 1 : 0
    let counts = try counts { try insertBooks(count) }
    #expect(counts.runs == count + 3 + keys)
  }

  @Test func aSaveAsksWhereTheHistoryEndsIfSomebodyElseHasSaved() throws {
    try insertBooks(1)
    #expect(try counts { try insertBooks(1) }.runs == 1 + 3)
    let other = try house.context()
    other.insert(Book(title: "elsewhere"))
    try other.save()
    #expect(try counts { try insertBooks(1) }.runs > 1 + 3)
  }

  @Test func aSecondSaveOfTheSameKindPreparesNothing() throws {
    try insertBooks(10)
    let counts = try counts { try insertBooks(500) }
    #expect(counts.statements == 0)
  }

  @Test func theWorkOfAnInsertDoesNotGrowWithTheirNumber() throws {
    try insertBooks(1_000)
    let few = try counts { try insertBooks(1_000) }
    let many = try counts { try insertBooks(8_000) }
    #expect(many.instructions < few.instructions * 9)
    #expect(many.scannedRows == 0)
    #expect(many.sorts == 0)
  }

  @Test(arguments: [1, 300])
  func changingOnePropertyRunsOneStatementForEachObject(count: Int) throws {
    try insertBooks(300)
    let books = try context.all(Book.self)
    func change(_ title: String) throws {
      for book in books.prefix(count) { book.title = title }
      try context.save()
    }
    try change("new")
    let counts = try counts { try change("newer") }
    #expect(counts.runs == count + 3)
    #expect(counts.statements == 0)
  }

  @Test func appendingWritesOnlyTheMembers() throws {
    let author = Author(name: "somebody")
    context.insert(author)
    try context.save()
    try insertBooks(1)
    let counts = try counts {
      for number in 0..<100 { author.books.append(Book(title: "\(number)")) }
      try context.save()
    }
    #expect(counts.runs == 100 + 3)
  }

  @Test func savingNothingRunsNothing() throws {
    try insertBooks(1)
    #expect(try counts { try context.save() }.runs == 0)
  }
}

@Suite struct StatementCountsOfFetches {
  private let house: Storehouse

  init() throws {
    house = try Storehouse()
    let context = try house.context()
    let authors = (0..<10).map { Author(name: "author \($0)") }
    for number in 0..<500 {
      context.insert(Book(title: "book \(number)", author: authors[number % 10]))
    }
    try context.save()
  }

  private func counts(
    _ context: ModelContext, of body: () throws -> Void
  ) throws -> StatementCounts {
    let before = try context.graph.reader.read { $0.statementCounts }
    try body()
    return try context.graph.reader.read { $0.statementCounts } - before
  }

  // A read is a snapshot of the store: it begins, asks whether others have saved, and ends.
  private static let snapshot = 3

  @Test func aFetchRunsOneStatementInASnapshot() throws {
    let context = try house.context()
    _ = try context.all(Book.self)
    var books: [Book] = []
    let counts = try counts(context) { books = try context.all() }
    #expect(books.count == 500)
    #expect(counts.runs == Self.snapshot + 1)
    #expect(counts.statements == 0)
    #expect(counts.sorts == 0)
  }

  @Test func followingLinksReadsObjectsAhead() throws {
    let context = try house.context()
    let books = try context.all(Book.self)
    let counts = try counts(context) {
      #expect(books.compactMap { $0.author?.name }.count == 500)
    }
    // One by itself; from the second on, those of the fetch's other objects come along.
    #expect(counts.runs <= 3 * (Self.snapshot + 1))
  }

  @Test func prefetchedLinksAreReadWithOneStatement() throws {
    let context = try house.context()
    var descriptor = FetchDescriptor<Book>()
    _ = try context.fetch(descriptor)
    descriptor.relationshipKeyPathsForPrefetching = [\.author]
    var names: [String] = []
    let counts = try counts(context) {
      names = try context.fetch(descriptor).compactMap { $0.author?.name }
    }
    #expect(names.count == 500)
    #expect(counts.runs == Self.snapshot + 2)
  }

  @Test func membersAreFoundWithoutAScan() throws {
    let context = try house.context()
    let authors = try context.all(Author.self)
    let counts = try counts(context) {
      #expect(authors.map(\.books.count).reduce(0, +) == 500)
    }
    #expect(counts.runs <= 3 * (Self.snapshot + 1))
    #expect(counts.scannedRows == 0)
  }
}
