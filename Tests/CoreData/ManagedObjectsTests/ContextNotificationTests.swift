import Foundation
import Strata
import StrataManagedObjects
import Synchronization
import StrataTestSupport
import Testing

@Suite struct ContextNotifications {
  /// Writes down what a context posts.
  private final class Listener {
    var told: [String] = []
    var last: [Notification.Name: [AnyHashable: Any]] = [:]
    private var observers: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext) {
      let names: [(String, Notification.Name)] = [
        ("change", NSManagedObjectContext.didChangeObjectsNotification),
        ("willSave", NSManagedObjectContext.willSaveObjectsNotification),
        ("didSave", NSManagedObjectContext.didSaveObjectsNotification),
        ("didSaveIDs", NSManagedObjectContext.didSaveObjectIDsNotification),
      ]
      for (word, name) in names {
        // Posted where it is observed: on the test's own thread.
        nonisolated(unsafe) let listener = Weak(self)
        observers.append(
          NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
            notification in
            listener.object?.told.append(word)
            listener.object?.last[name] = notification.userInfo ?? [:]
          })
      }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    struct Weak {
      weak var object: Listener?
      init(_ object: Listener) { self.object = object }
    }

    func objects(
      _ key: NSManagedObjectContext.NotificationKey,
      of name: Notification.Name = NSManagedObjectContext.didChangeObjectsNotification
    ) -> Set<NSManagedObject>? { last[name]?[key.rawValue] as? Set<NSManagedObject> }

    func identifiers(
      _ key: NSManagedObjectContext.NotificationKey
    ) -> Set<PersistentIdentifier>? {
      last[NSManagedObjectContext.didSaveObjectIDsNotification]?[key.rawValue]
        as? Set<PersistentIdentifier>
    }
  }

  @Test func tellOfASaveOnceAndInOrder() throws {
    let context = try Library.context()
    let kept = try context.make("Author", ["name": "Kim"])
    let gone = try context.make("Author", ["name": "Gus"])
    try gone.setValue(try context.make("Agent"), forKey: "agent")
    try context.save()
    let listener = Listener(context)
    let new = try context.make("Author", ["name": "Ann"])
    try kept.setValue("Kit", forKey: "name")
    let agent = try #require(try gone.value(forKey: "agent") as? NSManagedObject)
    let identifiers: Set = [gone.objectID, agent.objectID]
    context.delete(gone)
    try context.save()
    #expect(listener.told == ["change", "willSave", "didSave", "didSaveIDs"])
    let saved = NSManagedObjectContext.didSaveObjectsNotification
    #expect(listener.objects(.insertedObjects, of: saved) == [new])
    #expect(listener.objects(.updatedObjects, of: saved) == [kept])
    #expect(listener.objects(.deletedObjects, of: saved) == [gone, agent])
    #expect(listener.identifiers(.insertedObjectIDs) == [new.objectID])
    #expect(listener.identifiers(.updatedObjectIDs) == [kept.objectID])
    #expect(listener.identifiers(.deletedObjectIDs) == identifiers)
    #expect(Set([gone, agent].map(\.objectID)) == identifiers && gone.managedObjectContext == nil)
    #expect(listener.objects(.insertedObjects) == [new])
    #expect(listener.objects(.updatedObjects) == [kept])
    #expect(listener.objects(.deletedObjects) == [gone, agent])
    // Nothing waits any more.
    try context.save()
    context.processPendingChanges()
    #expect(listener.told.count == 4)
  }

  @Test func tellOfNoSaveThatFailed() throws {
    let context = try Library.context()
    let listener = Listener(context)
    _ = try context.make("Author")
    #expect(throws: ValidationError.self) { try context.save() }
    #expect(listener.told == ["change", "willSave"])
  }

  @Test func tellOfChangesOnceEach() throws {
    let context = try Library.context()
    let listener = Listener(context)
    let ann = try context.make("Author", ["name": "Ann"])
    let bob = try context.make("Author", ["name": "Bob"])
    context.processPendingChanges()
    #expect(listener.objects(.insertedObjects) == [ann, bob])
    context.processPendingChanges()
    #expect(listener.told == ["change"])
    try ann.setValue(2, forKey: "rank")
    context.processPendingChanges()
    #expect(listener.objects(.insertedObjects) == nil)
    #expect(listener.objects(.updatedObjects) == [ann])
    context.delete(bob)
    context.processPendingChanges()
    #expect(listener.objects(.deletedObjects) == [bob])
    #expect(listener.objects(.updatedObjects) == nil)
    try context.save()
    try ann.setValue(3, forKey: "rank")
    context.processPendingChanges()
    #expect(listener.objects(.updatedObjects) == [ann])
    context.rollback()
    #expect(listener.objects(.refreshedObjects) == [ann])
    _ = try context.make("Author", ["name": "Cid"])
    context.processPendingChanges()
    context.rollback()
    #expect(listener.objects(.deletedObjects)?.count == 1)
    listener.told = []
    context.reset()
    #expect(listener.told == ["change"])
    let info = listener.last[NSManagedObjectContext.didChangeObjectsNotification]
    #expect(info?["invalidatedAll"] != nil)
  }

  @Test func tellOfWhatOthersHaveSaved() throws {
    let container = try Library.container()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let ann = try one.make("Author", ["name": "Ann"])
    try one.save()
    let listener = Listener(one)
    one.processPendingChanges()
    // Posted where it is observed: on this thread.
    nonisolated(unsafe) var posted: Notification?
    let observer = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: other, queue: nil
    ) { posted = $0 }
    defer { NotificationCenter.default.removeObserver(observer) }
    try other.object(with: ann.objectID).setValue("Bea", forKey: "name")
    try other.save()
    let save = try #require(posted)
    #expect(try ann.value(forKey: "name") as? String == "Ann")
    try one.mergeChanges(fromContextDidSave: save)
    #expect(try ann.value(forKey: "name") as? String == "Bea")
    #expect(listener.told == ["change"] && listener.objects(.refreshedObjects) == [ann])
    #expect(throws: ManagedObjectError.self) {
      try one.mergeChanges(fromContextDidSave: Notification(name: .init("other")))
    }
    let request = NSBatchUpdateRequest(entityName: "Author")
    request.propertiesToUpdate = ["name": "Cid"]
    try other.execute(request)
    try NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [:], into: [one])
    #expect(try ann.value(forKey: "name") as? String == "Cid")
    let identifier = ann.objectID
    other.delete(try other.existingObject(with: identifier))
    try other.save()
    try one.mergeChanges(fromContextDidSave: save)
    #expect(listener.objects(.deletedObjects) == [ann] && ann.objectID == identifier)
  }

  @Test func tellTheParentOfWhatIsHandedOn() throws {
    let parent = try Library.context()
    let ann = try parent.make("Author", ["name": "Ann"])
    try parent.save()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    let (above, below) = (Listener(parent), Listener(child))
    try child.object(with: ann.objectID).setValue("Bea", forKey: "name")
    try child.save()
    #expect(below.told == ["change", "willSave", "didSave", "didSaveIDs"])
    #expect(above.told == ["change"] && above.objects(.updatedObjects) == [ann])
  }

  @Test func comeBehindWhatIsPerformed() async throws {
    let context = try Library.context()
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    try await context.perform { _ = try context.make("Author", ["name": "Ann"]) }
    #expect(count.withLock { $0 } == 1)
  }
}
