import CoreData
import StrataTestSupport
import Testing

/// Contexts in programs of Core Data, in its words.
@Suite struct ContextPrograms {
  private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = parent
    return child
  }

  private func books(_ context: NSManagedObjectContext) throws -> Int {
    try context.count(for: NSFetchRequest<Book>(entityName: "Book"))
  }

  @Test func saveOnlyChanges() throws {
    let context = try Library().context()
    #expect(!context.hasChanges)
    _ = Book(context: context)
    #expect(context.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
    try context.save()
  }

  @Test func listChanges() throws {
    let context = try Library().context()
    let (kept, changed, dropped) = (
      Book(context: context), Book(context: context), Book(context: context)
    )
    #expect(context.insertedObjects == [kept, changed, dropped])
    try context.save()
    changed.title = "x"
    context.delete(dropped)
    let new = Book(context: context)
    #expect(context.insertedObjects == [new] && context.updatedObjects == [changed])
    #expect(context.deletedObjects == [dropped])
    #expect(context.registeredObjects.contains(kept))
  }

  @Test func waitForABlock() throws {
    let context = try Library().context()
    let title: String? = context.performAndWait {
      let book = Book(context: context)
      book.title = "inside"
      return book.title
    }
    #expect(title == "inside")
  }

  @Test func waitForABlockThatThrows() throws {
    let context = try Library().context()
    do {
      try context.performAndWait {
        context.performAndWait { _ = Book(context: context) }
        try context.save()
      }
    } catch {
      Issue.record("\(error)")
    }
    #expect(try books(context) == 1)
  }

  @Test func awaitABlock() async throws {
    let context = try Library().context()
    let count = await context.perform { 3 }
    #expect(count == 3)
    let saved = try await context.perform { () throws -> Bool in
      _ = Book(context: context)
      try context.save()
      return !context.hasChanges
    }
    #expect(saved)
  }

  @Test func scheduleABlock() async throws {
    let context = try Library().context()
    let count = try await context.perform(schedule: .enqueued) {
      _ = Book(context: context)
      try context.save()
      return context.registeredObjects.count
    }
    #expect(count >= 0)
    await context.perform(schedule: .immediate) { context.reset() }
  }

  @Test func runABlockLater() throws {
    let context = try Library().context()
    context.perform { _ = Book(context: context) }
    let count = context.performAndWait { context.insertedObjects.count }
    #expect(count == 1)
  }

  @Test func discardChanges() throws {
    let context = try Library().context()
    let book = Book(context: context)
    book.title = "saved"
    try context.save()
    book.title = "unsaved"
    _ = Book(context: context)
    context.rollback()
    #expect(book.title == "saved" && !context.hasChanges)
    #expect(try books(context) == 1)
  }

  @Test func forgetObjects() throws {
    let context = try Library().context()
    let book = Book(context: context)
    try context.save()
    context.reset()
    #expect(context.registeredObjects.isEmpty && book.managedObjectContext == nil)
    #expect(try books(context) == 1)
  }

  @Test func refreshAll() throws {
    let library = try Library()
    let (one, other) = (library.context(), library.context())
    let book = Book(context: one)
    try one.save()
    (other.object(with: book.objectID) as? Book)?.title = "changed"
    try other.save()
    one.refreshAllObjects()
    #expect(book.title == "changed")
  }

  @Test func findObjectsByIdentifiers() throws {
    let library = try Library()
    let (one, other) = (library.context(), library.context())
    let book = Book(context: one)
    try one.save()
    #expect(one.registeredObject(for: book.objectID) === book)
    #expect(other.registeredObject(for: book.objectID) == nil)
    let same = try #require(try other.existingObject(with: book.objectID) as? Book)
    #expect(same.objectID == book.objectID && same !== book)
    #expect(other.object(with: book.objectID) === same)
  }

  @Test func saveToAParent() throws {
    let library = try Library()
    let parent = library.context()
    let child = child(of: parent)
    #expect(child.parent === parent && child.persistentStoreCoordinator != nil)
    let book = Book(context: child)
    book.title = "child"
    try child.save()
    #expect(parent.hasChanges)
    #expect(try books(library.context()) == 0)
    try parent.save()
    #expect(try books(library.context()) == 1)
  }

  @Test func dropAScratchPad() throws {
    let parent = try Library().context()
    let book = Book(context: parent)
    book.title = "before"
    try parent.save()
    let child = child(of: parent)
    (child.object(with: book.objectID) as? Book)?.title = "draft"
    child.rollback()
    #expect(book.title == "before" && !parent.hasChanges && !child.hasChanges)
  }

  @Test func editInAScratchPad() throws {
    let parent = try Library().context()
    let book = Book(context: parent)
    try parent.save()
    let child = child(of: parent)
    let edited = try #require(try child.existingObject(with: book.objectID) as? Book)
    edited.title = "edited"
    #expect(book.title == nil)
    try child.save()
    #expect(book.title == "edited" && parent.updatedObjects.contains(book))
  }

  @Test func saveUpAChain() throws {
    let library = try Library()
    let writer = library.context()
    let main = child(of: writer)
    let worker = child(of: main)
    _ = Book(context: worker)
    var context: NSManagedObjectContext? = worker
    while let current = context {
      try current.save()
      context = current.parent
    }
    #expect(try books(library.context()) == 1)
  }

  @Test func obtainPermanentIdentifiers() throws {
    let context = try Library().context()
    let book = Book(context: context)
    try context.obtainPermanentIDs(for: [book])
    #expect(!book.objectID.isTemporaryID)
    let identifier = book.objectID
    try context.save()
    #expect(book.objectID == identifier)
  }

  @Test func undoAChange() throws {
    let context = try Library().context()
    context.undoManager = UndoManager()
    let book = Book(context: context)
    book.title = "first"
    try context.save()
    book.title = "second"
    context.processPendingChanges()
    context.undo()
    #expect(book.title == "first")
    context.redo()
    #expect(book.title == "second")
  }

  @Test func undoAGroup() throws {
    let context = try Library().context()
    let manager = UndoManager()
    context.undoManager = manager
    let book = Book(context: context)
    try context.save()
    manager.beginUndoGrouping()
    (book.title, book.pages) = ("grouped", 9)
    manager.setActionName("Edit")
    manager.endUndoGrouping()
    #expect(manager.canUndo && manager.undoActionName == "Edit")
    manager.undo()
    #expect(book.title == nil && book.pages == 1 && manager.canRedo)
  }

  @Test func undoADeletion() throws {
    let context = try Library().context()
    context.undoManager = UndoManager()
    let book = Book(context: context)
    try context.save()
    context.delete(book)
    context.processPendingChanges()
    context.undoManager?.undo()
    #expect(!book.isDeleted)
    #expect(try books(context) == 1)
  }

  @Test func forgetWhatCanBeUndone() throws {
    let context = try Library().context()
    context.undoManager = UndoManager()
    _ = Book(context: context)
    context.processPendingChanges()
    context.undoManager?.removeAllActions()
    #expect(context.undoManager?.canUndo == false)
  }

  @Test func changeWithoutUndo() throws {
    let context = try Library().context()
    context.undoManager = UndoManager()
    let book = Book(context: context)
    try context.save()
    context.undoManager?.removeAllActions()
    context.processPendingChanges()
    context.undoManager?.disableUndoRegistration()
    book.title = "quiet"
    context.processPendingChanges()
    context.undoManager?.enableUndoRegistration()
    #expect(context.undoManager?.canUndo == false && book.title == "quiet")
  }

  @Test func haveNoUndoManagerAtFirst() throws {
    let context = try Library().context()
    #expect(context.undoManager == nil)
    context.undo()
    context.redo()
  }

  @Test func keepValuesOfTheirOwn() throws {
    let context = try Library().context()
    context.userInfo["isImporting"] = true
    context.userInfo.setObject("sync", forKey: "purpose" as NSString)
    context.userInfo.setObject(3, forKey: "count" as NSString)
    #expect(context.userInfo["isImporting"] as? Bool == true)
    #expect(context.userInfo.object(forKey: "purpose") as? String == "sync")
    #expect(context.userInfo.object(forKey: "count") as? Int == 3)
    #expect(context.userInfo.count == 3)
  }

  @Test func haveNames() throws {
    let context = try Library().context()
    (context.name, context.transactionAuthor) = ("importer", "app")
    #expect(context.name == "importer" && context.transactionAuthor == "app")
  }

  @Test func haveTheDefaultsOfAContext() throws {
    let context = try Library().context()
    #expect(!context.automaticallyMergesChangesFromParent && !context.retainsRegisteredObjects)
    #expect(context.shouldDeleteInaccessibleFaults && context.parent == nil)
    #expect((context.mergePolicy as? NSMergePolicy)?.mergeType == .errorMergePolicyType)
    #expect(context.concurrencyType == .privateQueueConcurrencyType)
  }

  @Test func mergeTheSavesOfOthersByThemselves() throws {
    let library = try Library()
    let reader = library.context()
    reader.automaticallyMergesChangesFromParent = true
    let book = Book(context: reader)
    try reader.save()
    let writer = library.context()
    (try writer.existingObject(with: book.objectID) as? Book)?.title = "merged"
    try writer.save()
    reader.performAndWait {}
    reader.performAndWait { #expect(book.title == "merged") }
  }

  @Test func mergeASaveByItsNotification() throws {
    let library = try Library()
    let (reader, writer) = (library.context(), library.context())
    let book = Book(context: reader)
    try reader.save()
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: writer, queue: nil
    ) { notification in
      reader.performAndWait { reader.mergeChanges(fromContextDidSave: notification) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    (try writer.existingObject(with: book.objectID) as? Book)?.title = "merged"
    try writer.save()
    reader.performAndWait { #expect(book.title == "merged") }
  }

  @Test func retainObjects() throws {
    let library = try Library()
    let context = library.context()
    context.retainsRegisteredObjects = true
    let writer = library.context()
    _ = Book(context: writer)
    try writer.save()
    _ = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
    context.processPendingChanges()
    #expect(context.registeredObjects.count == 1)
  }

  @Test func compareContexts() throws {
    let library = try Library()
    let (one, other) = (library.context(), library.context())
    #expect(one == one && one != other)
    let names: [NSManagedObjectContext: String] = [one: "one", other: "other"]
    #expect(names[other] == "other")
    #expect(Book(context: one).managedObjectContext == one)
  }

  @Test func inheritFromContexts() throws {
    final class Counting: NSManagedObjectContext, @unchecked Sendable {
      var saves = 0
      override func save() throws {
        try super.save()
        saves += 1
      }
    }
    let context = Counting(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = try Library().container.persistentStoreCoordinator
    _ = Book(context: context)
    try context.save()
    #expect(context.saves == 1)
  }

  @Test func extendContexts() throws {
    let context = try Library().context()
    #expect(!context.saveIfChanged())
    _ = Book(context: context)
    #expect(context.saveIfChanged() && !context.hasChanges)
  }

  @Test func pinAGeneration() throws {
    let context = try Library().context()
    try context.setQueryGenerationFrom(.current)
    _ = Book(context: context)
    try context.save()
    #expect(try books(context) == 1)
  }

  @Test func haveAMainContext() async throws {
    let container = try Library().container
    try await MainActor.run {
      let context = container.viewContext
      #expect(context.concurrencyType == .mainQueueConcurrencyType)
      let book = Book(context: context)
      book.title = "main"
      try context.save()
      #expect(try context.fetch(Book.fetchRequest() as NSFetchRequest<Book>) == [book])
    }
  }

  @Test func assignToAStore() throws {
    let library = try Library()
    let context = library.context()
    let book = Book(context: context)
    let store = try #require(library.container.persistentStoreCoordinator.persistentStores.first)
    context.assign(book, to: store)
    try context.save()
    #expect(book.objectID.persistentStore === store)
  }

  @Test func deleteUnsavedObjects() throws {
    let context = try Library().context()
    let book = Book(context: context)
    context.delete(book)
    #expect(!context.insertedObjects.contains(book))
    try context.save()
    #expect(try books(context) == 0)
  }
}

extension NSManagedObjectContext {
  fileprivate func saveIfChanged() -> Bool {
    guard hasChanges else { return false }
    do {
      try save()
      return true
    } catch {
      let nserror = error as NSError
      Issue.record("unresolved error \(nserror), \(nserror.userInfo)")
      return false
    }
  }
}
