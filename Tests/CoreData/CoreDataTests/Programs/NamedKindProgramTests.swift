import CoreData
import StrataTestSupport
import Testing

/// A protocol of an app's own, which asks for an object of Objective-C.
private protocol Named: NSObjectProtocol {
  static var name: String { get }
}

extension Book: Named {
  fileprivate static var name: String { "book" }
}

/// A delegate that hands on what it hears, as to a protocol of Objective-C.
private final class Forwarder: NSObject, NSFetchedResultsControllerDelegate {
  weak var next: (any NSFetchedResultsControllerDelegate)?
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) { next?.controllerWillChangeContent?(controller) }
  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) { next?.controllerDidChangeContent?(controller) }
}

private final class Counter: NSObject, NSFetchedResultsControllerDelegate {
  var count = 0
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) { count += 1 }
  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) { count += 10 }
}

/// Kinds, names and descriptions in programs of Core Data, in its words.
@Suite struct NamedKindPrograms {
  @Test func areGoneThroughWithoutADefault() {
    func name(_ type: NSManagedObjectContextConcurrencyType) -> String {
      switch type {
      case .privateQueueConcurrencyType: "private"
      case .mainQueueConcurrencyType: "main"
      }
    }
    func name(_ type: NSBatchDeleteRequestResultType) -> String {
      switch type {
      case .resultTypeStatusOnly: "status"
      case .resultTypeObjectIDs: "ids"
      case .resultTypeCount: "count"
      }
    }
    func isNumber(_ type: NSAttributeType) -> Bool {
      switch type {
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
        .decimalAttributeType, .doubleAttributeType, .floatAttributeType:
        true
      case .undefinedAttributeType, .stringAttributeType, .booleanAttributeType,
        .dateAttributeType, .binaryDataAttributeType, .UUIDAttributeType, .URIAttributeType,
        .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
        false
      }
    }
    #expect(name(NSManagedObjectContext().concurrencyType) == "private")
    let attribute = NSAttributeDescription()
    attribute.attributeType = .integer16AttributeType
    #expect(isNumber(attribute.attributeType) && attribute.type == .integer16)
    #expect(attribute.attributeType.rawValue == 100)
    attribute.type = .string
    #expect(!isNumber(attribute.attributeType))
    let request = NSBatchDeleteRequest(objectIDs: [])
    request.resultType = .resultTypeCount
    #expect(name(request.resultType) == "count")
  }

  @Test func eachTypeHasBothNames() {
    for raw in [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1800, 2000, 2100]
    {
      let type = NSAttributeType(rawValue: UInt(raw))
      #expect(type.map { NSAttributeType($0.type) } == type && type != nil)
    }
  }

  @Test func objectsAreThoseOfAProtocol() throws {
    let context = try Library().context()
    let book = Book(context: context)
    let object: any NSObjectProtocol = book
    #expect(object.isEqual(book) && !object.isEqual(Book(context: context)))
    #expect(object.hash == book.hash && object.description == book.debugDescription)
    #expect(book.isKind(of: NSManagedObject.self) && book.isMember(of: Book.self))
    #expect(!book.isKind(of: Genre.self) && !book.isMember(of: NSManagedObject.self))
    #expect(object is any Named)
  }

  @Test func callOptionalMethodsOfADelegate() throws {
    let context = try Library().context()
    let (forwarder, counter) = (Forwarder(), Counter())
    forwarder.next = counter
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    controller.delegate = forwarder
    try controller.performFetch()
    _ = Book(context: context)
    context.processPendingChanges()
    #expect(counter.count == 11)
  }

  @Test func namePlacesOfResults() throws {
    let path = IndexPath(row: 2, section: 1)
    #expect(
      (path.section, path.row, path.item) == (1, 2, 2) && path == IndexPath(item: 2, section: 1))
  }

  @Test func findVersionsOfAModelInABundle() throws {
    let folder = try TemporaryFolder()
    let model = folder.url.appendingPathComponent(
      "Kit.bundle/Trips.xcdatamodeld/Trips 2.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    let bundle = try #require(Bundle(url: folder.url.appendingPathComponent("Kit.bundle")))
    let models = bundle.urls(forResourcesWithExtension: "momd", subdirectory: nil)
    #expect(models?.map(\.lastPathComponent) == ["Trips.xcdatamodeld"])
    let versions = bundle.urls(forResourcesWithExtension: "mom", subdirectory: "Trips.momd")
    #expect(versions?.map(\.lastPathComponent) == ["Trips 2.xcdatamodel"])
    #expect(bundle.urls(forResourcesWithExtension: "none", subdirectory: nil)?.isEmpty ?? true)
  }

  @Test func describeTheStack() throws {
    let library = try Library()
    let context = library.context()
    context.name = "reader"
    _ = Book(context: context)
    #expect(context.description == "context reader with 1 inserted")
    #expect(library.container.description == "container Library of InMemory store")
    #expect(
      library.container.persistentStoreCoordinator.description == "coordinator of InMemory store")
    #expect(Library.model().description == "model of Author, Book, Genre")
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(format: "pages > 3")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
    (request.fetchLimit, request.fetchOffset) = (5, 2)
    #expect(
      "\(request)"
        == "request for Book where \(try #require(request.predicate)) by title descending limit 5 offset 2"
    )
    let all = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    #expect(
      NSBatchDeleteRequest(fetchRequest: all).description
        == "request to delete the results of a request for Book")
  }

  @Test func nameAPropertyByItsKeyPath() throws {
    let context = try Library().context()
    for pages in [Int32(2), 3] { Book(context: context).pages = pages }
    try context.save()
    let sum = NSExpressionDescription()
    sum.name = "sum"
    sum.expression = CoreData.NSExpression(
      forFunction: "sum:", arguments: [CoreData.NSExpression(forKeyPath: \Book.pages)])
    sum.expressionResultType = .integer64AttributeType
    let request = NSFetchRequest<NSDictionary>(entityName: "Book")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [sum]
    #expect(try context.fetch(request).first?["sum"] as? Int == 5)
    let sorted = NSFetchRequest<Book>(entityName: "Book")
    sorted.sortDescriptors = [NSSortDescriptor(SortDescriptor(\Book.pages, order: .reverse))]
    #expect(try context.fetch(sorted).map(\.pages) == [3, 2])
  }

  @Test func changeTheMembersAtTheEndOfAKeyPath() throws {
    let context = try Library().context()
    let (book, author) = (Book(context: context), Author(context: context))
    book.author = author
    let other = Book(context: context)
    book.mutableSetValue(forKeyPath: "author.books").add(other)
    #expect(author.books == [book, other])
    #expect(book.mutableSet(forKey: "genres")?.count == 0)
    #expect(
      book.mutableSet(forKey: "title") == nil && author.mutableOrderedSet(forKey: "books") == nil)
    Book(context: context).mutableSetValue(forKeyPath: "author.books").add(other)
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func valuesThatAreNilAreZeroAsObjects() throws {
    let model = NSManagedObjectModel()
    let entity = NSEntityDescription()
    entity.name = "Bill"
    entity.managedObjectClassName = NSStringFromClass(Bill.self)
    entity.properties = [
      Library.attribute("amount", .decimalAttributeType),
      Library.attribute("text", .stringAttributeType),
    ]
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let bill = Bill(context: context)
    #expect(bill.amount == .zero && bill.text == "")
    bill.amount = NSDecimalNumber(string: "1.5")
    try context.save()
    #expect(bill.amount == NSDecimalNumber(string: "1.5"))
  }
}

final class Bill: NSManagedObject {
  @Managed var amount: NSDecimalNumber
  @Managed var text: NSString
}
