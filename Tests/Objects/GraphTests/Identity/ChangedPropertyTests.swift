import Foundation
import Strata
import StrataModelSupport
import StrataStoreSupport
import Testing

/// Properties with changes that aren't saved yet.
@Suite struct ChangedProperties {
  private let context: ModelContext
  private let author = Author(name: "Ada")
  private let book = Book(title: "a")

  init() throws {
    context = ModelContext(
      try ModelContainer(for: [Author.self, Book.self], configuration: .temporary))
    context.insert(author)
    context.insert(book)
  }

  @Test func areAllOfNewObjects() throws {
    #expect(try book.hasChanges(at: \.title) && book.hasChanges(at: \.author))
    #expect(try Book(title: "b").hasChanges(at: \.title) == false)
  }

  @Test func areNoneAfterASave() throws {
    try context.save()
    #expect(try !book.hasChanges(at: \.title) && !book.hasChanges(at: \.author))
  }

  @Test func areThoseThatWereSet() throws {
    try context.save()
    book.title = "b"
    #expect(try book.hasChanges(at: \.title) && !book.hasChanges(at: \.genre))
    book.keywords.append("new")
    #expect(try book.hasChanges(at: \.keywords))
    book.author = author
    #expect(try book.hasChanges(at: \.author))
    context.rollback()
    #expect(try !book.hasChanges(at: \.title) && !book.hasChanges(at: \.keywords))
    #expect(try !book.hasChanges(at: \.author))
  }

  @Test func areFoundByTheSuperclass() throws {
    let context = try Menagerie.inMemory()
    let pup = Pup(tag: "x", breed: "y")
    context.insert(pup)
    try context.save()
    pup.weight = 3
    pup.age = 2
    let beast: Beast = pup
    #expect(try beast.hasChanges(at: \.weight) && !beast.hasChanges(at: \.tag))
    #expect(try pup.hasChanges(at: \.weight) && pup.hasChanges(at: \.age))
    #expect(try !pup.hasChanges(at: \.breed))
  }

  @Test func areStored() throws {
    #expect(throws: ModelError.unknownProperty(entity: "Author", property: #"\Author.cache"#)) {
      try author.hasChanges(at: \.cache)
    }
  }
}
