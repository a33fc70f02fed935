import StrataModelSupport
import Strata
import Testing

@Suite struct Identity {
  @Test func isOneObjectForOneRow() throws {
    let store = try Storehouse()
    let context = try store.context()
    context.insert(Author(name: "Ann"))
    try context.save()
    let first = try #require(try context.all(Author.self).first)
    let second = try #require(try context.all(Author.self).first)
    #expect(first === second)
    #expect(try context.existingModel(for: first.id, as: Author.self) === first)
    let registered: Author? = context.registeredModel(for: first.id)
    #expect(registered === first)
  }

  @Test func isNeverThatOfAnObjectThatIsGone() throws {
    let context = try ModelContext.inMemory()
    var seen: Set<PersistentIdentifier> = []
    for number in 0..<1000 {
      let author = Author(name: "\(number)")
      let identifier = author.id
      #expect(author.id == identifier && identifier.rowKey < 0)
      #expect(seen.insert(identifier).inserted)
      guard number % 3 == 0 else { continue }
      context.insert(author)
      #expect(seen.insert(author.id).inserted)
      context.rollback()
      #expect(seen.insert(author.id).inserted)
    }
  }

  @Test func isAnObjectOfItsOwnInEachContext() throws {
    let store = try Storehouse()
    let container = try store.open()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let author = Author(name: "Ann")
    first.insert(author)
    try first.save()
    let other = try #require(try second.all(Author.self).first)
    #expect(other !== author && other.id == author.id && other != author)
  }

  @Test func keepsNoUnchangedObjectAlive() throws {
    let context = try ModelContext.inMemory()
    context.insert(Author(name: "Ann"))
    try context.save()
    weak let author = try context.all(Author.self).first
    #expect(author == nil)
    let identifier = try #require(try context.all(Author.self).first?.id)
    let registered: Author? = context.registeredModel(for: identifier)
    #expect(registered == nil)
  }

  @Test func keepsChangedObjectsAlive() throws {
    let context = try ModelContext.inMemory()
    context.insert(Author(name: "Ann"))
    try context.save()
    try context.all(Author.self).first?.height = 2
    #expect(try context.all(Author.self).first?.height == 2)
    try context.save()
    #expect(try context.all(Author.self).first?.height == 2)
  }

  @Test func isPermanentFromInsertion() throws {
    let store = try Storehouse()
    let context = try store.context()
    let author = Author(name: "Ann")
    context.insert(author)
    let identifier = author.persistentModelID
    try context.save()
    #expect(author.persistentModelID == identifier)
    #expect(identifier.entityName == "Author" && identifier.storeIdentifier != nil)
    let read = try #require(try store.context().all(Author.self).first)
    #expect(read.persistentModelID == identifier)
  }

  @Test func ofObjectsOutsideContextsDiffers() {
    let (first, second) = (Author(name: "Ann"), Author(name: "Ann"))
    #expect(first.persistentModelID != second.persistentModelID)
    #expect(first.persistentModelID.storeIdentifier == nil)
    #expect(first.modelContext == nil)
  }

  @Test func isNeverGivenTwice() throws {
    let store = try Storehouse()
    var seen: Set<PersistentIdentifier> = []
    for round in 0..<5 {
      let context = try store.context()
      let author = Author(name: "\(round)")
      context.insert(author)
      #expect(seen.insert(author.persistentModelID).inserted)
      try context.save()
      context.delete(author)
      try context.save()
    }
  }

  @Test func survivesJSON() throws {
    let context = try ModelContext.inMemory()
    let author = Author(name: "Ann")
    context.insert(author)
    try context.save()
    let data = try JSONEncoder().encode(author.persistentModelID)
    let identifier = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
    #expect(identifier == author.persistentModelID)
    #expect(try context.existingModel(for: identifier, as: Author.self) === author)
  }

  @Test func isOrderedByAge() throws {
    let context = try ModelContext.inMemory()
    let authors = (0..<40).map { Author(name: "\($0)") }
    for author in authors { context.insert(author) }
    let identifiers = authors.map(\.persistentModelID)
    #expect(identifiers.shuffled().sorted() == identifiers)
  }

  @Test func ofAnotherClassIsRefused() throws {
    let context = try ModelContext.inMemory()
    let author = Author(name: "Ann")
    context.insert(author)
    #expect(throws: ModelError.wrongEntity(author.id, expected: "Book")) {
      try context.existingModel(for: author.id, as: Book.self)
    }
  }

  @Test func ofADeletedObjectLeadsNowhere() throws {
    let context = try ModelContext.inMemory()
    let author = Author(name: "Ann")
    context.insert(author)
    try context.save()
    let identifier = author.persistentModelID
    context.delete(author)
    #expect(try context.existingModel(for: identifier, as: Author.self) == nil)
    try context.save()
    #expect(try context.existingModel(for: identifier, as: Author.self) == nil)
  }
}
