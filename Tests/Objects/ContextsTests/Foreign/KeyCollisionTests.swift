import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataGraph
@testable import StrataContexts
@testable import StrataSQLite
@testable import StrataStorage

/// Rows that another program inserts with keys that new objects have here.
@Suite struct KeyCollisions {
  private let house: Storehouse

  init() throws { house = try Storehouse() }

  private func write(_ sql: String) throws {
    try Connection(path: house.folder.file().path).execute(sql)
  }

  @Test func giveTheNewObjectsOtherKeys() throws {
    let context = try house.context()
    let author = Author(name: "Ann")
    context.insert(author)
    let books = ["a", "b", "c", "d"].map { Book(title: $0, author: author) }
    for book in books { context.insert(book) }
    let friend = Author(name: "Bea")
    author.friends = [friend]
    books[1].shelves = [Shelf(label: "s")]
    let before = (author.id, books.map(\.id))
    #expect(before.1.map(\.key) == [1, 2, 3, 4])
    try write(
      """
      INSERT INTO Book (strata_key, title, genre, keywords) VALUES (2, 'x', 'novel', '[]'), (3, 'y', 'novel', '[]');
      INSERT INTO Author (strata_key, name, height, isActive) VALUES (2, 'Cid', 0, 0);
      """)
    try context.save()
    #expect(author.id == before.0 && author.id.key == 1)
    #expect(books[0].id == before.1[0] && books[3].id == before.1[3])
    #expect(books[1].id.key > 4 && books[2].id.key > 4 && friend.id.key > 2)
    #expect(context.graph.brokenInvariant == nil)
    let found: Book? = context.registeredModel(for: books[1].id)
    #expect(found === books[1])
    // The order of members is the one in which they came.
    #expect(author.books.map(\.title) == ["a", "b", "c", "d"])
    let other = try house.context()
    let read = try #require(
      try other.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Ann" })).first)
    #expect(read.books.map(\.title) == ["a", "b", "c", "d"])
    #expect(read.friends.map(\.name) == ["Bea"])
    #expect(read.books[1].shelves.map(\.label) == ["s"])
    #expect(Set(try other.all(Book.self).map(\.title)) == ["a", "b", "c", "d", "x", "y"])
    #expect(try other.checkStore().isEmpty)
    context.insert(Book(title: "e", author: author))
    try context.save()
  }

  @Test func areMetAgainAndAgain() throws {
    let context = try house.context()
    for round in 0..<20 {
      let mark = Mark(serial: round)
      context.insert(mark)
      try write(
        "INSERT INTO Mark (strata_key, serial, value) VALUES (\(mark.id.key), \(100 + round), 0)")
      try context.save()
    }
    #expect(try house.context().all(Mark.self).count == 40)
  }

  @Test func inAHierarchyAreOfAllItsClasses() throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    let beasts = [Tiger(tag: "t", stripes: 1), Hound(tag: "h", breed: "pug")] as [Beast]
    for beast in beasts { context.insert(beast) }
    #expect(beasts.map(\.id.key) == [1, 2])
    let connection = try Connection(path: zoo.house.folder.file("zoo.store").path)
    try connection.execute(
      "INSERT INTO Beast (strata_key, strata_entity, tag, weight) VALUES (2, 'Beast', 'x', 0)")
    try context.save()
    #expect(beasts[0].id.key == 1 && beasts[1].id.key > 2)
    #expect(try zoo.context().all(Beast.self).map(\.tag) == ["t", "x", "h"])
  }

  @Test func withASecondStoreOfTheContainerSaveBoth() throws {
    let folder = try TemporaryFolder()
    func open() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Schema([Mark.self, Author.self, Book.self, Shelf.self]),
          configurations: [
            ModelConfiguration("marks", schema: Schema([Mark.self]), url: folder.file("marks")),
            ModelConfiguration(
              "books", schema: Schema([Author.self, Book.self, Shelf.self]),
              url: folder.file("books")),
          ]))
    }
    let context = try open()
    context.insert(Mark(serial: 1))
    context.insert(Shelf(label: "a"))
    try Connection(path: folder.file("marks").path).execute(
      "INSERT INTO Mark (strata_key, serial, value) VALUES (1, 9, 0)")
    try Connection(path: folder.file("books").path).execute(
      "INSERT INTO Shelf (strata_key, label) VALUES (1, 'x')")
    try context.save()
    let other = try open()
    #expect(try other.all(Mark.self).map(\.serial) == [9, 1])
    #expect(try other.all(Shelf.self).map(\.label) == ["x", "a"])
  }
}
