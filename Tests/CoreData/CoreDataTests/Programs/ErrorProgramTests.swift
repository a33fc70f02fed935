import CoreData
import StrataTestSupport
import Testing

/// How programs of Core Data catch what fails, in its words.
@Suite struct ErrorPrograms {
  private func duplicates() throws -> NSManagedObjectContext {
    let context = try Library().context()
    for _ in 0..<2 {
      let genre = Genre(context: context)
      genre.name = "novel"
    }
    return context
  }

  @Test func catchByAPattern() throws {
    let context = try duplicates()
    do {
      try context.save()
      Issue.record("saved")
    } catch CocoaError.managedObjectConstraintMerge {
      context.rollback()
    } catch {
      Issue.record("\(error)")
    }
    #expect(!context.hasChanges)
  }

  @Test func catchByACondition() throws {
    let context = try duplicates()
    do {
      try context.save()
      Issue.record("saved")
    } catch let error as CocoaError where error.code == .managedObjectConstraintMerge {
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
    }
    #expect(try context.count(for: NSFetchRequest<Genre>(entityName: "Genre")) == 1)
  }

  @Test func catchAsTheOnlyClause() {
    func save(_ context: NSManagedObjectContext) -> Int {
      do {
        try context.save()
      } catch let error as NSError {
        return error.code
      }
      return 0
    }
    guard let context = try? duplicates() else {  // Dropped: the next line fails.
      Issue.record("no context")
      return
    }
    #expect(save(context) == NSManagedObjectConstraintMergeError)
  }

  @Test func castInACompletionHandler() throws {
    let context = try duplicates()
    var code = 0
    func save(_ completion: ((any Error)?) -> Void) {
      do {
        try context.save()
        completion(nil)
      } catch {
        completion(error)
      }
    }
    save { error in
      if let error = error as NSError? { code = error.code }
    }
    #expect(code == 133021)
    save { error in
      #expect((error as? CocoaError)?.errorCode == code)
    }
  }

  @Test func compareDomains() throws {
    let context = try duplicates()
    do {
      try context.save()
      Issue.record("saved")
    } catch {
      let error = error as NSError
      #expect(error.domain == NSCocoaErrorDomain && error.domain == CocoaError.errorDomain)
      #expect(!error.localizedDescription.isEmpty)
    }
  }

  @Test func catchAFetchsError() throws {
    let context = try Library().context()
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(format: "(title ==")
    do {
      _ = try context.fetch(request)
      Issue.record("fetched")
    } catch let error as CocoaError {
      #expect(error.code == .coreData)
    }
    #expect(throws: CocoaError.self) { try context.count(for: request) }
  }

  @Test func catchAMissingObject() throws {
    let context = try Library().context()
    let book = Book(context: context)
    try context.save()
    let identifier = book.objectID
    context.delete(book)
    try context.save()
    do {
      _ = try context.existingObject(with: identifier)
      Issue.record("found")
    } catch CocoaError.managedObjectReferentialIntegrity {
      #expect(context.object(with: identifier).isFault)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func catchAStoreThatCantBeOpened() throws {
    let folder = try TemporaryFolder()
    try Data("no store, but a text of some length".utf8).write(to: folder.file())
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    do {
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file(), options: nil)
      Issue.record("opened")
    } catch let error as CocoaError {
      #expect(error.code == .persistentStoreOpen)
    }
  }

  @Test func startAgainWithAnEmptyStore() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Library.sqlite")
    try Data("no store, but a text of some length".utf8).write(to: url)
    let container = NSPersistentContainer(name: "Library", managedObjectModel: Library.model())
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    var failures = 0
    func load(_ attempts: Int) {
      container.loadPersistentStores { description, error in
        guard error != nil, attempts > 0, let url = description.url else { return }
        failures += 1
        do {
          try FileManager.default.removeItem(at: url)
        } catch {
          Issue.record("\(error)")
        }
        load(attempts - 1)
      }
    }
    load(1)
    #expect(failures == 1)
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test func catchABatchsError() throws {
    let context = try Library().context()
    let request = NSBatchUpdateRequest(entityName: "Book")
    request.propertiesToUpdate = ["pages": "many"]
    do {
      try context.execute(request)
      Issue.record("updated")
    } catch let error as CocoaError {
      #expect(error.errorUserInfo[NSLocalizedDescriptionKey] is String)
    }
  }

  @Test func catchAControllersError() throws {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = NSPredicate(format: "nothing == 1")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: try Library().context(),
      sectionNameKeyPath: nil, cacheName: nil)
    do {
      try controller.performFetch()
      Issue.record("fetched")
    } catch {
      #expect((error as? CocoaError)?.code == .coreData)
    }
  }

  @Test func catchAcrossAsynchronousCalls() async throws {
    let library = try Library()
    do {
      try await library.container.performBackgroundTask { context in
        for _ in 0..<2 { Genre(context: context).name = "novel" }
        try context.save()
      }
      Issue.record("saved")
    } catch let error as NSError {
      #expect(error.code == NSManagedObjectConstraintMergeError)
    }
  }

  @Test func keepTheirNumbers() {
    let codes: [CocoaError.Code: Int] = [
      .managedObjectValidation: 1550, .validationMissingMandatoryProperty: 1570,
      .validationStringTooLong: NSValidationStringTooLongError,
      .managedObjectMerge: NSManagedObjectMergeError, .persistentStoreOpen: 134080,
      .migration: NSMigrationError, .sqlite: NSSQLiteError,
    ]
    for (code, number) in codes { #expect(code.rawValue == number) }
  }

  @Test func makeErrorsOfTheirOwn() throws {
    let error = NSError(
      domain: NSCocoaErrorDomain, code: NSManagedObjectValidationError,
      userInfo: [NSValidationKeyErrorKey: "name", NSLocalizedDescriptionKey: "no name"])
    #expect(CocoaError(.managedObjectValidation).errorCode == error.code)
    #expect(error.localizedDescription == "no name")
  }

  @Test func listDetails() throws {
    let zoo = try Zoo().context()
    Parrot(context: zoo).words = -1
    do {
      try zoo.save()
      Issue.record("saved")
    } catch {
      let error = error as NSError
      let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
      #expect(details.map(\.localizedDescription) == ["a parrot can't know -1 words"])
    }
  }
}
