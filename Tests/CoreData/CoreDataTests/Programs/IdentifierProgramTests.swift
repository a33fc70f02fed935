import CoreData
import StrataTestSupport
import Testing

/// Identifiers of objects in programs of Core Data, in its words.
@Suite struct IdentifierPrograms {
  private func saved() throws -> (Library, NSManagedObjectContext, Book) {
    let library = try Library()
    let context = library.context()
    let book = Book(context: context)
    try context.save()
    return (library, context, book)
  }

  @Test func compareIdentifiers() throws {
    let (library, _, book) = try saved()
    let other = library.context().object(with: book.objectID)
    #expect(other.objectID == book.objectID && other.objectID.isEqual(book.objectID))
    #expect(other.objectID.hash == book.objectID.hash)
    #expect(Set([book.objectID, other.objectID]).count == 1)
  }

  @Test func beKeysOfADictionary() throws {
    let (_, context, book) = try saved()
    var cache: [NSManagedObjectID: String] = [book.objectID: "first"]
    cache[Book(context: context).objectID] = "second"
    #expect(cache.count == 2 && cache[book.objectID] == "first")
  }

  @Test func becomeURLsAndBack() throws {
    let (library, context, book) = try saved()
    let url = book.objectID.uriRepresentation()
    #expect(url.scheme == "x-coredata" && url.absoluteString.contains("/Book/p"))
    let coordinator = library.container.persistentStoreCoordinator
    let identifier = try #require(coordinator.managedObjectID(forURIRepresentation: url))
    #expect(identifier == book.objectID)
    #expect(try context.existingObject(with: identifier) === book)
  }

  @Test func becomeTextsAndBack() throws {
    let (library, context, book) = try saved()
    let text = book.objectID.uriRepresentation().absoluteString
    let url = try #require(URL(string: text))
    guard
      let identifier = context.persistentStoreCoordinator?.managedObjectID(
        forURIRepresentation: url)
    else {
      Issue.record("no identifier")
      return
    }
    #expect((library.context().object(with: identifier) as? Book)?.objectID == book.objectID)
  }

  @Test func refuseURLsOfOtherStores() throws {
    let (library, _, _) = try saved()
    let (_, _, foreign) = try saved()
    let coordinator = library.container.persistentStoreCoordinator
    #expect(
      coordinator.managedObjectID(
        forURIRepresentation: foreign.objectID.uriRepresentation()) == nil)
    let url = try #require(URL(string: "https://example.org"))
    #expect(coordinator.managedObjectID(forURIRepresentation: url) == nil)
  }

  @Test func knowTheirEntityAndStore() throws {
    let (library, _, book) = try saved()
    #expect(book.objectID.entity.name == "Book" && book.objectID.entity == Book.entity())
    let store = book.objectID.persistentStore
    #expect(store === library.container.persistentStoreCoordinator.persistentStores.first)
  }

  @Test func bePermanentAfterASave() throws {
    let (_, _, book) = try saved()
    #expect(!book.objectID.isTemporaryID)
  }

  @Test func outliveTheirObjects() throws {
    let (_, context, book) = try saved()
    let identifier = book.objectID
    context.delete(book)
    try context.save()
    #expect(throws: (any Error).self) { try context.existingObject(with: identifier) }
    #expect(context.registeredObject(for: identifier) == nil)
  }

  @Test func crossQueues() async throws {
    let (library, _, book) = try saved()
    let identifier = book.objectID
    let title = try await library.container.performBackgroundTask { context -> String? in
      let book = context.object(with: identifier) as? Book
      book?.title = "background"
      try context.save()
      return book?.title
    }
    #expect(title == "background")
  }

  @Test func fetchManyAtOnce() throws {
    let (_, context, book) = try saved()
    let other = Book(context: context)
    try context.save()
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(format: "self IN %@", [book.objectID, other.objectID])
    #expect(try context.count(for: request) == 2)
  }

  @Test func describeThemselves() throws {
    let (_, _, book) = try saved()
    #expect(book.objectID.description.contains("Book"))
  }

  @Test func beFoundInNotifications() throws {
    let (_, _, book) = try saved()
    let info: [AnyHashable: Any] = [NSUpdatedObjectIDsKey: Set([book.objectID])]
    let identifiers = info[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID>
    #expect(identifiers?.first == book.objectID)
  }

  @Test func beOfAnyObject() throws {
    let (_, context, book) = try saved()
    let any: Any = book.objectID
    guard let identifier = any as? NSManagedObjectID else {
      Issue.record("no identifier")
      return
    }
    #expect(context.object(with: identifier) === book)
  }

  @Test func areTemporaryUntilTheObjectIsSaved() throws {
    let (_, context, saved) = try saved()
    #expect(!saved.objectID.isTemporaryID)
    let (one, other) = (Book(context: context), Book(context: context))
    let taken = one.objectID
    #expect(taken.isTemporaryID && other.objectID.isTemporaryID)
    try context.obtainPermanentIDs(for: [other])
    #expect(!other.objectID.isTemporaryID && one.objectID.isTemporaryID)
    try context.save()
    #expect(!one.objectID.isTemporaryID && taken == one.objectID)
    #expect(try context.existingObject(with: taken) === one)
    #expect(Set([taken, one.objectID]).count == 1)
  }
}
