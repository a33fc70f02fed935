import CoreData
import StrataTestSupport
import Testing

/// Fetched results controllers in programs of Core Data, in its words.
@Suite struct ResultsPrograms {
  /// A delegate as a view controller with a table writes it.
  private final class Table: NSObject, NSFetchedResultsControllerDelegate {
    var log: [String] = []

    func controllerWillChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
      log.append("will")
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) {
      switch type {
      case .insert: log.append("insert section \(sectionIndex) \(sectionInfo.name)")
      case .delete: log.append("delete section \(sectionIndex)")
      default: break
      }
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      switch type {
      case .insert:
        guard let newIndexPath else { return }
        log.append("insert \(newIndexPath[0]),\(newIndexPath[1])")
      case .delete:
        guard let indexPath else { return }
        log.append("delete \(indexPath[0]),\(indexPath[1])")
      case .move: log.append("move \(indexPath?[1] ?? -1)-\(newIndexPath?[1] ?? -1)")
      case .update: log.append("update \((anObject as? Book)?.title ?? "")")
      @unknown default: break
      }
    }

    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
      log.append("did \(controller.fetchedObjects?.count ?? -1)")
    }
  }

  private func books(_ titles: [String], _ context: NSManagedObjectContext) throws -> [Book] {
    let books = titles.map { title in
      let book = Book(context: context)
      book.title = title
      return book
    }
    try context.save()
    return books
  }

  private func controller(
    _ context: NSManagedObjectContext, sections: String? = nil
  ) -> NSFetchedResultsController<Book> {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    if let sections {
      request.sortDescriptors?.insert(NSSortDescriptor(key: sections, ascending: true), at: 0)
    }
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections,
      cacheName: nil)
  }

  @Test func fetchTheirObjects() throws {
    let context = try Library().context()
    let all = try books(["b", "a"], context)
    let controller = controller(context)
    #expect(controller.fetchedObjects == nil)
    do {
      try controller.performFetch()
    } catch {
      let fetchError = error as NSError
      Issue.record("\(fetchError), \(fetchError.userInfo)")
    }
    #expect(controller.fetchedObjects == [all[1], all[0]])
  }

  @Test func answerATablesQuestions() throws {
    let context = try Library().context()
    let all = try books(["b", "a"], context)
    let controller = controller(context)
    try controller.performFetch()
    #expect(controller.sections?.count == 1)
    #expect(controller.sections?[0].numberOfObjects == 2)
    #expect(controller.object(at: IndexPath(indexes: [0, 1])) === all[0])
    #expect(controller.object(at: [0, 0]).title == "a")
    #expect(controller.indexPath(forObject: all[0]) == IndexPath(indexes: [0, 1]))
  }

  @Test func reportInsertions() throws {
    let context = try Library().context()
    _ = try books(["a"], context)
    let controller = controller(context)
    let table = Table()
    controller.delegate = table
    try controller.performFetch()
    _ = try books(["b"], context)
    #expect(table.log == ["will", "insert 0,1", "did 2"])
  }

  @Test func reportDeletions() throws {
    let context = try Library().context()
    let all = try books(["a", "b"], context)
    let controller = controller(context)
    let table = Table()
    controller.delegate = table
    try controller.performFetch()
    context.delete(all[0])
    try context.save()
    #expect(table.log == ["will", "delete 0,0", "did 1"])
  }

  @Test func reportUpdates() throws {
    let context = try Library().context()
    let all = try books(["a", "b"], context)
    let controller = controller(context)
    let table = Table()
    controller.delegate = table
    try controller.performFetch()
    all[1].pages = 99
    context.processPendingChanges()
    #expect(table.log == ["will", "update b", "did 2"])
  }

  @Test func reportMoves() throws {
    let context = try Library().context()
    let all = try books(["a", "b", "c"], context)
    let controller = controller(context)
    let table = Table()
    controller.delegate = table
    try controller.performFetch()
    all[0].title = "z"
    try context.save()
    #expect(table.log == ["will", "move 0-2", "did 3"])
  }

  @Test func divideIntoSections() throws {
    let context = try Library().context()
    let all = try books(["a", "b", "c"], context)
    let (austen, poe) = (Author(named: "Austen", in: context), Author(named: "Poe", in: context))
    (all[0].author, all[1].author, all[2].author) = (poe, austen, austen)
    try context.save()
    let controller = controller(context, sections: "author.name")
    try controller.performFetch()
    #expect(controller.sections?.map(\.name) == ["Austen", "Poe"])
    #expect(controller.sections?.first?.objects?.count == 2)
    #expect((controller.sections?[1].objects?.first as? Book) === all[0])
    #expect(controller.sectionIndexTitles == ["A", "P"])
    #expect(controller.section(forSectionIndexTitle: "P", at: 1) == 1)
    #expect(controller.sections?[0].indexTitle == "A")
  }

  @Test func reportSections() throws {
    let context = try Library().context()
    let all = try books(["a", "b"], context)
    let poe = Author(named: "Poe", in: context)
    (all[0].author, all[1].author) = (poe, poe)
    try context.save()
    let controller = controller(context, sections: "author.name")
    let table = Table()
    controller.delegate = table
    try controller.performFetch()
    all[1].author = Author(named: "Zola", in: context)
    try context.save()
    #expect(table.log.contains("insert section 1 Zola"))
    #expect(table.log.first == "will" && table.log.last == "did 2")
  }

  @Test func followOtherContexts() throws {
    let library = try Library()
    let context = library.context()
    _ = try books(["a"], context)
    let controller = controller(context)
    let table = Table()
    controller.delegate = table
    try controller.performFetch()
    let other = library.context()
    let saved = try books(["b"], other)
    _ = saved
    context.performAndWait {}
    context.performAndWait { #expect(controller.fetchedObjects?.count == 2) }
    #expect(table.log.contains("insert 0,1"))
  }

  @Test func changeTheirRequest() throws {
    let context = try Library().context()
    _ = try books(["a", "b", "c"], context)
    let controller = controller(context)
    try controller.performFetch()
    controller.fetchRequest.predicate = NSPredicate(format: "title > 'a'")
    NSFetchedResultsController<Book>.deleteCache(withName: nil)
    try controller.performFetch()
    #expect(controller.fetchedObjects?.compactMap(\.title) == ["b", "c"])
  }

  @Test func haveResultsOfAnyKind() throws {
    let context = try Library().context()
    _ = try books(["a"], context)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
      cacheName: "books")
    try controller.performFetch()
    #expect((controller.fetchedObjects?.first as? Book)?.title == "a")
    #expect((controller.object(at: [0, 0]) as? NSManagedObject)?.entity.name == "Book")
  }

  @Test func reportDifferences() throws {
    final class Differ: NSObject, NSFetchedResultsControllerDelegate {
      var changes: [CollectionDifference<NSManagedObjectID>] = []
      func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
      ) { changes.append(diff) }
    }
    let context = try Library().context()
    _ = try books(["a"], context)
    let controller = controller(context)
    let differ = Differ()
    controller.delegate = differ
    try controller.performFetch()
    let new = try books(["b"], context)
    #expect(differ.changes.count == 1 && differ.changes.first?.insertions.count == 1)
    if case .insert(let offset, let element, _)? = differ.changes.first?.first {
      #expect(offset == 1 && element == new[0].objectID)
    }
  }

  @Test func titleSectionsByTheDelegate() throws {
    final class Titles: NSObject, NSFetchedResultsControllerDelegate {
      func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
      ) -> String? { String(sectionName.suffix(1)) }
    }
    let context = try Library().context()
    let all = try books(["a"], context)
    all[0].author = Author(named: "Poe", in: context)
    try context.save()
    let controller = controller(context, sections: "author.name")
    let titles = Titles()
    controller.delegate = titles
    try controller.performFetch()
    #expect(controller.sectionIndexTitles == ["e"])
  }

  @Test func compareControllers() throws {
    final class Comparing: NSObject, NSFetchedResultsControllerDelegate {
      var first: NSFetchedResultsController<Book>?
      var heard = 0
      func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
      ) { if controller == first { heard += 1 } }
    }
    let context = try Library().context()
    let (one, other) = (controller(context), controller(context))
    let delegate = Comparing()
    delegate.first = one
    (one.delegate, other.delegate) = (delegate, delegate)
    try one.performFetch()
    try other.performFetch()
    _ = try books(["a"], context)
    #expect(delegate.heard == 1)
  }

  @Test func letGoOfTheirDelegate() throws {
    let context = try Library().context()
    let controller = controller(context)
    var table: Table? = Table()
    controller.delegate = table
    try controller.performFetch()
    table = nil
    #expect(controller.delegate == nil)
    _ = try books(["a"], context)
    #expect(controller.fetchedObjects?.count == 1)
  }

  @Test func belongToALazyProperty() throws {
    final class Screen: NSObject, NSFetchedResultsControllerDelegate {
      let context: NSManagedObjectContext
      var reloads = 0
      init(_ context: NSManagedObjectContext) { self.context = context }

      lazy var fetchedResultsController: NSFetchedResultsController<Book> = {
        let fetchRequest: NSFetchRequest<Book> = Book.fetchRequest()
        fetchRequest.sortDescriptors = [
          NSSortDescriptor(keyPath: \Book.title, ascending: true)
        ]
        let controller = NSFetchedResultsController(
          fetchRequest: fetchRequest, managedObjectContext: context, sectionNameKeyPath: nil,
          cacheName: nil)
        controller.delegate = self
        return controller
      }()

      func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
      ) { reloads += 1 }
    }
    let screen = Screen(try Library().context())
    try screen.fetchedResultsController.performFetch()
    _ = try books(["a", "b"], screen.context)
    #expect(screen.reloads == 1 && screen.fetchedResultsController.fetchedObjects?.count == 2)
  }

  @Test func failForAnUnknownKey() throws {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "colour", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: try Library().context(),
      sectionNameKeyPath: nil, cacheName: nil)
    do {
      try controller.performFetch()
      Issue.record("fetched")
    } catch let error as NSError {
      #expect(error.localizedDescription.contains("colour"))
    }
  }

  @Test func inheritFromAController() throws {
    final class Logged: NSFetchedResultsController<Book> {
      var fetches = 0
      override func performFetch() throws {
        fetches += 1
        try super.performFetch()
      }
    }
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let controller = Logged(
      fetchRequest: request, managedObjectContext: try Library().context(),
      sectionNameKeyPath: nil, cacheName: nil)
    try controller.performFetch()
    #expect(controller.fetches == 1 && controller.fetchedObjects?.isEmpty == true)
  }

  @Test func useTheRawValuesOfChanges() {
    #expect(NSFetchedResultsChangeType.insert.rawValue == 1)
    #expect(NSFetchedResultsChangeType.delete.rawValue == 2)
    #expect(NSFetchedResultsChangeType(rawValue: 4) == .update)
  }
}
