import CoreData
import StrataTestSupport
import Testing

/// Batch requests in programs of Core Data, in its words.
@Suite struct BatchPrograms {
  private func context(_ titles: [String] = ["a", "b", "c"]) throws -> NSManagedObjectContext {
    let context = try Library().context()
    for title in titles { Book(context: context).title = title }
    try context.save()
    return context
  }

  private func count(_ context: NSManagedObjectContext) throws -> Int {
    try context.count(for: NSFetchRequest<Book>(entityName: "Book"))
  }

  @Test func deleteAll() throws {
    let context = try context()
    let fetchRequest: NSFetchRequest<any NSFetchRequestResult> = Book.fetchRequest()
    let deleteRequest = NSBatchDeleteRequest(fetchRequest: fetchRequest)
    try context.execute(deleteRequest)
    #expect(try count(context) == 0)
  }

  @Test func deleteSome() throws {
    let context = try context()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    request.predicate = NSPredicate(format: "title != %@", "a")
    let delete = NSBatchDeleteRequest(fetchRequest: request)
    delete.resultType = .resultTypeCount
    let result = try context.execute(delete) as? NSBatchDeleteResult
    #expect(result?.result as? Int == 2)
    #expect(try count(context) == 1)
  }

  @Test func deleteAndMerge() throws {
    let context = try context()
    let book = try #require(try context.fetch(Book.fetchRequest() as NSFetchRequest<Book>).first)
    let delete = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Book"))
    delete.resultType = .resultTypeObjectIDs
    let result = try context.execute(delete) as? NSBatchDeleteResult
    let identifiers = result?.result as? [NSManagedObjectID] ?? []
    let changes: [AnyHashable: Any] = [NSDeletedObjectsKey: identifiers]
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
    #expect(identifiers.count == 3 && book.managedObjectContext == nil)
  }

  @Test func deleteByIdentifiers() throws {
    let context = try context()
    let books = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
    let delete = NSBatchDeleteRequest(objectIDs: books.prefix(2).map(\.objectID))
    try context.execute(delete)
    #expect(try count(context) == 1)
  }

  @Test func deleteByTheCoordinator() throws {
    let context = try context()
    let delete = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Book"))
    _ = try context.persistentStoreCoordinator?.execute(delete, with: context)
    #expect(try count(context) == 0)
  }

  @Test func updateAll() throws {
    let context = try context()
    let request = NSBatchUpdateRequest(entityName: "Book")
    request.propertiesToUpdate = ["pages": 7]
    request.resultType = .updatedObjectsCountResultType
    let result = try context.execute(request) as? NSBatchUpdateResult
    #expect(result?.result as? Int == 3 && result?.resultType == .updatedObjectsCountResultType)
    let long = NSFetchRequest<Book>(entityName: "Book")
    long.predicate = NSPredicate(format: "pages == 7")
    #expect(try context.count(for: long) == 3)
  }

