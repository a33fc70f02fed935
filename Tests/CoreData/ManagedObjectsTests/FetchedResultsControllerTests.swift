import Foundation
import Strata
import StrataManagedObjects
import Testing

@Suite struct FetchedResultsControllers {
  /// Keeps what it is told.
  private final class Listener: FetchedResultsControllerDelegate {
    var told: [String] = []
    var changeCount = 0

    func controller(
      _ controller: FetchedResultsController<NSManagedObject>,
      didChange section: FetchedResultsSection<NSManagedObject>, atSectionIndex index: Int,
      for type: NSFetchedResultsChangeType
    ) { told.append("section \(section.name) \(type) \(index)") }

    func controller(
      _ controller: FetchedResultsController<NSManagedObject>, didChange object: NSManagedObject,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      let places = [indexPath, newIndexPath].map { $0.map { "\($0[0]).\($0[1])" } ?? "-" }
      told.append("\(type) \(places[0]) \(places[1])")
    }

    func controllerDidChangeContent(_ controller: FetchedResultsController<NSManagedObject>) {
      changeCount += 1
    }
  }

  private static func controller(
    _ context: NSManagedObjectContext
  ) throws -> FetchedResultsController<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.sortDescriptors = [
      NSSortDescriptor(key: "rank", ascending: true),
      NSSortDescriptor(key: "name", ascending: true),
    ]
    return FetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "rank")
  }

  @Test func showResultsInSections() throws {
    let context = try Library.context()
    let ann = try context.make("Author", ["name": "Ann", "rank": 1])
    let bob = try context.make("Author", ["name": "Bob", "rank": 2])
    let cid = try context.make("Author", ["name": "Cid", "rank": 2])
    let controller = try Self.controller(context)
    #expect(controller.fetchedObjects == nil)
    try controller.performFetch()
    #expect(controller.fetchedObjects == [ann, bob, cid])
    #expect(controller.sections?.map(\.name) == ["1", "2"])
    #expect(controller.object(at: IndexPath(indexes: [1, 1])) == cid)
    #expect(controller.indexPath(forObject: bob) == IndexPath(indexes: [1, 0]))
    #expect(controller.object(at: IndexPath(indexes: [2, 0])) == nil)
  }

  @Test func tellWhatHasChanged() throws {
    let context = try Library.context()
    let ann = try context.make("Author", ["name": "Ann", "rank": 1])
    let bob = try context.make("Author", ["name": "Bob", "rank": 2])
    let controller = try Self.controller(context)
    let listener = Listener()
    controller.delegate = listener
    try controller.performFetch()
    context.processPendingChanges()
    #expect(listener.changeCount == 0)
    _ = try context.make("Author", ["name": "Cid", "rank": 3])
    context.processPendingChanges()
    #expect(listener.told == ["section 3 insert 2", "insert - 2.0"])
    listener.told = []
    try bob.setValue(false, forKey: "isAlive")
    context.processPendingChanges()
    #expect(listener.told == ["update 1.0 1.0"])
    listener.told = []
    try ann.setValue(3, forKey: "rank")
    context.processPendingChanges()
    #expect(listener.told == ["section 1 delete 0", "move 0.0 1.0"])
    listener.told = []
    context.delete(bob)
    context.processPendingChanges()
    #expect(listener.told == ["section 2 delete 0", "delete 0.0 -"])
    #expect(listener.changeCount == 4)
  }

  @Test func areUpToDateWhenASaveHasReturned() throws {
    let context = try Library.context()
    try context.performAndWait {
      let ann = try context.make("Author", ["name": "Ann", "rank": 1])
      let bob = try context.make("Author", ["name": "Bob", "rank": 2])
      try context.save()
      let controller = try Self.controller(context)
      let listener = Listener()
      controller.delegate = listener
      try controller.performFetch()
      // Posted where it is observed: on the test's own thread.
      nonisolated(unsafe) var shownWhenPosted: [Int?] = []
      let observer = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
      ) { _ in shownWhenPosted.append(controller.fetchedObjects?.count) }
      defer { NotificationCenter.default.removeObserver(observer) }
      let cid = try context.make("Author", ["name": "Cid", "rank": 3])
      try context.save()
      #expect(controller.fetchedObjects == [ann, bob, cid])
      #expect(listener.told == ["section 3 insert 2", "insert - 2.0"] && listener.changeCount == 1)
      listener.told = []
      try ann.setValue(3, forKey: "rank")
      try context.save()
      #expect(controller.fetchedObjects == [bob, ann, cid])
      #expect(listener.told == ["section 1 delete 0", "move 0.0 1.0"] && listener.changeCount == 2)
      #expect(shownWhenPosted == [3, 3])
      try context.save()
      #expect(listener.changeCount == 2)
    }
  }

  @Test func showWhatASaveItselfHasChanged() throws {
    let container = try Library.container()
    let (context, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    context.mergePolicy = .mergeByPropertyObjectTrump
    try context.performAndWait {
      let ann = try context.make("Author", ["name": "Ann", "rank": 1])
      try context.save()
      let controller = try Self.controller(context)
      try controller.performFetch()
      try ann.setValue("Anna", forKey: "name")
      context.processPendingChanges()
      try other.performAndWait {
        try other.fetch("Author").first?.setValue(5, forKey: "rank")
        try other.save()
      }
      try context.save()
      #expect(controller.sections?.map(\.name) == ["5"])
    }
  }

  @Test func followWhatOthersSave() async throws {
    let container = try Library.container()
    let (context, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let controller = try await context.perform {
      let controller = try Self.controller(context)
      try controller.performFetch()
      return controller
    }
    try await other.perform {
      _ = try other.make("Author", ["name": "Ann"])
      try other.save()
    }
    let deadline = ContinuousClock.now + .seconds(20)
    var count = 0
    while count == 0, ContinuousClock.now < deadline {
      count = try await context.perform { controller.fetchedObjects?.count ?? 0 }
    }
    #expect(count == 1)
  }

  /// Applies the differences that it is told of to the identifiers that were there.
  private final class Follower: FetchedResultsControllerDelegate {
    var shown: [PersistentIdentifier] = []
    var moveCount = 0
    var isWhole = true

    func controller(
      _ controller: FetchedResultsController<NSManagedObject>,
      didChangeContentWith difference: CollectionDifference<PersistentIdentifier>
    ) {
      moveCount = difference.insertions.count
      isWhole = isWhole && difference.insertions.count == difference.removals.count
      shown = shown.applying(difference) ?? []
    }

    func controller(
      _ controller: FetchedResultsController<NSManagedObject>,
      sectionIndexTitleForSectionName sectionName: String
    ) -> String? { sectionName == "1" ? "one" : "more" }
  }

  @Test func tellTheFewestMovesOfMany() throws {
    let context = try Library.context()
    let count = 10_000
    let authors = try (0..<count).map { number in
      try context.make("Author", ["born": Date(timeIntervalSinceReferenceDate: Double(number))])
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.sortDescriptors = [NSSortDescriptor(key: "born", ascending: true)]
    let controller = FetchedResultsController(
      fetchRequest: request, managedObjectContext: context)
    let follower = Follower()
    controller.delegate = follower
    try controller.performFetch()
    follower.shown = authors.map(\.objectID)
    // The first goes to the end: one move.
    try authors[0].setValue(Date(timeIntervalSinceReferenceDate: 1e6), forKey: "born")
    context.processPendingChanges()
    #expect(follower.moveCount == 1)
    #expect(follower.shown == controller.fetchedObjects?.map(\.objectID))
    // All turn round: one of them and the one at the end may stay.
    for (number, author) in authors.enumerated() {
      try author.setValue(
        Date(timeIntervalSinceReferenceDate: Double(2 * count - number)), forKey: "born")
    }
    context.processPendingChanges()
    #expect(follower.moveCount == count - 2 && follower.isWhole)
    #expect(follower.shown == authors.reversed().map(\.objectID))
  }

  @Test func lookOnlyWhereSomethingHasChanged() throws {
    let context = try Library.context()
    let ann = try context.make("Author", ["name": "Ann", "rank": 1])
    let controller = try Self.controller(context)
    try controller.performFetch()
    // A fetch that is refused can't be overlooked.
    controller.fetchRequest.predicate = NSPredicate(format: "nobody == 1")
    let failures = Failures()
    try context.modelContext().errorHandler = { failures.list.append($0) }
    context.processPendingChanges()
    context.processPendingChanges()
    #expect(failures.list.isEmpty)
    try ann.setValue(2, forKey: "rank")
    context.processPendingChanges()
    #expect(failures.list.count == 1)
  }

  private final class Failures {
    var list: [any Error] = []
  }

  @Test func leaveNothingBehindInTheirContexts() throws {
    let context = try Library.context()
    for _ in 0..<10 { try Self.controller(context).performFetch() }
    let kept = try Self.controller(context)
    try kept.performFetch()
    #expect(context.followerCount == 1)
    withExtendedLifetime(kept) {}
  }

  @Test func haveTitlesForAnIndexOfTheirSections() throws {
    let context = try Library.context()
    for rank in [1, 2, 3] { _ = try context.make("Author", ["name": "Ann", "rank": rank]) }
    let controller = try Self.controller(context)
    #expect(controller.sectionIndexTitles.isEmpty)
    try controller.performFetch()
    #expect(controller.sectionIndexTitles == ["1", "2", "3"])
    #expect(controller.section(forSectionIndexTitle: "3", at: 2) == 2)
    let follower = Follower()
    controller.delegate = follower
    try controller.performFetch()
    #expect(controller.sections?.map(\.indexTitle) == ["one", "more", "more"])
    #expect(controller.sectionIndexTitles == ["one", "more"])
    #expect(controller.section(forSectionIndexTitle: "more", at: 1) == 1)
    #expect(controller.section(forSectionIndexTitle: "none", at: 0) == nil)
    FetchedResultsController<NSManagedObject>.deleteCache(withName: nil)
    #expect(controller.sections?.count == 3)
  }

  @Test func refuseSectionsThatDontStandTogether() throws {
    let context = try Library.context()
    for (name, rank) in [("Ann", 1), ("Bob", 2), ("Cid", 1)] {
      _ = try context.make("Author", ["name": name, "rank": rank])
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let controller = FetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "rank")
    #expect(throws: ManagedObjectError.self) { try controller.performFetch() }
  }
}
