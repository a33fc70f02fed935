import StrataModelSupport
import Strata
import Testing

/// Objects of another context in a relationship.
@Suite struct LinksToOtherContexts {
  let store: Storehouse
  let mine: ModelContext
  let others: ModelContext
  let book = Book(title: "b")
  let shelf = Shelf(label: "s")
  let ann = Author(name: "Ann")
  let known = Book(title: "k")

  init() throws {
    store = try Storehouse()
    let container = try store.open()
    mine = ModelContext(container)
    others = ModelContext(container)
    mine.insert(book)
    mine.insert(shelf)
    try mine.save()
    others.insert(ann)
    ann.books.append(known)
    try others.save()
  }

  private func expectRefused(
    _ count: Int = 1, _ location: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<3 {
      #expect(sourceLocation: location) { try mine.save() } throws: { error in
        switch error as? StackError {
        case .relatedAcrossContexts: count == 1
        case .several(let errors): errors.count == count
        default: false
        }
      }
    }
    #expect(!others.hasChanges && ann.books == [known] && known.author === ann)
    #expect(known.shelves.isEmpty)
  }

  @Test func areRefusedByEachSaveUntilTheyAreMended() throws {
    book.author = ann
    expectRefused()
    book.author = nil
    try mine.save()
    #expect(try mine.all(Book.self).count == 2)
    #expect(!others.hasChanges && ann.books == [known])
  }

  @Test func areRefusedAmongMembers() throws {
    shelf.books.append(known)
    shelf.books.append(book)
    expectRefused()
    shelf.books.removeAll { $0 === known }
    try mine.save()
    #expect(shelf.books == [book] && book.shelves == [shelf])
  }

  @Test func areRefusedAfterATransactionThatThrew() throws {
    struct Enough: Error {}
    book.author = ann
    shelf.books.append(known)
    #expect(throws: Enough.self) { try mine.transaction { throw Enough() } }
    #expect(book.author === ann && shelf.books.contains { $0 === known })
    expectRefused(2)
    book.author = nil
    shelf.books.removeAll { $0 === known }
    try mine.save()
    #expect(shelf.books.isEmpty)
  }

  @Test func areRefusedAmongMembersThatOthersChange() throws {
    shelf.books.append(known)
    let third = ModelContext(try store.open())
    let theirShelf = try #require(try third.all(Shelf.self).first)
    theirShelf.books.append(try #require(try third.all(Book.self).first { $0.title == "b" }))
    try third.save()
    _ = try mine.fetchCount(FetchDescriptor<Shelf>())
    expectRefused()
    shelf.books.removeAll { $0 === known }
    try mine.save()
    #expect(shelf.books == [book])
  }

  @Test func areRefusedUntilARollback() throws {
    book.author = ann
    expectRefused()
    mine.rollback()
    #expect(book.author == nil)
    book.title = "c"
    try mine.save()
  }

  @Test func areToldAllAtOnce() throws {
    book.author = ann
    shelf.books.append(known)
    expectRefused(2)
  }

  @Test func areRefusedInNewObjects() throws {
    let second = Book(title: "2")
    second.author = ann
    #expect(second.modelContext === others)
    others.rollback()
    let third = Book(title: "3")
    mine.insert(third)
    third.author = ann
    expectRefused()
    mine.delete(third)
    try mine.save()
  }

  @Test func areRefusedFromAnotherContainer() throws {
    let elsewhere = try ModelContext.inMemory()
    let far = Author(name: "Far")
    elsewhere.insert(far)
    try elsewhere.save()
    book.author = far
    #expect(throws: StackError.self) { try mine.save() }
    #expect(throws: StackError.self) { try mine.save() }
    #expect(!elsewhere.hasChanges && far.books.isEmpty)
    book.author = nil
    try mine.save()
  }
}
