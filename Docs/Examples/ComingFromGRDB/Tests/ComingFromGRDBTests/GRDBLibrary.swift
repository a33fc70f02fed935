import Foundation
import GRDB

/// A library in a database of GRDB: the blocks of the page that begin with `// GRDB`.
struct GRDBLibrary {
  // GRDB
  enum Format: String, Codable, DatabaseValueConvertible { case paper, sound }
  struct Size: Codable, Equatable { var width = 0, height = 0 }

  struct Author: Codable, Identifiable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var name: String

    static let books = hasMany(Book.self)
    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
  }

  struct Book: Codable, Identifiable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var isbn: String
    var title: String
    var subtitle: String?
    var format = Format.paper
    var pages = 0
    var size = Size()  // JSON in the column
    var authorId: Int64?

    enum Columns {
      static let id = Column(CodingKeys.id), isbn = Column(CodingKeys.isbn)
      static let title = Column(CodingKeys.title), subtitle = Column(CodingKeys.subtitle)
      static let format = Column(CodingKeys.format), pages = Column(CodingKeys.pages)
      static let size = JSONColumn(CodingKeys.size)
    }
    static let author = belongsTo(Author.self)
    static let bookTags = hasMany(BookTag.self)
    static let tags = hasMany(Tag.self, through: bookTags, using: BookTag.tag)
    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
  }

  struct Tag: Codable, Identifiable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var name: String

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
  }

  struct BookTag: Codable, FetchableRecord, PersistableRecord {
    var bookId: Int64
    var tagId: Int64

    static let tag = belongsTo(Tag.self)
  }

  let dbQueue: DatabaseQueue

  static func migrator() -> DatabaseMigrator {
    // GRDB
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.create(table: "author") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull().unique()
      }
      try db.create(table: "book") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("isbn", .text).notNull().unique()
        t.column("title", .text).notNull()
        t.column("subtitle", .text)
        t.column("format", .text).notNull().defaults(to: "paper")
        t.column("pages", .integer).notNull().defaults(to: 0).indexed()
        t.column("size", .jsonText).notNull().defaults(to: #"{"width":0,"height":0}"#)
        t.belongsTo("author", onDelete: .cascade)
      }
      try db.create(table: "tag") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull().unique()
      }
      try db.create(table: "bookTag") { t in
        t.primaryKey {
          t.belongsTo("book", onDelete: .cascade)
          t.belongsTo("tag", onDelete: .cascade)
        }
      }
    }
    return migrator
  }

  /// An empty library in memory, or in a file.
  init(path: String? = nil) throws {
    if let path {
      // GRDB
      let dbQueue = try DatabaseQueue(path: path)
      self.dbQueue = dbQueue
    } else {
      // GRDB
      let dbQueue = try DatabaseQueue()
      self.dbQueue = dbQueue
    }
    try Self.migrator().migrate(dbQueue)
  }

  /// Saves two authors with three books.
  func fill() throws {
    // GRDB
    try dbQueue.write { db in
      var ada = Author(name: "Ada")
      try ada.insert(db)
      var moon = Book(isbn: "1", title: "The Moon", pages: 300, authorId: ada.id)
      try moon.insert(db)
    }
    try dbQueue.write { db in
      let ada = try Author.fetchOne(db, key: ["name": "Ada"])
      var sun = Book(isbn: "2", title: "The Sun", format: .sound, pages: 100, authorId: ada?.id)
      try sun.insert(db)
      var bea = Author(name: "Bea")
      try bea.insert(db)
      var stars = Book(isbn: "3", title: "Stars", pages: 250, authorId: bea.id)
      try stars.insert(db)
    }
  }

  /// All books, as text.
  func lines() throws -> [String] {
    try dbQueue.read { db in
      try Book.order { $0.isbn }.fetchAll(db)
    }.map { "\($0.isbn) \($0.title) \($0.subtitle ?? "-") \($0.format) \($0.pages)" }
  }

  func changes() throws {
    // GRDB
    try dbQueue.write { db in
      guard var moon = try Book.fetchOne(db, key: ["isbn": "1"]) else { return }
      try moon.updateChanges(db) { $0.subtitle = "A guide" }
      try Book.deleteOne(db, key: ["isbn": "2"])
    }
  }

  func changesMany() throws -> Int {
    // GRDB
    let count = try dbQueue.write { db in
      try Book.filter { $0.format == Format.paper }.updateAll(db) { $0.pages += 10 }
    }
    try dbQueue.write { db in
      _ = try Book.filter { $0.pages < 200 }.deleteAll(db)
    }
    return count
  }

  func upserts() throws {
    // GRDB
    try dbQueue.write { db in
      var moon = Book(isbn: "1", title: "The Moon, revised", pages: 320)
      _ = try moon.upsertAndFetch(db, onConflict: ["isbn"]) { _ in
        [Column("subtitle").noOverwrite, Column("authorId").noOverwrite]
      }
    }
  }

  func finds(_ id: Int64) throws -> [String] {
    // GRDB
    let (moon, sun) = try dbQueue.read { db in
      (try Book.find(db, key: id), try Book.fetchOne(db, key: ["isbn": "2"]))
    }
    return [moon.title, sun?.title ?? ""]
  }

  func filters() throws -> [String] {
    // GRDB
    let books = try dbQueue.read { db in
      try Book
        .filter { $0.pages > 90 && $0.subtitle == nil }
        .filter { $0.title.like("%S%") }
        .order { [$0.pages.desc, $0.title] }
        .limit(10)
        .fetchAll(db)
    }
    return books.map(\.title)
  }

  func selects() throws -> [String] {
    // GRDB
    let rows = try dbQueue.read { db in
      try Row.fetchAll(db, Book.select { [$0.title, $0.pages] }.order { $0.title })
    }
    let titles = rows.map { $0["title"] as String }
    return titles
  }

  func counts() throws -> [Int] {
    // GRDB
    let (count, pages) = try dbQueue.read { db in
      (
        try Book.filter { $0.format == Format.paper }.fetchCount(db),
        try Book.select { sum($0.pages) }.asRequest(of: Int.self).fetchOne(db)
      )
    }
    return [count, pages ?? 0]
  }

  // GRDB
  struct Total: Decodable, FetchableRecord {
    var format: Format
    var count: Int
    var pages: Int
  }

  func groups() throws -> [String] {
    // GRDB
    let totals = try dbQueue.read { db in
      try Book
        .select { [$0.format, count($0.id).forKey("count"), sum($0.pages).forKey("pages")] }
        .group { $0.format }
        .having { sum($0.pages) > 50 }
        .order { $0.format }
        .asRequest(of: Total.self)
        .fetchAll(db)
    }
    return totals.map { "\($0.format) \($0.count) \($0.pages)" }
  }

  // GRDB
  struct AuthorInfo: Decodable, FetchableRecord {
    var author: Author
    var books: [Book]
  }

  func includesAll() throws -> [String] {
    // GRDB
    let infos = try dbQueue.read { db in
      try Author.including(all: Author.books.order { $0.title })
        .order(Column("name"))
        .asRequest(of: AuthorInfo.self)
        .fetchAll(db)
    }
    for info in infos { print(info.author.name, info.books.map(\.title)) }
    return infos.map { "\($0.author.name) \($0.books.map(\.title))" }
  }

  func joins() throws -> [String] {
    // GRDB
    let books = try dbQueue.read { db in
      try Book
        .joining(required: Book.author.filter(Column("name") == "Ada"))
        .order { $0.title }
        .fetchAll(db)
    }
    return books.map(\.title)
  }

  func joinsMany() throws -> [String] {
    // GRDB
    let prolific = try dbQueue.read { db in
      try Author.having(Author.books.filter { $0.pages > 90 }.count >= 2).fetchAll(db)
    }
    return prolific.map(\.name)
  }

  func tags() throws -> [String] {
    // GRDB
    let tagged = try dbQueue.write { db in
      guard let moon = try Book.fetchOne(db, key: ["isbn": "1"]), let book = moon.id else {
        return [Book]()
      }
      var sky = Tag(name: "sky")
      try sky.insert(db)
      if let tag = sky.id { try BookTag(bookId: book, tagId: tag).insert(db) }
      return try Book.joining(required: Book.tags.filter(Column("name") == "sky")).fetchAll(db)
    }
    return tagged.map(\.title)
  }

  struct Full: Error {}

  func rollsBack() throws -> [String] {
    // GRDB
    do {
      try dbQueue.write { db in
        try Book.updateAll(db) { $0.pages.set(to: 0) }
        throw Full()
      }
    } catch is Full {
      print("Nothing was changed.")
    }
    return try lines()
  }

  func nests() throws -> [String] {
    // GRDB
    try dbQueue.write { db in
      var comets = Book(isbn: "4", title: "Comets")
      try comets.insert(db)
      do {
        try db.inSavepoint {
          try Book.filter { $0.isbn == "1" }.updateAll(db) { $0.pages.set(to: 0) }
          throw Full()
        }
      } catch is Full {}
    }
    return try lines()
  }

  func runsSQL() throws -> [String] {
    // GRDB
    let limit = 150
    let titles = try dbQueue.write { db in
      try db.execute(literal: "UPDATE book SET subtitle = title WHERE pages > \(limit)")
      let request: SQLRequest<String> =
        "SELECT title FROM book WHERE pages > \(limit) ORDER BY title"
      return try request.fetchAll(db)
    }
    return titles
  }

  func addsAColumn() throws -> [String] {
    var migrator = Self.migrator()
    // GRDB
    migrator.registerMigration("v2") { db in
      try db.alter(table: "book") { t in
        t.add(column: "stock", .integer).notNull().defaults(to: 1)
        t.rename(column: "title", to: "name")
      }
    }
    try migrator.migrate(dbQueue)
    return try dbQueue.read { db in
      try String.fetchAll(db, sql: "SELECT name || ' ' || stock FROM book ORDER BY isbn")
    }
  }

  func observes() async throws -> [Int] {
    var counts: [Int] = []
    // GRDB
    let observation = ValueObservation.tracking { db in
      try Book.filter { $0.pages > 200 }.fetchCount(db)
    }
    for try await count in observation.values(in: dbQueue) {
      counts.append(count)
      if count == 3 { break }
      try await dbQueue.write { db in
        var mars = Book(isbn: "5", title: "Mars", pages: 210)
        try mars.insert(db)
      }
    }
    return counts
  }

  func searches(_ text: String) throws -> [String] {
    try dbQueue.write { db in
      // GRDB
      try db.create(virtualTable: "bookText", using: FTS5()) { t in
        t.synchronize(withTable: "book")
        t.tokenizer = .unicode61()
        t.column("title")
        t.column("subtitle")
      }
    }
    // GRDB
    let books = try dbQueue.read { db in
      try Book.fetchAll(
        db,
        sql: """
          SELECT book.* FROM book JOIN bookText ON bookText.rowid = book.id
          WHERE bookText MATCH ? ORDER BY rank
          """, arguments: [FTS5Pattern(matchingAllPrefixesIn: text)])
    }
    return books.map(\.title)
  }

  func queriesJSON() throws -> [String] {
    // GRDB
    let wide = try dbQueue.write { db in
      try Book.filter { $0.isbn == "3" }
        .updateAll(db) { $0.size.set(to: #"{"width": 40, "height": 30}"#) }
      return try Book.filter { $0.size["width"] > 20 }.fetchAll(db)
    }
    return wide.map(\.title)
  }

  func pages() throws -> [String] {
    // GRDB
    let second = try dbQueue.read { db in
      try Book.order { [$0.title, $0.id] }.limit(2, offset: 2).fetchAll(db)
    }
    return second.map(\.title)
  }

  func encodes() throws -> Data {
    let moon = try dbQueue.read { try Book.find($0, key: ["isbn": "1"]) }
    // GRDB
    let json = try JSONEncoder().encode(moon)
    return json
  }
}

/// The same library in a file, with several readers.
enum GRDBPool {
  typealias Book = GRDBLibrary.Book

  static func counts(path: String) async throws -> [Int] {
    // GRDB
    let pool = try DatabasePool(path: path)
    let count = try await pool.read { db in try Book.fetchCount(db) }
    try await pool.write { db in
      var venus = Book(isbn: "6", title: "Venus")
      try venus.insert(db)
    }
    return [count, try await pool.read { try Book.fetchCount($0) }]
  }

  static func countInMemory() throws -> Int {
    let migrator = GRDBLibrary.migrator()
    // GRDB
    let dbQueue = try DatabaseQueue()
    try migrator.migrate(dbQueue)
    try dbQueue.write { db in
      var moon = Book(isbn: "1", title: "The Moon")
      try moon.insert(db)
    }
    return try dbQueue.read { try Book.fetchCount($0) }
  }
}
