import CoreData
import StrataTestSupport
import Testing

/// Containers, coordinators and stores in programs of Core Data, in its words.
@Suite struct StorePrograms {
  /// The stack of an application's template.
  private final class AppStack {
    let url: URL
    init(_ url: URL) { self.url = url }

    lazy var persistentContainer: NSPersistentContainer = {
      let container = NSPersistentContainer(name: "Library", managedObjectModel: Library.model())
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
      container.loadPersistentStores(completionHandler: { (storeDescription, error) in
        if let error = error as NSError? {
          Issue.record("unresolved error \(error), \(error.userInfo)")
        }
      })
      return container
    }()

    func saveContext() throws {
      let context = persistentContainer.newBackgroundContext()
      _ = Book(context: context)
      if context.hasChanges {
        try context.save()
      }
    }
  }

  private final class SharedContainer: NSPersistentContainer, @unchecked Sendable {
    override class func defaultDirectoryURL() -> URL {
      URL(fileURLWithPath: "/tmp/shared-container")
    }
  }

  private final class NewContainer: NSPersistentContainer, @unchecked Sendable {
    static let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-\(UUID())/data")

    override class func defaultDirectoryURL() -> URL { folder }
  }

  @Test func makeTheDefaultDirectoryAndNoOther() throws {
    let folder = NewContainer.folder
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let container = NewContainer(name: "Library", managedObjectModel: Library.model())
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    #expect(failure == nil)
    #expect(
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("Library.sqlite").path))
    let other = NSPersistentContainer(name: "Library", managedObjectModel: Library.model())
    other.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: folder.appendingPathComponent("none/Library.sqlite"))
    ]
    other.loadPersistentStores { _, error in failure = error }
    #expect(failure != nil)
  }

  @Test func loadAsAnApplicationDoes() throws {
    let folder = try TemporaryFolder()
    let stack = AppStack(folder.file("Library.sqlite"))
    try stack.saveContext()
    let other = AppStack(folder.file("Library.sqlite"))
    let context = other.persistentContainer.newBackgroundContext()
    #expect(try context.count(for: NSFetchRequest<Book>(entityName: "Book")) == 1)
  }

  @Test func nameTheStoreAfterTheContainer() throws {
    let container = NSPersistentContainer(name: "Shelf", managedObjectModel: Library.model())
    let url = try #require(container.persistentStoreDescriptions.first?.url)
    #expect(url.lastPathComponent == "Shelf.sqlite" && container.name == "Shelf")
    #expect(
      url.deletingLastPathComponent().path == NSPersistentContainer.defaultDirectoryURL().path)
  }

  @Test func inheritFromTheContainer() throws {
    let container = SharedContainer(name: "Shelf", managedObjectModel: Library.model())
    #expect(
      container.persistentStoreDescriptions.first?.url?.path
        == "/tmp/shared-container/Shelf.sqlite")
  }

  @Test func keepAStoreInMemoryByItsType() throws {
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    let container = NSPersistentContainer(name: "Library", managedObjectModel: Library.model())
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { description, error in
      #expect(description.type == NSInMemoryStoreType && error == nil)
    }
    #expect(container.persistentStoreCoordinator.persistentStores.first?.type == "InMemory")
  }

  @Test func keepAStoreInMemoryByTheNullDevice() throws {
    let container = NSPersistentContainer(name: "Library", managedObjectModel: Library.model())
    container.persistentStoreDescriptions.first?.url = URL(fileURLWithPath: "/dev/null")
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let context = container.newBackgroundContext()
    _ = Book(context: context)
    try context.save()
    #expect(try context.count(for: Book.fetchRequest() as NSFetchRequest<Book>) == 1)
  }

  @Test func setOptions() {
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/x.sqlite"))
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    description.setOption(
      true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    #expect(description.options[NSPersistentHistoryTrackingKey] as? NSNumber == true)
    #expect(description.options[NSReadOnlyPersistentStoreOption] == nil)
    description.setOption(nil, forKey: NSPersistentHistoryTrackingKey)
    #expect(description.options[NSPersistentHistoryTrackingKey] == nil)
  }

  @Test func readOptions() throws {
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    let options: [String: NSObject] = description.options
    #expect(options[NSPersistentHistoryTrackingKey] as? NSNumber == true)
    let coordinator = try Library(description).container.persistentStoreCoordinator
    let store = try #require(coordinator.persistentStores.first)
    #expect(store.options?[NSPersistentHistoryTrackingKey] as? Bool == true)
    let plain = try Library().container.persistentStoreCoordinator.persistentStores.first
    #expect(plain?.options == nil)
  }

  @Test func haveTheDefaultsOfADescription() {
    let description = NSPersistentStoreDescription()
    #expect(description.type == NSSQLiteStoreType && !description.isReadOnly)
    #expect(description.shouldMigrateStoreAutomatically)
    #expect(description.shouldInferMappingModelAutomatically)
    #expect(!description.shouldAddStoreAsynchronously && description.configuration == nil)
  }

  @Test func copyADescription() throws {
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/x.sqlite"))
    description.configuration = "Cloud"
    let copy = try #require(description.copy() as? NSPersistentStoreDescription)
    copy.configuration = "Local"
    #expect(description.configuration == "Cloud" && copy.url == description.url)
  }

  @Test func setPragmas() throws {
    let folder = try TemporaryFolder()
    let description = NSPersistentStoreDescription(url: folder.file())
    description.setValue("WAL" as NSObject, forPragmaNamed: "journal_mode")
    #expect(description.sqlitePragmas["journal_mode"] as? String == "WAL")
    #expect(
      try Library(description).container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test func addStoresOneByOne() throws {
    let folder = try TemporaryFolder()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    do {
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("a.sqlite"),
        options: [
          NSMigratePersistentStoresAutomaticallyOption: true,
          NSInferMappingModelAutomaticallyOption: true,
        ])
      #expect(store.url == folder.file("a.sqlite") && store.type == NSSQLiteStoreType)
      #expect(store.persistentStoreCoordinator === coordinator && !store.isReadOnly)
      #expect(coordinator.persistentStore(for: folder.file("a.sqlite")) === store)
      #expect(coordinator.url(for: store) == folder.file("a.sqlite"))
    } catch let error as NSError {
      Issue.record("\(error)")
    }
  }

  @Test func addAStoreByItsDescription() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    var calls = 0
    coordinator.addPersistentStore(with: .inMemory) { description, error in
      calls += 1
      #expect(description.type == NSInMemoryStoreType && error == nil)
    }
    #expect(calls == 1 && coordinator.persistentStores.count == 1)
  }

  @Test func addAStoreOfATypedKind() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    let type: NSPersistentStore.StoreType = .inMemory
    let store = try coordinator.addPersistentStore(
      type: type, at: URL(fileURLWithPath: "/dev/null"))
    #expect(store.type == NSInMemoryStoreType && !store.identifier.isEmpty)
  }

  @Test func failForATypeThatDoesntExist() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    do {
      _ = try coordinator.addPersistentStore(
        ofType: NSBinaryStoreType, configurationName: nil, at: nil, options: nil)
      Issue.record("there are no binary stores")
    } catch let error as NSError {
      #expect(error.domain == NSCocoaErrorDomain)
    }
  }

  @Test func failForAConfigurationThatDoesntExist() throws {
    let container = NSPersistentContainer(name: "Library", managedObjectModel: Library.model())
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    description.configuration = "Missing"
    container.persistentStoreDescriptions = [description]
    var failure: NSError?
    container.loadPersistentStores { _, error in failure = error as NSError? }
    #expect(failure?.localizedDescription.contains("Missing") == true)
  }

  @Test func failToOpenAFileThatIsNoStore() throws {
    let folder = try TemporaryFolder()
    try Data("no store at all, but a text that is long enough".utf8).write(to: folder.file())
    let container = NSPersistentContainer(name: "Library", managedObjectModel: Library.model())
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: folder.file())]
    var failure: NSError?
    container.loadPersistentStores { _, error in
      if let error = error as NSError? {
        failure = error
      }
    }
    #expect(failure != nil)
  }

  @Test func openForReadingOnly() throws {
    let folder = try TemporaryFolder()
    do {
      let context = try Library(NSPersistentStoreDescription(url: folder.file())).context()
      _ = Book(context: context)
      try context.save()
    }
    let description = NSPersistentStoreDescription(url: folder.file())
    description.isReadOnly = true
    let library = try Library(description)
    let context = library.context()
    #expect(try context.count(for: NSFetchRequest<Book>(entityName: "Book")) == 1)
    #expect(library.container.persistentStoreCoordinator.persistentStores.first?.isReadOnly == true)
    _ = Book(context: context)
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func removeAStore() throws {
    let library = try Library()
    let coordinator = library.container.persistentStoreCoordinator
    let store = try #require(coordinator.persistentStores.first)
    try coordinator.remove(store)
    #expect(coordinator.persistentStores.isEmpty)
  }

  @Test func destroyAStore() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Library.sqlite")
    let library = try Library(NSPersistentStoreDescription(url: url))
    let coordinator = library.container.persistentStoreCoordinator
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType, options: nil)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func replaceAStore() throws {
    let folder = try TemporaryFolder()
    let (seed, url) = (folder.file("Seed.sqlite"), folder.file("Library.sqlite"))
    do {
      let context = try Library(NSPersistentStoreDescription(url: seed)).context()
      Book(context: context).title = "Seed"
      try context.save()
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    try coordinator.replacePersistentStore(
      at: url, destinationOptions: nil, withPersistentStoreFrom: seed, sourceOptions: nil,
      ofType: NSSQLiteStoreType)
    let context = try Library(NSPersistentStoreDescription(url: url)).context()
    #expect(try context.fetch(NSFetchRequest<Book>(entityName: "Book")).first?.title == "Seed")
  }

  @Test func migrateAStoreToAnotherPlace() throws {
    let folder = try TemporaryFolder()
    let library = try Library(NSPersistentStoreDescription(url: folder.file("old.sqlite")))
    let context = library.context()
    _ = Book(context: context)
    try context.save()
    let coordinator = library.container.persistentStoreCoordinator
    guard let store = coordinator.persistentStore(for: folder.file("old.sqlite")) else {
      Issue.record("no store")
      return
    }
    let moved = try coordinator.migratePersistentStore(
      store, to: folder.file("new.sqlite"), options: nil, withType: NSSQLiteStoreType)
    #expect(moved.url?.lastPathComponent == "new.sqlite")
    #expect(
      try library.context().count(for: NSFetchRequest<Book>(entityName: "Book")) == 1)
  }

  @Test func readMetadataOfAnOpenStore() throws {
    let coordinator = try Library().container.persistentStoreCoordinator
    let store = try #require(coordinator.persistentStores.first)
    let metadata = coordinator.metadata(for: store)
    #expect(metadata[NSStoreTypeKey] as? String == NSInMemoryStoreType)
    #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
    let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    #expect(hashes?.keys.sorted() == ["Author", "Book", "Genre"])
  }

  @Test func readMetadataOfAClosedStore() throws {
    let folder = try TemporaryFolder()
    _ = try Library(NSPersistentStoreDescription(url: folder.file()))
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: folder.file(), options: nil)
    let model = Library.model()
    #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    model.entitiesByName["Book"]?.attributesByName["title"]?.isOptional = false
    #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
  }

  @Test func failToReadMetadataOfAMissingStore() throws {
    do {
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: URL(fileURLWithPath: "/nowhere/x.sqlite"))
      Issue.record("\(metadata)")
    } catch let error as NSError {
      #expect(!error.localizedDescription.isEmpty)
    }
  }

  @Test func writeMetadata() throws {
    let folder = try TemporaryFolder()
    do {
      let library = try Library(NSPersistentStoreDescription(url: folder.file()))
      let coordinator = library.container.persistentStoreCoordinator
      let store = try #require(coordinator.persistentStores.first)
      var metadata = coordinator.metadata(for: store)
      metadata["lastSync"] = "yesterday"
      coordinator.setMetadata(metadata, for: store)
      try library.context().save()
    }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: folder.file())
    #expect(metadata["lastSync"] as? String == "yesterday")
    #expect(metadata[NSStoreUUIDKey] is String)
  }

  @Test func hearOfAddedAndRemovedStores() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    nonisolated(unsafe) var (added, removed) = (0, 0)
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator, queue: nil
    ) { notification in
      added +=
        (notification.userInfo?[NSAddedPersistentStoresKey] as? [NSPersistentStore])?.count ?? 0
      removed +=
        (notification.userInfo?[NSRemovedPersistentStoresKey] as? [NSPersistentStore])?.count ?? 0
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let store = try coordinator.addPersistentStore(type: .inMemory, at: nil)
    try coordinator.remove(store)
    #expect(added == 1 && removed == 1)
  }

  @Test func migrateToANewVersion() throws {
    let folder = try TemporaryFolder()
    let old = NSManagedObjectModel()
    let note = NSEntityDescription()
    note.name = "Leaflet"
    note.properties = [Library.attribute("text", .stringAttributeType)]
    old.entities = [note]
    func context(_ model: NSManagedObjectModel) throws -> NSManagedObjectContext {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file(),
        options: [
          NSMigratePersistentStoresAutomaticallyOption: true,
          NSInferMappingModelAutomaticallyOption: true,
        ])
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    let new = try #require(old.copy() as? NSManagedObjectModel)
    new.entitiesByName["Leaflet"]?.properties.append(
      Library.attribute("isRead", .booleanAttributeType))
    do {
      let before = try context(old)
      let object = NSEntityDescription.insertNewObject(forEntityName: "Leaflet", into: before)
      object.setValue("hello", forKey: "text")
      try before.save()
    }
    let found = try context(new).fetch(NSFetchRequest<NSManagedObject>(entityName: "Leaflet"))
    #expect(found.first?.value(forKey: "text") as? String == "hello")
    #expect(found.first?.entity.attributesByName["isRead"] != nil)
  }

  @Test func refuseAnotherVersionWithoutMigration() throws {
    let folder = try TemporaryFolder()
    let old = NSManagedObjectModel()
    let note = NSEntityDescription()
    note.name = "Flyer"
    note.properties = [Library.attribute("text", .stringAttributeType)]
    old.entities = [note]
    let new = try #require(old.copy() as? NSManagedObjectModel)
    new.entitiesByName["Flyer"]?.properties.append(
      Library.attribute("isRead", .booleanAttributeType))
    do {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: old)
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file(), options: nil)
    }
    let container = NSPersistentContainer(name: "Flyers", managedObjectModel: new)
    let description = NSPersistentStoreDescription(url: folder.file())
    description.shouldMigrateStoreAutomatically = false
    container.persistentStoreDescriptions = [description]
    var code: Int?
    container.loadPersistentStores { _, error in code = (error as NSError?)?.code }
    #expect(code == NSPersistentStoreIncompatibleVersionHashError)
  }

  @Test func nameTheCoordinator() throws {
    let coordinator = try Library().container.persistentStoreCoordinator
    coordinator.name = "main"
    #expect(coordinator.name == "main")
    #expect(coordinator.performAndWait { coordinator.persistentStores.count } == 1)
  }

  @Test func executeARequestByTheCoordinator() throws {
    let library = try Library()
    let context = library.context()
    _ = Book(context: context)
    try context.save()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    request.resultType = .managedObjectIDResultType
    let result = try library.container.persistentStoreCoordinator.execute(request, with: context)
    #expect((result as? [NSManagedObjectID])?.count == 1)
  }

  @Test func openInTheBackground() async throws {
    let folder = try TemporaryFolder()
    let container = NSPersistentContainer(name: "Library", managedObjectModel: Library.model())
    let description = NSPersistentStoreDescription(url: folder.file())
    description.shouldAddStoreAsynchronously = true
    container.persistentStoreDescriptions = [description]
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      container.loadPersistentStores { _, error in
        #expect(error == nil)
        continuation.resume()
      }
    }
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test func shareAModelAmongContainers() throws {
    let model = Library.model()
    let containers = (1...2).map { _ -> NSPersistentContainer in
      let container = NSPersistentContainer(name: "Library", managedObjectModel: model)
      container.persistentStoreDescriptions = [.inMemory]
      container.loadPersistentStores { _, error in #expect(error == nil) }
      return container
    }
    let context = containers[1].newBackgroundContext()
    _ = Book(context: context)
    try context.save()
    #expect(try context.count(for: NSFetchRequest<Book>(entityName: "Book")) == 1)
    let other = containers[0].newBackgroundContext()
    #expect(try other.count(for: NSFetchRequest<Book>(entityName: "Book")) == 0)
  }

  @Test func runBackgroundTasks() async throws {
    let library = try Library()
    let container = library.container
    let count = try await container.performBackgroundTask { context in
      for number in 1...3 { Book(context: context).pages = Int32(number) }
      try context.save()
      return try context.count(for: NSFetchRequest<Book>(entityName: "Book"))
    }
    #expect(count == 3)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      container.performBackgroundTask { context in
        #expect(context.concurrencyType == .privateQueueConcurrencyType)
        continuation.resume()
      }
    }
  }

  @Test func haveTheNameOfTheConfigurationWithAllEntities() throws {
    let model = Library.model()
    let name = try #require(model.configurations.first)
    #expect(name == "PF_DEFAULT_CONFIGURATION_NAME")
    #expect(model.entities(forConfigurationName: name)?.count == 3)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: name, at: nil)
    #expect(store.configurationName == name)
    model.setEntities([], forConfigurationName: "Own")
  }

  @Test func tellWhichClassNoEntityClaims() throws {
    let library = try Library()
    let context = library.context()
    let stray = Stray(entity: Stray.entity(), insertInto: nil)
    stray.name = "x"
    context.insert(stray)
    let error = #expect(throws: ManagedObjectError.self) { try context.save() }
    #expect(error == .noEntityClaims(class: "Stray"))
    #expect("\(try #require(error))".contains("no entity of a loaded model claims the class Stray"))
  }

  @Test func areDestroyedWhileTheyAreOpen() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("open.sqlite")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    _ = Book(context: context)
    try context.save()
    try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
    #expect(!FileManager.default.fileExists(atPath: url.path))
    // Whoever closes it afterwards gets no error, once.
    try coordinator.remove(store)
    #expect(throws: (any Error).self) { try coordinator.remove(store) }
    context.reset()
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    #expect(try context.count(for: NSFetchRequest<Book>(entityName: "Book")) == 0)
  }

  @Test func waitEmptyBesideOneOfTheSameEntities() throws {
    let folder = try TemporaryFolder()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    func add(_ name: String) throws -> NSPersistentStore {
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file(name))
    }
    let first = try add("first.sqlite")
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let book = Book(context: context)
    try context.save()
    let second = try add("second.sqlite")
    _ = Book(context: context)
    try context.save()
    #expect(book.objectID.persistentStore == first)
    #expect(try context.count(for: NSFetchRequest<Book>(entityName: "Book")) == 2)
    try coordinator.remove(first)
    context.reset()
    #expect(Book(context: context).objectID.persistentStore == second)
    try context.save()
    // The first has objects, which no fetch would find.
    #expect(throws: (any Error).self) { _ = try add("first.sqlite") }
    #expect(coordinator.persistentStores == [second])
  }

  @Test func areBinaryOnes() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("library.bin")
    for count in 1...2 {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
      let store = try coordinator.addPersistentStore(
        ofType: NSBinaryStoreType, configurationName: nil, at: url)
      #expect(store.type == NSBinaryStoreType)
      #expect(coordinator.metadata(for: store)[NSStoreTypeKey] as? String == NSBinaryStoreType)
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      _ = Book(context: context)
      try context.save()
      #expect(try context.count(for: NSFetchRequest<Book>(entityName: "Book")) == count)
    }
    try Data("bplist00 and no database".utf8).write(to: url)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    #expect(throws: (any Error).self) {
      try coordinator.addPersistentStore(
        ofType: NSBinaryStoreType, configurationName: nil, at: url)
    }
  }
}

/// A class that no model has.
private final class Stray: NSManagedObject {
  @Managed var name: String?
}
