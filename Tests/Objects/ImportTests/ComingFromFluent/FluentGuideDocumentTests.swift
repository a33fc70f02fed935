import Foundation
import Strata
import StrataImport
import StrataStack
import StrataTestSupport
import Testing

/// Strata's side of `Docs/ComingFromFluent.md`, run.
@Suite(.timeLimit(.scaledMinutes(5))) @MainActor struct FluentGuideDocument {
  let folder: TemporaryFolder
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    let url = folder.store()
    // Strata
    let container = try ModelContainer(
      for: Author.self, Book.self, Tag.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    // Strata
    let ada = Author(name: "Ada")
    let moon = Book(isbn: "1", title: "The Moon", pages: 300)
    moon.author = ada
    let sun = Book(isbn: "2", title: "The Sun", format: .sound, pages: 100)
    sun.author = ada
    let stars = Book(isbn: "3", title: "Stars", pages: 250)
    stars.author = Author(name: "Bea")
    for book in [moon, sun, stars] { context.insert(book) }  // and their authors
    try context.save()
    self.container = container
    self.context = context
  }

  /// All books, as text.
  private func lines() throws -> [String] {
    try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.isbn)])).map {
      "\($0.isbn) \($0.title) \($0.subtitle ?? "-") \($0.format) \($0.pages)"
    }
  }

  private func book(_ isbn: String) throws -> Book {
    try #require(try context.fetch(FetchDescriptor<Book>(predicate: \Book.isbn == isbn)).first)
  }

  /// The blocks that begin with `// Fluent` need packages that this one doesn't depend on.
  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("ComingFromFluent.md")
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let own = page.examples.filter { !$0.hasPrefix("// Fluent\n") }
    #expect(own.count >= 25)
    #expect(Set(try page.examples(missingIn: files.map(\.path))).isDisjoint(with: own))
  }

  @Test func opensInMemory() throws {
    // Strata
    let container = try ModelContainer(
      for: Author.self, Book.self, Tag.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 0)
  }

  @Test func changesObjects() throws {
    // Strata
    if let moon = try context.fetch(FetchDescriptor<Book>(predicate: \Book.isbn == "1")).first {
      moon.subtitle = "A guide"
    }
    if let sun = try context.fetch(FetchDescriptor<Book>(predicate: \Book.isbn == "2")).first {
      context.delete(sun)
    }
    try context.save()
    #expect(try lines() == ["1 The Moon A guide paper 300", "3 Stars - paper 250"])
    // Strata
    let moon = Book(isbn: "1", title: "The Moon, revised")
    moon.pages = 320
    context.insert(moon)
    try context.save()
    #expect(try lines() == ["1 The Moon, revised A guide paper 320", "3 Stars - paper 250"])
    #expect(try book("1").author?.name == "Ada")
  }

  @Test func changesManyObjects() throws {
    // Strata
    try context.batchUpdate(
      where: #Predicate<Book> { $0.format == .paper }, .set(\.pages, to: 400))
    try context.batchDelete(where: #Predicate<Book> { $0.pages < 200 })
    #expect(try lines() == ["1 The Moon - paper 400", "3 Stars - paper 400"])
  }

  @Test func findsObjects() throws {
    let id = TypedObjectID(try book("1"))
    // Strata
    let moon = try context.existing(Book.self, withID: id)
    let sun = try context.fetch(FetchDescriptor<Book>(predicate: \Book.isbn == "2")).first
    #expect(moon.title == "The Moon" && sun?.title == "The Sun")
  }

  @Test func filters() throws {
    // Strata
    let books = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate {
          $0.pages > 90 && $0.subtitle == nil
            && ($0.title.contains("S") || $0.format == .sound)
        },
        sortBy: [SortDescriptor(\.pages, order: .reverse), SortDescriptor(\.title)]
      ).limit(10))
    #expect(books.map(\.title) == ["Stars", "The Sun"])
    // Strata
    let titles = try context.fetch(
      FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]), selecting: \.title)
    #expect(titles == ["Stars", "The Moon", "The Sun"])
  }

  @Test func counts() throws {
    // Strata
    let count = try context.fetchCount(
      FetchDescriptor<Book>(predicate: #Predicate { $0.format == .paper }))
    let pages = try context.sum(of: \Book.pages)
    #expect(count == 2 && pages == 650)
    var lines: [String] = []
    // Strata
    for (format, (count, pages)) in try context.groups(
      of: Book.self, by: \.format, aggregating: .count, .sum(\.pages),
      having: .sum(\.pages) > 50)
    {
      lines.append("\(format) \(count) \(pages)")
    }
    #expect(lines == ["paper 2 550", "sound 1 100"])
  }

  @Test func followsLinks() throws {
    var lines: [String] = []
    // Strata
    let authors = try context.fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]).prefetching(\.books))
    for author in authors { print(author.name, author.books.map(\.title).sorted()) }
    lines = authors.map { "\($0.name) \($0.books.map(\.title).sorted())" }
    #expect(lines == ["Ada [\"The Moon\", \"The Sun\"]", "Bea [\"Stars\"]"])
    let moon = try book("1")
    // Strata
    let author = moon.author
    #expect(author?.name == "Ada")
    // Strata
    let books = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate { $0.author?.name == "Ada" }, sortBy: [SortDescriptor(\.title)]))
    #expect(books.map(\.title) == ["The Moon", "The Sun"])
    // Strata
    let sky = Tag(name: "sky")
    moon.tags.append(sky)
    try context.save()
    let tagged = sky.books
    #expect(tagged.map(\.title) == ["The Moon"])
  }

  private struct Full: Error {}

  @Test func rollsBack() async throws {
    let before = try lines()
    // Strata
    do {
      try await container.write { context in
        for book in try context.fetch(FetchDescriptor<Book>()) { book.pages = 0 }
        throw Full()
      }
    } catch is Full {
      print("Nothing was changed.")
    }
    #expect(try lines() == before)
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
    #expect(try lines() == before + ["4 Comets - paper 0"])
  }

  @Test func runsSQL() throws {
    // Strata
    let limit = 150
    try context.withConnection { db in
      try db.execute("UPDATE \(Book.self) SET subtitle = title WHERE pages > \(limit)")
    }
    let titles = try context.rows(
      "SELECT title FROM \(Book.self) WHERE pages > \(limit) ORDER BY title"
    ).map { try $0.value("title", as: String.self) }
    #expect(titles == ["Stars", "The Moon"])
    #expect(try book("1").subtitle == "The Moon")
  }

  @Test func addsAProperty() async throws {
    let url = folder.store()
    try await container.close()
    typealias Author = LaterFluentGuide.Author
    typealias Book = LaterFluentGuide.Book
    typealias Tag = LaterFluentGuide.Tag
    let later = try ModelContainer(
      for: Author.self, Book.self, Tag.self, configurations: ModelConfiguration(url: url))
    let books = try ModelContext(later).fetch(
      FetchDescriptor<Book>(sortBy: [SortDescriptor(\.isbn)]))
    #expect(books.map { "\($0.name) \($0.stock)" } == ["The Moon 1", "The Sun 1", "Stars 1"])
  }

  @Test func refusesNegativePages() throws {
    context.insert(Book(isbn: "9", title: "x", pages: -1))
    #expect(throws: StackError.self) { try context.save() }
  }

  @Test func showsPages() throws {
    // Strata
    let byTitle = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
    let first = try context.fetchPage(byTitle, limit: 2)
    let second = try context.fetchPage(byTitle, after: first.next, limit: 2)
    print(try context.fetchCount(byTitle))
    #expect(second.map(\.title) == ["The Sun"])
  }

  @Test func hasABin() throws {
    let moon = try book("1")
    // Strata
    context.delete(moon)
    try context.save()
    let bin = try context.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { $0.deleted != nil }).includingDeleted())
    try context.restore(moon)
    try context.save()
    context.purge(moon)
    try context.save()
    #expect(bin.map(\.title) == ["The Moon"])
    #expect(try lines() == ["2 The Sun - sound 100", "3 Stars - paper 250"])
    let all = FetchDescriptor<Book>().includingDeleted()
    #expect(try context.fetchCount(all) == 2)
  }

  @Test func recordsTimes() throws {
    let moon = try book("1")
    let (created, updated) = (moon.created, moon.updated)
    moon.title = "Moon"
    try context.save()
    #expect(created == updated && moon.created == created && moon.updated > updated)
  }

  @Test func changesColumnsOfAValue() throws {
    // Strata
    try context.batchUpdate(where: #Predicate<Book> { $0.isbn == "3" }, .set(\.size.width, to: 40))
    let wide = try context.fetch(FetchDescriptor<Book>(predicate: \Book.size.width > 20))
    #expect(wide.map(\.title) == ["Stars"])
  }

  @Test func appliesJSON() throws {
    let moon = try book("1")
    let body = Data(#"{"isbn": "1", "pages": 310}"#.utf8)
    // Strata
    try moon.apply(moon.snapshot.updated(from: body))
    try context.save()
    #expect(moon.title == "The Moon" && moon.pages == 310)
    #expect(try moon.snapshot.author == moon.author.map { TypedObjectID($0) })
  }

  @Test func observes() async throws {
    let context = container.mainContext
    var shown: [[String]] = []
    // Strata
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.pages > 200 }, sortBy: [SortDescriptor(\.title)],
      modelContext: context)
    for await books in observer.updates {
      shown.append(books.map(\.title))
      if books.count == 3 { break }
      context.insert(Book(isbn: "5", title: "Mars", pages: 210))
    }
    #expect(shown == [["Stars", "The Moon"], ["Mars", "Stars", "The Moon"]])
  }

  @Test func readsAndWrites() async throws {
    // Strata
    let titles = try await container.read { context in
      try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).map(\.title)
    }
    try await container.write(author: "request") { context in
      context.insert(Book(isbn: "6", title: "Venus"))
    }
    #expect(titles == ["Stars", "The Moon", "The Sun"])
    #expect(try book("6").title == "Venus")
  }

  @Test func testsInMemory() throws {
    // Strata
    let stack = try PreviewStack(for: [Author.self, Book.self, Tag.self]) { context in
      context.insert(Book(isbn: "1", title: "The Moon"))
    }
    #expect(try stack.viewContext.fetchCount(FetchDescriptor<Book>()) == 1)
  }

  @Test func importsRows() throws {
    let rows = [
      BookRow(
        isbn: "1", title: "The Moon", subtitle: nil, format: "paper", pages: 310, width: 0,
        height: 0, created: nil, author: "Ada", tags: []),
      BookRow(
        isbn: "7", title: "Tides", subtitle: "Of the sea", format: "sound", pages: 70, width: 2,
        height: 3, created: Date(timeIntervalSince1970: 1_700_000_000), author: "Cleo",
        tags: ["sea", "sky"]),
      BookRow(
        isbn: "8", title: "Runes", subtitle: nil, format: "stone", pages: 1, width: 0, height: 0,
        created: nil, author: nil, tags: []),
    ]
    // Strata
    let result = try container.import(rows, author: "from Fluent")
    for failure in result.failures { print(failure) }
    #expect(result.counts.updated == 1 && result.counts.inserted == 1)
    #expect(result.failures.count == 1)
    let tides = try book("7")
    #expect(tides.created == rows[1].created && tides.author?.name == "Cleo")
    #expect(tides.tags.map(\.name).sorted() == ["sea", "sky"] && tides.size.height == 3)
    let again = try container.import(Array(rows.prefix(2)), author: "from Fluent")
    #expect(again.counts.unchanged == 2)
    var orphan = rows[1]
    orphan.author = nil
    #expect(try container.import([orphan], author: "from Fluent").counts.updated == 1)
    #expect(try book("7").author == nil)
  }
}
