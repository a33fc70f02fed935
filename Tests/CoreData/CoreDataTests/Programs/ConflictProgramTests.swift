import CoreData
import StrataTestSupport
import Testing

/// Conflicts and merge policies in programs of Core Data, in its words.
@Suite struct ConflictPrograms {
  /// Two contexts that have changed the same book, of which the first has saved.
  private struct Rivals {
    let library: Library
    let first: NSManagedObjectContext
    let second: NSManagedObjectContext
    let theirs: Book
    let ours: Book

    init(_ policy: Any? = nil) throws {
      library = try Library()
      first = library.context()
      second = library.context()
      theirs = Book(context: first)
      (theirs.title, theirs.pages) = ("before", 10)
      try first.save()
      ours = try #require(try second.existingObject(with: theirs.objectID) as? Book)
      if let policy { second.mergePolicy = policy }
      theirs.title = "theirs"
      theirs.pages = 20
      ours.title = "ours"
      try first.save()
    }
  }

  @Test func failByDefault() throws {
    let rivals = try Rivals()
    do {
      try rivals.second.save()
      Issue.record("saved")
    } catch let error as NSError {
      #expect(error.code == NSManagedObjectMergeError && error.domain == NSCocoaErrorDomain)
      let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
      #expect(conflicts?.count == 1)
      #expect(conflicts?.first?.sourceObject === rivals.ours)
      #expect(conflicts?.first?.persistedSnapshot?["title"] as? String == "theirs")
      #expect(conflicts?.first?.objectSnapshot?["title"] as? String == "ours")
    }
  }

  @Test func letTheObjectWin() throws {
    let rivals = try Rivals(NSMergePolicy.mergeByPropertyObjectTrump)
    try rivals.second.save()
    #expect(rivals.ours.title == "ours" && rivals.ours.pages == 20)
  }

