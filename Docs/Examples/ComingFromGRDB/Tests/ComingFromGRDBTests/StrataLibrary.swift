import Foundation
import Strata
import StrataStack

/// The same library in a store of Strata: the blocks of the page that begin with `// Strata`.
@MainActor struct StrataLibrary {
  // Strata
  enum Format: String, Codable { case paper, sound }
  @Composite struct Size: Codable, Equatable {
    var width = 0
    var height = 0
  }

  @Model final class Author {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(name: String) { self.name = name }
  }

  @Model @Snapshot(identifying: "author") final class Book {
    #Index<Book>([\.pages])
    #Search<Book>([\.title, \.subtitle])
    @Attribute(.unique) var isbn: String
    var title: String
    var subtitle: String?
    var format: Format = Format.paper
    var pages = 0
    var size: Size = Size()  // the columns size_width and size_height
    var author: Author?
    @Relationship(inverse: \Tag.books) var tags: [Tag] = []

    init(isbn: String, title: String) {
      self.isbn = isbn
      self.title = title
    }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    var books: [Book] = []

    init(name: String) { self.name = name }
  }

  let container: ModelContainer
  let context: ModelContext

  /// An empty library in memory, or in a file.
  init(url: URL? = nil) throws {
    if let url {
      // Strata
      let container = try ModelContainer(
        for: Author.self, Book.self, Tag.self, configurations: ModelConfiguration(url: url))
      self.container = container
    } else {
      // Strata
      let container = try ModelContainer(
        for: Author.self, Book.self, Tag.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      self.container = container
    }
    // Strata
    let context = ModelContext(container)
    self.context = context
  }

  /// Saves two authors with three books.
  func fill() throws {
    // Strata
    let ada = Author(name: "Ada")
    let moon = Book(isbn: "1", title: "The Moon")
    moon.pages = 300
    moon.author = ada
    context.insert(moon)  // and its author
    try context.save()
    let sun = Book(isbn: "2", title: "The Sun")
    sun.format = .sound
    sun.pages = 100
    sun.author = ada
    let stars = Book(isbn: "3", title: "Stars")
    stars.pages = 250
    stars.author = Author(name: "Bea")
    context.insert(sun)
    context.insert(stars)
    try context.save()
  }

  /// All books, as text.
  func lines() throws -> [String] {
    try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.isbn)])).map {
      "\($0.isbn) \($0.title) \($0.subtitle ?? "-") \($0.format) \($0.pages)"
    }
  }

  func changes() throws {
    // Strata
    if let moon = try context.fetch(FetchDescriptor<Book>(predicate: \Book.isbn == "1")).first {
      moon.subtitle = "A guide"
    }
    if let sun = try context.fetch(FetchDescriptor<Book>(predicate: \Book.isbn == "2")).first {
      context.delete(sun)
    }
    try context.save()
  }

  func changesMany() throws -> Int {
    // Strata
    let count = try context.batchUpdate(
      where: #Predicate<Book> { $0.format == .paper }, .increment(\.pages, by: 10))
    try context.batchDelete(where: #Predicate<Book> { $0.pages < 200 })
    return count
  }

  func upserts() throws {
    // Strata
    let moon = Book(isbn: "1", title: "The Moon, revised")
    moon.pages = 320
    context.insert(moon)
    try context.save()
  }

  func finds() throws -> [String] {
    let known = try context.fetch(FetchDescriptor(predicate: #Predicate<Book> { $0.isbn == "1" }))
    let id = TypedObjectID(known[0])
    // Strata
    let moon = try context.existing(Book.self, withID: id)
    let sun = try context.fetch(FetchDescriptor<Book>(predicate: \Book.isbn == "2")).first
    return [moon.title, sun?.title ?? ""]
  }

  func filters() throws -> [String] {
    // Strata
    let books = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate { $0.pages > 90 && $0.subtitle == nil && $0.title.contains("S") },
        sortBy: [SortDescriptor(\.pages, order: .reverse), SortDescriptor(\.title)]
      ).limit(10))
    return books.map(\.title)
  }

  func selects() throws -> [String] {
    // Strata
    let rows = try context.fetch(
      FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]), selecting: \.title, \.pages)
    let titles = rows.map { title, _ in title }
    return titles
  }

  func counts() throws -> [Int] {
    // Strata
    let count = try context.fetchCount(
      FetchDescriptor<Book>(predicate: #Predicate { $0.format == .paper }))
    let pages = try context.sum(of: \Book.pages)
    return [count, pages]
  }

  func groups() throws -> [String] {
    var lines: [String] = []
    // Strata
    for (format, (count, pages)) in try context.groups(
      of: Book.self, by: \.format, aggregating: .count, .sum(\.pages),
      having: .sum(\.pages) > 50)
    {
      lines.append("\(format) \(count) \(pages)")
    }
    return lines
  }

  func includesAll() throws -> [String] {
    // Strata
    let authors = try context.fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]).prefetching(\.books))
    for author in authors {
      print(author.name, author.books.map(\.title).sorted())
    }
    return authors.map { "\($0.name) \($0.books.map(\.title).sorted())" }
  }

  func joins() throws -> [String] {
    // Strata
    let books = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate { $0.author?.name == "Ada" }, sortBy: [SortDescriptor(\.title)]))
    return books.map(\.title)
  }

  func joinsMany() throws -> [String] {
    // Strata
    let prolific = try context.fetch(
      FetchDescriptor<Author>(
        predicate: #Predicate { $0.books.filter { $0.pages > 90 }.count >= 2 }))
    return prolific.map(\.name)
  }

  func tags() throws -> [String] {
    // Strata
    if let moon = try context.fetch(FetchDescriptor<Book>(predicate: \Book.isbn == "1")).first {
      moon.tags.append(Tag(name: "sky"))
      try context.save()
    }
    let tagged = try context.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { $0.tags.contains { $0.name == "sky" } }))
    return tagged.map(\.title)
  }

  struct Full: Error {}

  func rollsBack() async throws -> [String] {
    // Strata
    do {
      try await container.write { context in
        for book in try context.fetch(FetchDescriptor<Book>()) { book.pages = 0 }
        throw Full()
      }
    } catch is Full {
      print("Nothing was changed.")
    }
    return try lines()
  }

  func nests() throws -> [String] {
    // Strata
    try context.transaction {
      context.insert(Book(isbn: "4", title: "Comets"))
      do {
        try context.transaction {
          for book in try context.fetch(FetchDescriptor<Book>()) { book.pages = 0 }
          throw Full()
        }
      } catch is Full {}
    }
    return try lines()
  }

  func runsSQL() throws -> [String] {
    // Strata
    let limit = 150
    try context.withConnection { db in
      try db.execute("UPDATE \(Book.self) SET subtitle = title WHERE pages > \(limit)")
    }
    let titles = try context.rows(
      "SELECT title FROM \(Book.self) WHERE pages > \(limit) ORDER BY title"
    ).map { try $0.value("title", as: String.self) }
    return titles
  }

  func observes() async throws -> [Int] {
    let context = container.mainContext
    var counts: [Int] = []
    // Strata
    let observer = try AggregateObserver(
      fetchCount: FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 200 }),
      modelContext: context)
    for await count in observer.updates {
      counts.append(count)
      if count == 3 { break }
      let mars = Book(isbn: "5", title: "Mars")
      mars.pages = 210
      context.insert(mars)
    }
    return counts
  }

  func searches(_ text: String) throws -> [String] {
    // Strata
    let books = try context.fetch(FetchDescriptor<Book>(search: "\"\(text)\"*"))
    return books.map(\.title)
  }

  func queriesColumns() throws -> [String] {
    // Strata
    try context.batchUpdate(
      where: #Predicate<Book> { $0.isbn == "3" }, .set(\.size, to: Size(width: 40, height: 30)))
    let wide = try context.fetch(FetchDescriptor<Book>(predicate: \Book.size.width > 20))
    return wide.map(\.title)
  }

  func encodes() throws -> Data {
    guard let moon = try context.fetch(FetchDescriptor<Book>()).first else { return Data() }
    // Strata
    let json = try JSONEncoder().encode(moon.snapshot)
    return json
  }

  static func countInMemory() throws -> Int {
    // Strata
    let stack = try PreviewStack(for: [Author.self, Book.self, Tag.self]) { context in
      context.insert(Book(isbn: "1", title: "The Moon"))
    }
    let context = stack.viewContext
    return try context.fetchCount(FetchDescriptor<Book>())
  }

  func pages() throws -> [String] {
    // Strata
    let byTitle = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
    let first = try context.fetchPage(byTitle, limit: 2)
    let second = try context.fetchPage(byTitle, after: first.next, limit: 2)
    return second.map(\.title)
  }

  func countsAndInserts() async throws -> [Int] {
    // Strata
    let count = try await container.read { context in
      try context.fetchCount(FetchDescriptor<Book>())
    }
    try await container.write { context in
      context.insert(Book(isbn: "6", title: "Venus"))
    }
    return [count, try await container.read { try $0.fetchCount(FetchDescriptor<Book>()) }]
  }
}

/// A later version of the books.
enum Later {
  @Model final class Author {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(name: String) { self.name = name }
  }

  @Model final class Book {
    #Index<Book>([\.pages])
    @Attribute(.unique) var isbn: String
    // Strata
    @Attribute(originalName: "title") var name: String
    var stock = 1
    var pages = 0
    var author: Author?
    @Relationship(inverse: \Tag.books) var tags: [Tag] = []

    init(isbn: String, name: String) {
      self.isbn = isbn
      self.name = name
    }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    var books: [Book] = []

    init(name: String) { self.name = name }
  }

  /// Opens the store of a library with the later classes, which migrates it.
  static func lines(url: URL) throws -> [String] {
    let container = try ModelContainer(
      for: Author.self, Book.self, Tag.self, configurations: ModelConfiguration(url: url))
    return try ModelContext(container).fetch(
      FetchDescriptor<Book>(sortBy: [SortDescriptor(\.isbn)])
    ).map { "\($0.name) \($0.stock)" }
  }
}
