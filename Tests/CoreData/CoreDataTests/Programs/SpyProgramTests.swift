import CoreData
import StrataTestSupport
import Testing

/// Subclasses that watch what a program asks of Core Data, as test suites have them by hand.
@Suite struct SpyPrograms {
  private final class SpyContext: NSManagedObjectContext, @unchecked Sendable {
    var calls: [String] = []
    override var hasChanges: Bool {
      calls.append("hasChanges")
      return super.hasChanges
    }
    override var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
      get { super.persistentStoreCoordinator }
      set {
        calls.append("coordinator")
        super.persistentStoreCoordinator = newValue
      }
    }
    override var insertedObjects: Set<NSManagedObject> {
      calls.append("inserted")
      return super.insertedObjects
    }
    override func delete(_ object: NSManagedObject) {
      calls.append("delete")
      super.delete(object)
    }
    override func performAndWait(_ block: () -> Void) {
      calls.append("performAndWait")
      super.performAndWait(block)
    }
    override func processPendingChanges() {
      calls.append("process")
      super.processPendingChanges()
    }
    override func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
      calls.append("obtain")
      try super.obtainPermanentIDs(for: objects)
    }
    override func save() throws {
      calls.append("save")
      try super.save()
    }
    override func rollback() {
      calls.append("rollback")
      super.rollback()
    }
    override func reset() {
      calls.append("reset")
      super.reset()
    }
  }

  private final class SpyContainer: NSPersistentContainer, @unchecked Sendable {
    let spy = SpyContext(concurrencyType: .mainQueueConcurrencyType)
    override var viewContext: NSManagedObjectContext { spy }
  }

  private final class SpyDescription: NSPersistentStoreDescription, @unchecked Sendable {
    var note = ""
  }

  private final class SpyRequest: NSFetchRequest<Book> {
    var note = ""
  }

  private final class SpyCoordinator: NSPersistentStoreCoordinator, @unchecked Sendable {
    var note = ""
  }

  @Test func hearWhatIsAskedOfAContext() throws {
    let spy = SpyContext(concurrencyType: .privateQueueConcurrencyType)
    let library = try Library()
    let context: NSManagedObjectContext = spy
    context.persistentStoreCoordinator = library.container.persistentStoreCoordinator
    context.performAndWait { context.delete(Book(context: context)) }
    _ = (context.hasChanges, context.insertedObjects)
    try context.obtainPermanentIDs(for: [])
    try context.save()
    context.rollback()
    context.reset()
    #expect(
      spy.calls == [
        "coordinator", "performAndWait", "delete", "hasChanges", "inserted", "obtain", "save",
        "rollback", "process", "reset",
      ])
  }

  @Test func haveAContextOfTheirOwn() throws {
    let container = SpyContainer(name: "Library", managedObjectModel: Library.model())
    container.persistentStoreDescriptions = [.inMemory]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    #expect(failure == nil && container.viewContext === container.spy)
  }

  @Test func inheritFromWhatAStackIsMadeOf() throws {
    let description = SpyDescription(url: URL(fileURLWithPath: "/dev/null"))
    description.note = "a"
    let coordinator = SpyCoordinator(managedObjectModel: Library.model())
    try coordinator.addPersistentStore(description)
    let request = SpyRequest(entityName: "Book")
    request.note = "b"
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    #expect(try context.fetch(request).isEmpty)
    #expect(description == description && description != NSPersistentStoreDescription())
  }

  @Test func passAMethodOn() throws {
    let context = try Library().context()
    let run: (() -> Void) -> Void = context.performAndWait
    var count = 0
    run { count += 1 }
    let number = context.performAndWait { count + 1 }
    #expect(count == 1 && number == 2)
  }
}
