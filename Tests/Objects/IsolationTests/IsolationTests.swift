import SwiftData
import Testing

/// Models in a module whose default isolation is the main actor.
@Suite struct IsolationTests {
  private let file = StoreFile()

  @Test func modelsAreReadBack() throws {
    let book = Book("Emma", year: 1815, pages: 474)
    book.printed.paper = "thick"
    book.binding = .hard
    book.words = ["truth", "pride"]
    book.cover = Cover(
      binding: .hard, size: Size(width: 2, height: 3), back: Print(pages: 1, paper: "gray"))
    book.price = .paid(cents: 3, in: .soft)
    book.chapters = [Chapter("I", pages: 9), Chapter("II", pages: 8)]
    book.chapters[0].printed = Print(pages: 9)
    book.read()
    #expect(book.reads == 1)
    try file.save([book])

    let found = try #require(try file.context().fetch(FetchDescriptor<Book>()).first)
    #expect(found !== book)
    #expect(found.show() == "Emma (1815)")
    #expect(found.printed == Print(pages: 474, paper: "thick"))
    #expect(found.reprinted == nil)
    #expect(found.binding == .hard)
    #expect(found.words == ["truth", "pride"])
    #expect(found.cover.binding == .hard && found.cover.size == Size(width: 2, height: 3))
    #expect(found.cover.back == Print(pages: 1, paper: "gray") && found.cover.flap == .thin)
    #expect(found.price?.cents == 3 && found.price?.in == .soft && found.price?.swapped == nil)
    let wide = #Predicate<Book> { $0.cover.size?.width == 2 && $0.price?.in == .soft }
    #expect(try file.context().fetchCount(FetchDescriptor(predicate: wide)) == 1)
    #expect(found.isRead)
    #expect(found.reads == 0)
    #expect(found.chapters.map(\.name) == ["I", "II"])
    #expect(found.chapters[0].printed == Print(pages: 9))
    #expect(found.pages == 17)
  }

  @Test func compositeValuesOfTheMainActorAreReadElsewhere() async throws {
    let book = Book("Emma", year: 1815, pages: 474)
    book.price = .swapped(Print(pages: 5))
    try file.save([book])
    let librarian = Librarian(modelContainer: try file.container())
    #expect(try await librarian.flaps() == ["thin and 5"])
  }

  @Test func modelsOfTheMainActorAreReadBack() throws {
    let shelf = Shelf("hall")
    shelf.size = Print(pages: 40)
    shelf.binding = .soft
    shelf.isFull = true
    shelf.add(Book("Emma", year: 1815, pages: 474))
    #expect(shelf.changes == 1)
    try file.save([shelf])

    let found = try #require(try file.context().fetch(FetchDescriptor<Shelf>()).first)
    #expect(found !== shelf)
    #expect(found.room == "hall")
    #expect(found.size == Print(pages: 40))
    #expect(found.binding == .soft)
    #expect(found.isFull)
    #expect(found.books.map(\.title) == ["Emma"])
  }

  @Test func subclassesAreReadBack() throws {
    let author = Author("Jane", [Book("Emma", year: 1815, pages: 474)])
    author.desk = Print(pages: 1)
    try file.save([author, Person("Reader")])

    let context = try file.context()
    let people = try context.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
    #expect(people.map(\.name) == ["Jane", "Reader"])
    let found = try #require(people.first as? Author)
    #expect(found.books.map(\.title) == ["Emma"])
    #expect(found.desk == Print(pages: 1))
    let named = try context.fetch(
      FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Jane" }))
    #expect(named.count == 1)
  }

  @Test func otherActorsWorkWithThem() async throws {
    let shelf = Shelf("hall")
    shelf.size = Print(pages: 40)
    try file.save([shelf])
    let librarian = Librarian(modelContainer: try file.container())
    try await librarian.add("Persuasion")
    #expect(try await librarian.pages(of: "Persuasion") == [7])
    #expect(try await librarian.shelves() == 1)
  }

  @Test func uniqueValuesAndMetadataAreKnown() throws {
    try file.save([Book("Emma", year: 1815, pages: 474)])
    try file.save([Book("Emma", year: 1816, pages: 400)])
    let books = try file.context().fetch(FetchDescriptor<Book>())
    #expect(books.map(\.year) == [1816])
    #expect(Book.schemaMetadata.count == 10)
    #expect(Author.schemaMetadata.count == 3)
  }
}