  @Test func letTheStoreWin() throws {
    let rivals = try Rivals(NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType))
    try rivals.second.save()
    #expect(rivals.ours.title == "theirs" && rivals.ours.pages == 20)
  }

  @Test func overwriteTheStore() throws {
    let rivals = try Rivals(NSOverwriteMergePolicy)
    try rivals.second.save()
    #expect(rivals.ours.title == "ours" && rivals.ours.pages == 10)
  }

  @Test func rollBackToTheStore() throws {
    let rivals = try Rivals(NSRollbackMergePolicy)
    try rivals.second.save()
    #expect(rivals.ours.title == "theirs" && rivals.ours.pages == 20)
  }

  @Test func nameThePoliciesInTheOldWay() throws {
    let rivals = try Rivals(NSMergeByPropertyObjectTrumpMergePolicy)
    try rivals.second.save()
    #expect(rivals.ours.title == "ours")
    rivals.second.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
    rivals.second.mergePolicy = NSErrorMergePolicy
    #expect((rivals.second.mergePolicy as? NSMergePolicy) === NSMergePolicy.error)
  }

  @Test func keepThePolicysType() {
    let policy = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    #expect(policy.mergeType == .mergeByPropertyObjectTrumpMergePolicyType)
    #expect(NSMergePolicyType(rawValue: 3) == .overwriteMergePolicyType)
  }

  /// A policy as applications write it.
  private final class LongestTitle: NSMergePolicy, @unchecked Sendable {
    var conflicts = 0

    init() { super.init(merge: .mergeByPropertyStoreTrumpMergePolicyType) }

    override func resolve(mergeConflicts list: [Any]) throws {
      for case let conflict as NSMergeConflict in list {
        conflicts += 1
        guard let book = conflict.sourceObject as? Book else { continue }
        let titles = [conflict.objectSnapshot, conflict.persistedSnapshot].compactMap {
          $0?["title"] as? String
        }
        let longest = titles.max { $0.count < $1.count }
        try super.resolve(mergeConflicts: [conflict])
        book.title = longest
      }
    }
  }

  @Test func decideThemselves() throws {
    let policy = LongestTitle()
    let rivals = try Rivals(policy)
    try rivals.second.save()
    #expect(policy.conflicts == 1 && rivals.ours.title == "theirs" && rivals.ours.pages == 20)
    #expect(rivals.second.mergePolicy as? LongestTitle === policy)
  }

  @Test func decideOptimisticLocking() throws {
    final class Ours: NSMergePolicy, @unchecked Sendable {
      override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        #expect(list.first?.newVersionNumber != 0)
        try super.resolve(optimisticLockingConflicts: list)
      }
    }
    let rivals = try Rivals(Ours(merge: .mergeByPropertyObjectTrumpMergePolicyType))
    try rivals.second.save()
    #expect(rivals.ours.title == "ours")
  }

  @Test func retryAfterAConflict() throws {
    let rivals = try Rivals()
    do {
      try rivals.second.save()
    } catch let error as NSError where error.code == NSManagedObjectMergeError {
      rivals.second.refresh(rivals.ours, mergeChanges: true)
      rivals.second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try rivals.second.save()
    }
    #expect(rivals.ours.title == "ours" && !rivals.second.hasChanges)
  }

  @Test func changeDifferentObjects() throws {
    let library = try Library()
    let (first, second) = (library.context(), library.context())
    let books = (0..<2).map { _ in Book(context: first) }
    try first.save()
    books[0].title = "one"
    (try second.existingObject(with: books[1].objectID) as? Book)?.title = "two"
    try first.save()
    try second.save()
    #expect(try second.count(for: NSFetchRequest<Book>(entityName: "Book")) == 2)
  }

  @Test("refuse to delete what another context has changed", arguments: ["scan", "title"])
  func refuseToDeleteWhatAnotherHasChanged(key: String) throws {
    let page = NSEntityDescription()
    page.name = "Page"
    let scan = Library.attribute("scan", .binaryDataAttributeType)
    scan.allowsExternalBinaryDataStorage = true
    page.properties = [scan, Library.attribute("title", .stringAttributeType)]
    let model = NSManagedObjectModel()
    model.entities = [page]
    let container = NSPersistentContainer(name: "Pages", managedObjectModel: model)
    container.persistentStoreDescriptions = [.inMemory]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let (first, second) = (container.newBackgroundContext(), container.newBackgroundContext())
    let theirs = NSManagedObject(entity: page, insertInto: first)
    theirs.setValue(Data(count: 9), forKey: "scan")
    try first.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Page")
    let ours = try #require(try second.fetch(request).first)
    second.delete(ours)
    theirs.setValue(key == "scan" ? Data(count: 5000) : "new", forKey: key)
    try first.save()
    let error = #expect(throws: NSError.self) { try second.save() }
    #expect(error?.code == NSManagedObjectMergeError)
    #expect(try first.count(for: request) == 1)
    second.mergePolicy = NSMergePolicy.rollback
    try second.save()
    #expect(
      !ours.isDeleted && (ours.value(forKey: "scan") as? Data)?.count == (key == "scan" ? 5000 : 9))
  }

  @Test func deleteWhatAnotherHasDeleted() throws {
    let library = try Library()
    let (first, second) = (library.context(), library.context())
    let book = Book(context: first)
    try first.save()
    let same = try second.existingObject(with: book.objectID)
    first.delete(book)
    second.delete(same)
    try first.save()
    try second.save()
    #expect(try first.count(for: NSFetchRequest<Book>(entityName: "Book")) == 0)
  }

  @Test func changeWhatAnotherHasDeleted() throws {
    let library = try Library()
    let (first, second) = (library.context(), library.context())
    let book = Book(context: first)
    try first.save()
    let same = try #require(try second.existingObject(with: book.objectID) as? Book)
    same.title = "changed"
    first.delete(book)
    try first.save()
    do {
      try second.save()
      Issue.record("saved")
    } catch let error as NSError {
      #expect(error.code == NSManagedObjectMergeError)
    }
  }

  private func genre(_ name: String, _ context: NSManagedObjectContext) -> Genre {
    let genre = Genre(context: context)
    genre.name = name
    return genre
  }

  @Test func refuseEqualUniqueValues() throws {
    let context = try Library().context()
    _ = genre("novel", context)
    try context.save()
    _ = genre("novel", context)
    do {
      try context.save()
      Issue.record("saved")
    } catch let error as NSError {
      #expect(error.code == NSManagedObjectConstraintMergeError)
      let conflicts =
        error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
      #expect(conflicts?.first?.constraint == ["name"])
      #expect(conflicts?.first?.constraintValues["name"] as? String == "novel")
    }
  }

  @Test func upsertUniqueValues() throws {
    let context = try Library().context()
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    _ = genre("novel", context)
    try context.save()
    let again = genre("novel", context)
    let book = Book(context: context)
    again.books = [book]
    try context.save()
    let found = try context.fetch(NSFetchRequest<Genre>(entityName: "Genre"))
    #expect(found.count == 1 && found.first?.books == [book])
  }

  @Test func keepTheStoredOfUniqueValues() throws {
    let context = try Library().context()
    context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
    let stored = genre("novel", context)
    try context.save()
    _ = genre("novel", context)
    try context.save()
    #expect(try context.fetch(NSFetchRequest<Genre>(entityName: "Genre")) == [stored])
  }

  @Test func decideConstraintConflicts() throws {
    final class Asking: NSMergePolicy, @unchecked Sendable {
      var values: [String] = []
      override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        for conflict in list {
          #expect(conflict.databaseObject != nil && conflict.conflictingObjects.count == 1)
          #expect(conflict.databaseSnapshot?["name"] as? String == "novel")
          values.append(conflict.constraintValues["name"] as? String ?? "")
        }
        try super.resolve(constraintConflicts: list)
      }
    }
    let policy = Asking(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    let context = try Library().context()
    _ = genre("novel", context)
    try context.save()
    context.mergePolicy = policy
    _ = genre("novel", context)
    try context.save()
    #expect(policy.values == ["novel"])
    #expect(try context.count(for: NSFetchRequest<Genre>(entityName: "Genre")) == 1)
  }

  @Test func catchConstraintsByTheirCode() throws {
    let context = try Library().context()
    _ = (genre("novel", context), genre("novel", context))
    do {
      try context.save()
      Issue.record("saved")
    } catch let error as CocoaError {
      #expect(error.code.rawValue == NSManagedObjectConstraintMergeError)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func resolveInAChild() throws {
    let library = try Library()
    let parent = library.context()
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = parent
    child.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let book = Book(context: parent)
    try parent.save()
    let same = try #require(try child.existingObject(with: book.objectID) as? Book)
    book.title = "parent"
    same.title = "child"
    try child.save()
    #expect(book.title == "child")
  }
}
