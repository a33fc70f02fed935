import Strata
import Testing

@Suite struct FirstTests {
  @Test func savesAndReads() throws {
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let author = Author(name: "Ann", born: Date())
    context.insert(author)
    for i in 0..<10 { author.books.append(Book(title: "b\(i)")) }
    let shelf = Shelf(label: "S")
    author.books[3].shelves.append(shelf)
    #expect(author.books.allSatisfy { $0.author === author })
    try context.save()
    let other = ModelContext(container)
    let found = try other.fetch(FetchDescriptor<Author>())
    #expect(found.count == 1)
    #expect(found[0].name == "Ann")
    #expect(found[0].born == author.born)
    #expect(found[0].books.map(\.title) == (0..<10).map { "b\($0)" })
    #expect(found[0].books[3].shelves.first?.label == "S")
    found[0].name = "Bea"
    try other.save()
    try context.mergeChanges()
    #expect(author.name == "Bea")
    let books = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate { $0.author?.name == "Bea" && $0.title != "b1" },
        sortBy: [SortDescriptor(\.title, order: .reverse)]))
    #expect(books.count == 9 && books[0].title == "b9")
  }
}
