import StrataModelSupport
import Strata

@testable import StrataGraph
@testable import StrataContexts
@testable import StrataSQLite
@testable import StrataStorage

/// What operations on a thousand objects ask of SQLite. Unlike times, these counts are the same on every
/// machine.
struct OperationCosts {
  struct Row {
    let operation: String
    let counts: StatementCounts
  }

  static let count = 1_000

  private var rows: [Row] = []
  // A store's folder goes with its house.
  private var houses: [Storehouse] = []

  static func rows() throws -> [Row] {
    var costs = OperationCosts()
    try costs.saves()
    try costs.links()
    try costs.reads()
    try costs.batches()
    try costs.merges()
    return costs.rows
  }

  /// A context on a new store, and how to open it again, with books of ten authors.
  private mutating func library(books: Int = count) throws -> (
    house: Storehouse, context: ModelContext
  ) {
    let house = try Storehouse()
    houses.append(house)
    let context = try house.context()
    let authors = (0..<10).map { Author(name: "author \($0)") }
    for number in 0..<books {
      context.insert(Book(title: "book \(number)", author: authors[number % 10]))
    }
    try context.save()
    return (house, context)
  }

  private mutating func note(
    _ operation: String, in context: ModelContext, _ body: () throws -> Void
  ) throws {
    func counts() throws -> [StatementCounts] {
      [
        try context.graph.store.writerCounts,
        try context.graph.reader.read { $0.statementCounts },
      ]
    }
    // Counting is a read, which has three statements of its own.
    let empty = try zip(counts(), counts()).map { $1 - $0 }
    let before = try counts()
    // The statements of a debug build's check aren't counted.
    try Store.$checksSaves.withValue(false) { try body() }
    let work = try zip(before, counts()).map { $1 - $0 }
    let (writer, reader) = (work[0] - empty[0], work[1] - empty[1])
    rows.append(
      Row(
        operation: operation,
        counts: StatementCounts(
          statements: writer.statements + reader.statements, runs: writer.runs + reader.runs,
          instructions: writer.instructions + reader.instructions,
          scannedRows: writer.scannedRows + reader.scannedRows,
          sorts: writer.sorts + reader.sorts)))
  }

  private mutating func saves() throws {
    let (_, context) = try library(books: 10)
    func insert(_ count: Int) throws {
      for number in 0..<count { context.insert(Book(title: "book \(number)")) }
      try context.save()
    }
    // With what is left of the keys that were claimed before, no further ones have to be.
    try insert(1)
    try note("save one new object", in: context) { try insert(1) }
    try note("insert 1,000 objects, one save", in: context) { try insert(Self.count) }
    let books = try context.all(Book.self).suffix(Self.count)
    for book in books { book.title = "new" }
    try context.save()
    try note("change one property of 1,000 objects, one save", in: context) {
      for book in books { book.title = "newer" }
      try context.save()
    }
    context.delete(try context.all(Book.self)[0])
    try context.save()
    try note("delete 1,000 objects, one save", in: context) {
      for book in books { context.delete(book) }
      try context.save()
    }
  }

  private mutating func links() throws {
    let (_, context) = try library(books: 10)
    let author = try context.all(Author.self)[0]
    author.books.append(Book(title: "first"))
    try context.save()
    try note("append 1,000 new members, one save", in: context) {
      for number in 0..<Self.count { author.books.append(Book(title: "\(number)")) }
      try context.save()
    }
    let shelf = Shelf(label: "all")
    context.insert(shelf)
    let books = try context.all(Book.self)
    shelf.books.append(books[0])
    try context.save()
    try note("make 1,000 many-to-many links, one save", in: context) {
      for book in books[1...Self.count] { shelf.books.append(book) }
      try context.save()
    }
  }

  private mutating func reads() throws {
    let (house, first) = try library()
    var context = first
    // Nothing may be in memory that is to be read.
    func renew() throws {
      context = try house.context()
      _ = try context.fetchCount(FetchDescriptor<Shelf>())
    }
    try renew()
    var books: [Book] = []
    try note("fetch 1,000 objects", in: context) { books = try context.all() }
    try note("follow a to-one relationship of 1,000 objects", in: context) {
      _ = books.compactMap { $0.author?.name }
    }
    try renew()
    let authors = try context.all(Author.self)
    try note("read 100 members of each of 10 objects", in: context) {
      _ = authors.map(\.books.count)
    }
    try renew()
    let descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.author?.name == "author 3" })
    try note("count by a property of a related object", in: context) {
      _ = try context.fetchCount(descriptor)
    }
    try note("count in 10 groups", in: context) {
      _ = try context.groups(of: Book.self, by: \.author?.name, aggregating: .count)
    }
  }

  private mutating func batches() throws {
    let (_, context) = try library()
    try note("batch update of 1,000 objects", in: context) {
      try context.batchUpdate(where: #Predicate<Book> { $0.title != "" }, .set(\.title, to: "one"))
    }
    try note("batch delete of 1,000 objects", in: context) {
      try context.batchDelete(where: #Predicate<Book> { $0.title == "one" })
    }
  }

  private mutating func merges() throws {
    let (house, context) = try library()
    let books = try context.all(Book.self)
    let other = try house.context()
    func change(_ title: String) throws {
      for book in try other.all(Book.self) { book.title = title }
      try other.save()
    }
    try change("first")
    try context.mergeChanges()
    try change("second")
    try note("merge 1,000 changes of another context", in: context) { try context.mergeChanges() }
    for book in books { book.title = "mine" }
    context.rollback()
    for book in books { book.title = "mine" }
    try note("roll 1,000 changes back", in: context) { context.rollback() }
  }
}