  @Test func updateSome() throws {
    let context = try context()
    let request = NSBatchUpdateRequest(entity: Book.entity())
    request.predicate = NSPredicate(format: "title == %@", "b")
    request.propertiesToUpdate = [#"title"#: "B", "published": NSNull()]
    request.resultType = .updatedObjectIDsResultType
    let result = try context.execute(request) as? NSBatchUpdateResult
    #expect((result?.result as? [NSManagedObjectID])?.count == 1)
  }

  @Test func updateByExpressions() throws {
    let context = try context()
    let request = NSBatchUpdateRequest(entityName: "Book")
    request.propertiesToUpdate = [
      "pages": NSExpression(forConstantValue: 5), "title": NSExpression(forConstantValue: "x"),
    ]
    try context.execute(request)
    let books = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
    #expect(books.allSatisfy { $0.pages == 5 && $0.title == "x" })
  }

  @Test func updateADescribedProperty() throws {
    let context = try context()
    let pages = try #require(Book.entity().propertiesByName["pages"])
    let request = NSBatchUpdateRequest(entityName: "Book")
    request.propertiesToUpdate = [pages: 9]
    try context.execute(request)
    #expect(try context.fetch(Book.fetchRequest() as NSFetchRequest<Book>).first?.pages == 9)
  }

  @Test func succeedOnly() throws {
    let context = try context()
    let request = NSBatchUpdateRequest(entityName: "Book")
    request.propertiesToUpdate = ["pages": 7]
    let result = try context.execute(request) as? NSBatchUpdateResult
    #expect(result?.result as? Bool == true)
  }

  @Test func insertDictionaries() throws {
    let context = try context([])
    let request = NSBatchInsertRequest(
      entity: Book.entity(), objects: [["title": "a", "pages": 1], ["title": "b"]])
    request.resultType = .count
    let result = try context.execute(request) as? NSBatchInsertResult
    #expect(result?.result as? Int == 2)
    #expect(try count(context) == 2)
  }

  @Test func insertByADictionaryHandler() throws {
    let context = try context([])
    var rest = ["a", "b", "c"][...]
    let request = NSBatchInsertRequest(
      entity: Book.entity(),
      dictionaryHandler: { dictionary in
        guard let title = rest.popFirst() else { return true }
        dictionary.addEntries(from: ["title": title])
        dictionary["pages"] = 3
        return false
      })
    request.resultType = .objectIDs
    let result = try context.execute(request) as? NSBatchInsertResult
    #expect((result?.result as? [NSManagedObjectID])?.count == 3)
  }

  @Test func insertByAnObjectHandler() throws {
    let context = try context([])
    var number = 0
    let request = NSBatchInsertRequest(entityName: "Book") { (object: NSManagedObject) -> Bool in
      guard number < 4 else { return true }
      number += 1
      (object as? Book)?.title = "Book \(number)"
      return false
    }
    try context.execute(request)
    #expect(try count(context) == 4)
  }

  @Test func insertOverUniqueValues() throws {
    let context = try Library().context()
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let request = NSBatchInsertRequest(entityName: "Genre", objects: [["name": "novel"]])
    try context.execute(request)
    try context.execute(NSBatchInsertRequest(entityName: "Genre", objects: [["name": "novel"]]))
    #expect(try context.count(for: NSFetchRequest<Genre>(entityName: "Genre")) == 1)
  }

  @Test func insertInTheBackground() async throws {
    let library = try Library()
    let rows = (0..<100).map { ["title": "\($0)", "pages": $0] as [String: any Sendable] }
    try await library.container.performBackgroundTask { context in
      let request = NSBatchInsertRequest(entityName: "Book", objects: rows)
      try context.execute(request)
    }
    #expect(try count(library.context()) == 100)
  }

  @Test func failForAnUnknownProperty() throws {
    let context = try context([])
    let request = NSBatchInsertRequest(entityName: "Book", objects: [["colour": "red"]])
    do {
      try context.execute(request)
      Issue.record("inserted")
    } catch let error as NSError {
      #expect(error.localizedDescription.contains("colour"))
    }
    #expect(try count(context) == 0)
  }

  @Test func failForAnUnknownEntity() throws {
    let context = try context()
    let request = NSBatchUpdateRequest(entityName: "Film")
    request.propertiesToUpdate = ["pages": 1]
    #expect(throws: (any Error).self) { try context.execute(request) }
  }

  @Test func executeRequestsOfAnyKind() throws {
    let context = try context()
    let update = NSBatchUpdateRequest(entityName: "Book")
    update.propertiesToUpdate = ["pages": 2]
    let requests: [any NSPersistentStoreRequest] = [
      update,
      NSBatchDeleteRequest(
        fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")),
    ]
    for request in requests { _ = try context.execute(request) as any NSPersistentStoreResult }
    #expect(try count(context) == 0)
  }

  @Test func applyDeleteRules() throws {
    let context = try Library().context()
    let author = Author(named: "Poe", in: context)
    let book = Book(context: context)
    book.author = author
    try context.save()
    try context.execute(
      NSBatchDeleteRequest(
        fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Author")))
    context.refreshAllObjects()
    #expect(book.author == nil)
  }

  @Test func limitToStores() throws {
    let context = try context()
    let delete = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Book"))
    delete.affectedStores = context.persistentStoreCoordinator?.persistentStores
    try context.execute(delete)
    #expect(try count(context) == 0)
  }

  @Test func updateTheSubentitiesOfAnAbstractEntity() throws {
    let context = try Zoo().context()
    _ = (Lion(context: context), Parrot(context: context))
    try context.save()
    let update = NSBatchUpdateRequest(entityName: "Creature")
    update.propertiesToUpdate = ["name": "Rex"]
    update.resultType = .updatedObjectsCountResultType
    let result = try context.execute(update) as? NSBatchUpdateResult
    #expect(result?.result as? Int == 2)
    let names = try context.fetch(NSFetchRequest<Creature>(entityName: "Creature")).map(\.name)
    #expect(names == ["Rex", "Rex"])
  }
}
