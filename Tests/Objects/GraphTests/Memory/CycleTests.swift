import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataGraph
@testable import StrataContexts
import StrataSQLite

@Suite struct LinkedObjects {
  let store: Storehouse
  let context: ModelContext
  static let authors = 600

  init() throws {
    store = try Storehouse()
    let writer = try store.context()
    for number in 0..<Self.authors {
      let author = Author(name: "\(number)")
      writer.insert(author)
      author.books = (0..<5).map { Book(title: "\(number)-\($0)") }
    }
    try writer.save()
    context = try store.context()
    context.graph.identities.threshold = 200
  }

  @Test func leaveMemoryWhenNobodyHoldsThem() throws {
    var most = 0
    for number in 0..<Self.authors {
      let predicate = #Predicate<Author> { $0.name == "\(number)" }
      let author = try #require(try context.fetch(FetchDescriptor(predicate: predicate)).first)
      for book in author.books { #expect(book.author === author) }
      // A look is due once twice as many are there as the last one left.
      context.graph.identities.threshold = min(context.graph.identities.threshold ?? 200, 200)
      most = max(most, context.graph.registeredCount)
    }
    #expect(most < 260)
  }

  @Test func stayWhileOneOfThemIsHeld() throws {
    let author = try #require(try context.all(Author.self).first)
    let (books, identity) = (author.books, ObjectIdentifier(author.books[2]))
    context.graph.collectCycles()
    #expect(ObjectIdentifier(author.books[2]) == identity)
    #expect(books[2].author === author)
    withExtendedLifetime(books) {}
  }

  @Test func areReadAgainAsTheyWere() throws {
    let author = try #require(try context.all(Author.self).first)
    let titles = author.books.map(\.title)
    for book in author.books { _ = book.author }
    for _ in 0..<3 {
      context.graph.collectCycles()
      #expect(author.books.map(\.title) == titles)
    }
  }

  @Test(arguments: [false, true])
  func leaveMemoryWithARollbackOrAReset(isReset: Bool) throws {
    weak var book: Book?
    weak var shelf: Shelf?
    do {
      let author = try #require(try context.all(Author.self).first)
      let new = (book: Book(title: "new"), shelf: Shelf(label: "new"))
      author.books.append(new.book)
      new.shelf.books.append(new.book)
      (book, shelf) = new
    }
    #expect(book != nil && shelf != nil)
    if isReset { context.reset() } else { context.rollback() }
    #expect(book == nil && shelf == nil)
  }

  @Test func keepEachOtherAfterARollbackWhileOneIsHeld() throws {
    let shelf = Shelf(label: "new")
    context.insert(shelf)
    shelf.books.append(Book(title: "new"))
    context.rollback()
    #expect(shelf.books.map(\.title) == ["new"])
    context.insert(shelf)
    try context.save()
    #expect(try store.context().all(Shelf.self).first?.books.map(\.title) == ["new"])
  }

  @Test func stayWhileTheyAreChanged() throws {
    do {
      let author = try #require(try context.all(Author.self).first)
      author.books[1].title = "new"
    }
    context.graph.collectCycles()
    try context.save()
    context.graph.collectCycles()
    #expect(context.graph.registeredCount == 0)
    #expect(try store.context().all(Book.self).contains { $0.title == "new" })
  }
}

@Suite struct ResetContexts {
  @Test func letAllObjectsGo() throws {
    let store = try Storehouse()
    let context = try store.context()
    let author = Author(name: "Ann")
    context.insert(author)
    let book = Book(title: "1")
    author.books = [book]
    try context.save()
    book.title = "changed"
    let new = Author(name: "Eve")
    context.insert(new)
    context.reset()
    #expect(!context.hasChanges && author.modelContext == nil && book.title == "changed")
    #expect(author.books.isEmpty && book.author == nil && new.modelContext == nil)
    let again = try #require(try context.all(Author.self).first)
    #expect(again !== author && again.books.map(\.title) == ["1"])
    withExtendedLifetime(store) {}
  }
}

@Suite struct RefreshedObjects {
  let store: Storehouse
  let mine: ModelContext
  let ann = Author(name: "Ann")
  let book = Book(title: "1")
  let shelf = Shelf(label: "s")

  init() throws {
    store = try Storehouse()
    mine = try store.context()
    mine.insert(ann)
    ann.books = [book]
    mine.insert(shelf)
    shelf.books = [book]
    try mine.save()
  }

  @Test func haveTheirChangesOnTop() throws {
    book.title = "mine"
    try Connection(path: store.folder.file().path).execute(
      "UPDATE Book SET title = 'theirs', genre = 'poem'")
    try mine.refresh(book, mergeChanges: true)
    #expect(book.title == "mine" && book.genre == .poem && book.hasChanges)
  }

  @Test func dropTheirChanges() throws {
    let eve = Author(name: "Eve")
    mine.insert(eve)
    book.title = "mine"
    book.author = eve
    book.shelves = []
    try mine.refresh(book, mergeChanges: false)
    #expect(book.title == "1" && book.author === ann && ann.books == [book] && eve.books.isEmpty)
    #expect(book.shelves == [shelf] && shelf.books == [book])
    try mine.save()
    let fresh = try #require(try store.context().all(Book.self).first)
    #expect(fresh.author?.name == "Ann" && fresh.shelves.count == 1)
  }

  @Test func keepNewObjects() throws {
    let eve = Author(name: "Eve")
    mine.insert(eve)
    try mine.refresh(eve, mergeChanges: false)
    #expect(eve.name == "Eve" && eve.modelContext === mine)
  }
}
