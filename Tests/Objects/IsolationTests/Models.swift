import SwiftData

// In this module everything is the main actor's that doesn't say otherwise.

enum Binding: String, Codable, CaseIterable { case hard, soft }

/// Its conformances are the main actor's.
struct Print: Codable, Equatable {
  var pages: Int
  var paper = "plain"
  nonisolated static let thin = Print(pages: 8, paper: "thin")
}

@Composite struct Cover {
  var binding: Binding = .soft
  var color: String?
  var size: Size?
  var back: Print?
  var flap = Print.thin
}

@Composite struct Size: Equatable {
  var width: Int
  var height: Int
}

@Composite enum Price {
  case gift
  case paid(cents: Int, in: Binding)
  case swapped(Print)
}

@Model final class Book {
  #Unique<Book>([\.title])
  @Attribute(.unique) var title: String
  let year: Int
  var binding = Binding.soft
  var printed: Print
  var reprinted: Print?
  var cover = Cover()
  var price: Price?
  var words: [String] = []
  var isRead = false { didSet { reads += 1 } }
  @Relationship(deleteRule: .cascade, inverse: \Chapter.book) var chapters: [Chapter] = []
  @Transient var reads = 0

  init(_ title: String, year: Int, pages: Int) {
    self.title = title
    self.year = year
    printed = Print(pages: pages)
  }

  func read() { isRead = true }
}

extension Book {
  @MainActor func show() -> String { "\(title) (\(year))" }
  nonisolated var pages: Int { chapters.reduce(0) { $0 + $1.pages } }
}

@Model nonisolated final class Chapter {
  var name: String
  var pages: Int
  var book: Book?
  var printed: Print?

  init(_ name: String, pages: Int) {
    self.name = name
    self.pages = pages
  }
}

@MainActor @Model final class Shelf {
  #Index<Shelf>([\.room])
  var room: String
  var size: Print?
  var binding: Binding?
  var books: [Book] = []
  var isFull = false { didSet { changes += 1 } }
  @Transient var changes = 0

  init(_ room: String) { self.room = room }

  func add(_ book: Book) { books.append(book) }
}

@Model class Person {
  var name: String
  init(_ name: String) { self.name = name }
}

@Model class Author: Person {
  var books: [Book] = []
  var desk: Print?
  init(_ name: String, _ books: [Book]) {
    self.books = books
    super.init(name)
  }
}

@ModelActor actor Librarian {
  func add(_ title: String) throws {
    let book = Book(title, year: 2000, pages: 7)
    book.chapters = [Chapter("one", pages: 3), Chapter("two", pages: 4)]
    modelContext.insert(book)
    try modelContext.save()
  }

  func pages(of title: String) throws -> [Int] {
    try modelContext.fetch(
      FetchDescriptor(
        predicate: #Predicate<Book> { $0.title == title }, sortBy: [SortDescriptor(\.title)])
    ).map(\.pages)
  }

  /// What covers and prices say off the main actor, where both are written again.
  func flaps() throws -> [String] {
    let books = try modelContext.fetch(FetchDescriptor<Book>())
    for book in books { book.cover.color = "red" }
    try modelContext.save()
    return books.map { book in
      guard case .swapped(let print)? = book.price else { return "" }
      return "\(book.cover.flap.paper) and \(print.pages)"
    }
  }

  /// Makes every shelf again off the main actor, and gives how many there are.
  func shelves() throws -> Int { try modelContext.fetch(FetchDescriptor<Shelf>()).count }
}
