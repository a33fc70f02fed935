import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import StrataTestSupport
import Testing

@Suite struct Contexts {
  @Test func giveObjectsByIdentifierThatAreThere() throws {
    let container = try Library.container()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let ann = try one.make("Author", ["name": "Ann"])
    #expect(one.object(with: ann.objectID) === ann)
    try one.save()
    #expect(try other.registeredObject(for: ann.objectID) == nil)
    let found = other.object(with: ann.objectID)
    #expect(try found.value(forKey: "name") as? String == "Ann" && !found.isFault)
    #expect(try other.registeredObject(for: ann.objectID) === found)
    #expect(other.registeredObjects == [found])
    one.delete(ann)
    #expect(one.object(with: ann.objectID) === ann)
  }

  @Test func giveObjectsThatArentThereAndThrowWhenTheyAreRead() throws {
    let context = try Library.context()
    let ann = try context.make("Author", ["name": "Ann"])
    let identifier = ann.objectID
    try context.save()
    context.delete(ann)
    try context.save()
    let gone = context.object(with: identifier)
    let missing = ManagedObjectError.missingObject(identifier)
    #expect(gone.isFault && gone.objectID == identifier && gone.managedObjectContext === context)
    #expect(gone.entity.name == "Author" && context.object(with: identifier) === gone)
    #expect(throws: missing) { try gone.value(forKey: "name") }
    #expect(throws: missing) { try gone.setValue("Bea", forKey: "name") }
    #expect(throws: missing) { try gone.committedValues() }
    #expect(throws: missing) { try context.insert(gone) }
    #expect(throws: missing) { try context.refresh(gone, mergeChanges: true) }
    let agent = try context.make("Agent")
    #expect(throws: missing) { try agent.setValue(gone, forKey: "author") }
    #expect(try agent.value(forKey: "author") == nil)
    try context.save()
    #expect(context.registeredObjects == [agent])
  }

  @Test func throwWithTheNextSaveWhatCouldntBeThrownForObjectsThatArentThere() throws {
    let context = try Library.context()
    let agent = try context.make("Agent")
    let identifier = agent.objectID
    context.rollback()
    for use in [{ $0["name"] = "x" }, { _ = $0["name"] }, { context.delete($0) }]
      as [(NSManagedObject) -> Void]
    {
      use(context.object(with: identifier))
      let error = #expect(throws: StackError.self) { try context.save() }
      guard case .unreadable(identifier, _, _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      try context.save()
    }
  }

  @Test func knowNoEntityOfAnIdentifierThatIsAnothersModels() throws {
    let context = try Library.context()
    let elsewhere = try NSPersistentStoreCoordinator(
      managedObjectModel: .init(entities: [.init(name: "ContextTag")]))
    try elsewhere.addPersistentStore(.inMemory)
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = elsewhere
    let object = context.object(with: try other.make("ContextTag").objectID)
    #expect(throws: ManagedObjectError.unknownEntity("ContextTag")) {
      try object.value(forKey: "name")
    }
  }

  @Test func refreshAllObjectsWithChangesOnTop() throws {
    let container = try Library.container()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let ann = try one.make("Author", ["name": "Ann", "rank": 1])
    let agent = try one.make("Agent", ["name": "Agnes"])
    let gone = try one.make("Agent", ["name": "Gert"])
    try one.save()
    try other.object(with: ann.objectID).setValue(2, forKey: "rank")
    try other.object(with: agent.objectID).setValue("Ines", forKey: "name")
    other.delete(other.object(with: gone.objectID))
    try other.save()
    try ann.setValue("Anna", forKey: "name")
    try one.refreshAllObjects()
    #expect(try ann.value(forKey: "name") as? String == "Anna")
    #expect(try ann.value(forKey: "rank") as? Int == 2)
    #expect(try agent.value(forKey: "name") as? String == "Ines")
    #expect(gone.managedObjectContext == nil && ann.isUpdated && !agent.isUpdated)
    one.mergePolicy = .mergeByPropertyObjectTrump
    try one.save()
    #expect(try other.fetch("Author", "name == %@ AND rank == 2", "Anna").count == 1)
  }

  @Test func giveObjectsOfTheirOwnPermanentIdentifiers() throws {
    let container = try Library.container()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let ann = try one.make("Author", ["name": "Ann"])
    try one.obtainPermanentIDs(for: [ann])
    #expect(!ann.objectID.isTemporaryID)
    #expect(throws: ManagedObjectError.otherContext(ann.objectID)) {
      try other.obtainPermanentIDs(for: [ann])
    }
  }

  @Test func undoAndRedo() throws {
    let context = try Library.context()
    try context.undo()
    context.undoManager = UndoManager()
    let ann = try context.make("Author", ["name": "Ann"])
    try context.save()
    try ann.setValue("Bea", forKey: "name")
    context.processPendingChanges()
    try context.undo()
    #expect(try ann.value(forKey: "name") as? String == "Ann")
    try context.redo()
    #expect(try ann.value(forKey: "name") as? String == "Bea")
  }

  @Test func moveToAnotherCoordinatorWhileTheyHaveNoObjects() throws {
    let (one, other) = (try Library.container(), try Library.container())
    let context = one.newBackgroundContext()
    _ = try context.make("Author", ["name": "Ann"])
    try context.save()
    context.persistentStoreCoordinator = one.persistentStoreCoordinator
    context.reset()
    context.persistentStoreCoordinator = other.persistentStoreCoordinator
    #expect(try context.fetch("Author").isEmpty)
    context.persistentStoreCoordinator = one.persistentStoreCoordinator
    #expect(try context.fetch("Author").count == 1)
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = other.newBackgroundContext()
    #expect(try child.fetch("Author").isEmpty)
    child.parent = context
    #expect(try child.fetch("Author").count == 1)
  }

  @Test func stopTheProgramThatMovesThemUnderTheirObjects() async {
    await #expect(processExitsWith: .failure) {
      let context = try Library.context()
      let ann = try context.make("Author", ["name": "Ann"])
      context.persistentStoreCoordinator = try Library.container().persistentStoreCoordinator
      withExtendedLifetime(ann) {}
    }
    await #expect(processExitsWith: .failure) {
      let context = try Library.context()
      let ann = try context.make("Author", ["name": "Ann"])
      context.parent = try Library.context()
      withExtendedLifetime(ann) {}
    }
  }

  @Test func stopTheProgramThatMakesThemTheirOwnParents() async {
    await #expect(processExitsWith: .failure) {
      let context = try Library.context()
      context.parent = context
    }
    await #expect(processExitsWith: .failure) {
      let (one, other) = (try Library.context(), try Library.context())
      one.parent = other
      other.parent = one
    }
  }
}
