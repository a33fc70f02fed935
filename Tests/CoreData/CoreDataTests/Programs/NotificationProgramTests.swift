import CoreData
import StrataTestSupport
import Testing

/// Notifications of contexts in programs of Core Data, in its words.
@Suite struct NotificationPrograms {
  /// Collects the notifications of one name and context.
  private final class Listener: @unchecked Sendable {
    private(set) var heard: [Notification] = []
    private var token: (any NSObjectProtocol)?

    init(_ name: Notification.Name, _ object: Any?) {
      token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
        [unowned(unsafe) self] notification in
        heard.append(notification)
      }
    }

    deinit { token.map { NotificationCenter.default.removeObserver($0) } }

    func objects(_ key: String) -> Set<NSManagedObject> {
      heard.last?.userInfo?[key] as? Set<NSManagedObject> ?? []
    }
  }

  @Test func tellOfInsertions() throws {
    let context = try Library().context()
    let listener = Listener(.NSManagedObjectContextDidSave, context)
    let book = Book(context: context)
    try context.save()
    #expect(listener.heard.count == 1 && listener.objects(NSInsertedObjectsKey) == [book])
    #expect(listener.heard.first?.object as? NSManagedObjectContext === context)
  }

  @Test func tellOfUpdatesAndDeletions() throws {
    let context = try Library().context()
    let (changed, dropped) = (Book(context: context), Book(context: context))
    try context.save()
    let listener = Listener(.NSManagedObjectContextDidSave, context)
    changed.title = "x"
    context.delete(dropped)
    try context.save()
    #expect(listener.objects(NSUpdatedObjectsKey) == [changed])
    #expect(listener.objects(NSDeletedObjectsKey) == [dropped])
    #expect(listener.objects(NSInsertedObjectsKey).isEmpty)
  }

  @Test func castObjectsToTheirClass() throws {
    let context = try Library().context()
    let listener = Listener(.NSManagedObjectContextDidSave, context)
    Book(context: context).title = "Emma"
    _ = Genre(context: context)
    try context.save()
    let inserted = listener.heard.first?.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
    let titles = inserted?.compactMap { ($0 as? Book)?.title }
    #expect(titles == ["Emma"] && inserted?.count == 2)
  }

  @Test func iterateOverAnNSSet() throws {
    let context = try Library().context()
    let listener = Listener(.NSManagedObjectContextDidSave, context)
    _ = Book(context: context)
    try context.save()
    var count = 0
    if let set = listener.heard.first?.userInfo?[NSInsertedObjectsKey] as? NSSet {
      for case let object as NSManagedObject in set where object.entity.name == "Book" {
        count += 1
      }
    }
    #expect(count == 1)
  }

  @Test func precedeASave() throws {
    let context = try Library().context()
    let listener = Listener(.NSManagedObjectContextWillSave, context)
    try context.save()
    #expect(listener.heard.isEmpty)
    _ = Book(context: context)
    try context.save()
    #expect(listener.heard.count == 1)
  }

  @Test func tellOfChangesBeforeASave() throws {
    let context = try Library().context()
    let listener = Listener(.NSManagedObjectContextObjectsDidChange, context)
    let book = Book(context: context)
    context.processPendingChanges()
    #expect(listener.objects(NSInsertedObjectsKey) == [book])
    book.title = "x"
    context.processPendingChanges()
    #expect(listener.heard.count == 2 && listener.objects(NSUpdatedObjectsKey) == [book])
    context.delete(book)
    context.processPendingChanges()
    #expect(listener.objects(NSDeletedObjectsKey) == [book])
  }

  @Test func tellOfRefreshes() throws {
    let library = try Library()
    let context = library.context()
    let book = Book(context: context)
    try context.save()
    let listener = Listener(.NSManagedObjectContextObjectsDidChange, context)
    let writer = library.context()
    (try writer.existingObject(with: book.objectID) as? Book)?.title = "x"
    try writer.save()
    context.refresh(book, mergeChanges: true)
    context.processPendingChanges()
    #expect(listener.objects(NSRefreshedObjectsKey) == [book])
  }

  @Test func tellOfAReset() throws {
    let context = try Library().context()
    _ = Book(context: context)
    try context.save()
    let listener = Listener(.NSManagedObjectContextObjectsDidChange, context)
    context.reset()
    #expect(listener.heard.last?.userInfo?[NSInvalidatedAllObjectsKey] != nil)
  }

  @Test func haveNewerNames() throws {
    let context = try Library().context()
    let listener = Listener(NSManagedObjectContext.didSaveObjectsNotification, context)
    let book = Book(context: context)
    try context.save()
    let key = NSManagedObjectContext.NotificationKey.insertedObjects.rawValue
    #expect(listener.objects(key) == [book])
    #expect(
      NSManagedObjectContext.didSaveObjectsNotification == .NSManagedObjectContextDidSave)
  }

  @Test func carryIdentifiers() throws {
    let context = try Library().context()
    let listener = Listener(NSManagedObjectContext.didSaveObjectIDsNotification, context)
    let book = Book(context: context)
    try context.save()
    let key = NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue
    let identifiers = listener.heard.first?.userInfo?[key] as? Set<NSManagedObjectID>
    #expect(identifiers == [book.objectID])
  }

  @Test func filterByContext() throws {
    let library = try Library()
    let (one, other) = (library.context(), library.context())
    let listener = Listener(.NSManagedObjectContextDidSave, one)
    _ = Book(context: other)
    try other.save()
    #expect(listener.heard.isEmpty)
  }

  @Test func mergeIntoOtherContexts() throws {
    let library = try Library()
    let (reader, writer) = (library.context(), library.context())
    let book = Book(context: reader)
    try reader.save()
    let merged = Listener(NSManagedObjectContext.didMergeChangesObjectIDsNotification, reader)
    let saved = Listener(.NSManagedObjectContextDidSave, writer)
    (try writer.existingObject(with: book.objectID) as? Book)?.title = "x"
    try writer.save()
    reader.mergeChanges(fromContextDidSave: try #require(saved.heard.first))
    #expect(book.title == "x")
    let identifiers =
      merged.heard.first?.userInfo?[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID>
    #expect(identifiers == [book.objectID])
  }

  @Test func mergeDeletions() throws {
    let library = try Library()
    let (reader, writer) = (library.context(), library.context())
    let book = Book(context: reader)
    try reader.save()
    let saved = Listener(.NSManagedObjectContextDidSave, writer)
    writer.delete(try writer.existingObject(with: book.objectID))
    try writer.save()
    let changed = Listener(.NSManagedObjectContextObjectsDidChange, reader)
    reader.mergeChanges(fromContextDidSave: try #require(saved.heard.first))
    #expect(changed.objects(NSDeletedObjectsKey) == [book])
  }

  @Test func mergeBatchesByHand() throws {
    let library = try Library()
    let context = library.context()
    let book = Book(context: context)
    try context.save()
    let update = NSBatchUpdateRequest(entityName: "Book")
    update.propertiesToUpdate = ["title": "batch"]
    update.resultType = .updatedObjectIDsResultType
    let result = try library.context().execute(update) as? NSBatchUpdateResult
    let identifiers = result?.result as? [NSManagedObjectID] ?? []
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSUpdatedObjectsKey: identifiers], into: [context])
    #expect(book.title == "batch" && identifiers == [book.objectID])
  }

  @Test func streamNotifications() async throws {
    let context = try Library().context()
    let name = Notification.Name.NSManagedObjectContextDidSave
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
      continuation.yield(($0.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0)
      continuation.finish()
    }
    defer { NotificationCenter.default.removeObserver(token) }
    _ = (Book(context: context), Book(context: context))
    try context.save()
    var counts: [Int] = []
    for await count in stream { counts.append(count) }
    #expect(counts == [2])
  }

  @Test func tellOfRemoteChanges() async throws {
    let folder = try TemporaryFolder()
    let description = NSPersistentStoreDescription(url: folder.file())
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    description.setOption(
      true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    let library = try Library(description)
    let coordinator = library.container.persistentStoreCoordinator
    let (stream, continuation) = AsyncStream.makeStream(of: [Bool].self)
    let token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
    ) { notification in
      continuation.yield([
        notification.userInfo?[NSStoreUUIDKey] is String,
        notification.userInfo?[NSPersistentStoreURLKey] is URL,
        notification.userInfo?[NSPersistentHistoryTokenKey] is NSPersistentHistoryToken,
      ])
      continuation.finish()
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let context = library.context()
    _ = Book(context: context)
    try context.save()
    for await found in stream { #expect(found == [true, true, true]) }
  }

  @Test(arguments: [false, true])
  func tellAContextThatMergesOfInsertions(hasReadBefore: Bool) throws {
    let library = try Library()
    let (context, other) = (library.context(), library.context())
    if hasReadBefore { _ = try other.count(for: NSFetchRequest<Book>(entityName: "Book")) }
    let saves = Listener(.NSManagedObjectContextDidSave, context)
    let changes = Listener(.NSManagedObjectContextObjectsDidChange, other)
    let book = Book(context: context)
    try context.save()
    other.mergeChanges(fromContextDidSave: try #require(saves.heard.first))
    #expect(changes.heard.count == 1)
    #expect(changes.objects(NSInsertedObjectsKey).map(\.objectID) == [book.objectID])
    #expect(changes.objects(NSInsertedObjectsKey).first?.managedObjectContext === other)
    #expect(other.registeredObjects.count == 1)
    // A second merge tells nothing new.
    other.mergeChanges(fromContextDidSave: try #require(saves.heard.first))
    #expect(changes.heard.count == 1)
  }

  @Test func tellAContextThatFollowsOfInsertions() async throws {
    let library = try Library()
    let (context, other) = (library.context(), library.context())
    other.automaticallyMergesChangesFromParent = true
    let changes = Listener(.NSManagedObjectContextObjectsDidChange, other)
    let (book, genre) = (Book(context: context), Genre(context: context))
    try context.save()
    // The merge stands in the context's queue already.
    await other.perform {}
    #expect(
      Set(changes.objects(NSInsertedObjectsKey).map(\.objectID)) == [
        book.objectID, genre.objectID,
      ])
    let batch = NSBatchInsertRequest(
      entity: Book.entity(), objects: [["title": "x"], ["title": "y"]])
    try context.execute(batch)
    await other.perform {}
    #expect(
      changes.objects(NSInsertedObjectsKey).compactMap { ($0 as? Book)?.title }.sorted() == [
        "x", "y",
      ])
  }

  @Test func tellBeforeAStoreIsRemoved() throws {
    let library = try Library()
    let coordinator = library.container.persistentStoreCoordinator
    let store = try #require(coordinator.persistentStores.first)
    let listener = Listener(.NSPersistentStoreCoordinatorWillRemoveStore, store)
    try coordinator.remove(store)
    #expect(listener.heard.count == 1)
  }

  @Test func tellNothingOfInsertionsIntoOtherStores() throws {
    let (library, elsewhere) = (try Library(), try Library())
    let (first, context, other) = (library.context(), elsewhere.context(), library.context())
    let own = Book(context: first)
    try first.save()
    let saves = Listener(.NSManagedObjectContextDidSave, context)
    let changes = Listener(.NSManagedObjectContextObjectsDidChange, other)
    // It has the same key as the first one, in another store.
    let foreign = Book(context: context)
    try context.save()
    #expect(foreign.objectID != own.objectID)
    other.mergeChanges(fromContextDidSave: try #require(saves.heard.first))
    #expect(changes.heard.isEmpty && other.registeredObjects.isEmpty)
  }
}
