import CoreData
import StrataTestSupport
import Testing

/// Objects in programs of Core Data, in its words.
@Suite struct ObjectPrograms {
  @Test func findTheirClassesByName() throws {
    let context = try Library().context()
    let book = Book(context: context)
    book.title = "Walden"
    try context.save()
    let found = try context.fetch(Book.fetchRequest() as NSFetchRequest<Book>)
    #expect(found == [book] && found.first?.pages == 1)
    #expect(Book.entity().name == "Book" && book.entity == Book.entity())
  }

  @Test func areReadByInitializersOfTheirOwn() throws {
    let library = try Library()
    let context = library.context()
    let author = Author(named: "Thoreau", in: context)
    author.books = [Book(context: context)]
    try context.save()
    let read = try #require(
      try library.context().fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    #expect(read.name == "Thoreau" && read.books.count == 1)
  }

  @Test func becomeOfTheirEntitysClass() throws {
    let context = try Library().context()
    let entity = try #require(NSEntityDescription.entity(forEntityName: "Genre", in: context))
    let object = NSManagedObject(entity: entity, insertInto: context)
    let genre = try #require(object as? Genre)
    genre.name = "Essay"
    #expect(object.value(forKey: "name") as? String == "Essay")
    let author = NSManagedObject(entity: Author.entity(), insertInto: context)
    #expect(author is Author)
    try context.save()
    #expect(try context.count(for: NSFetchRequest<Genre>(entityName: "Genre")) == 1)
  }

  @Test func sortByKeyPaths() throws {
    let context = try Library().context()
    for (name, title) in [("B", "1"), ("A", "2"), ("C", "3")] {
      let author = Author(named: name, in: context)
      let book = Book(context: context)
      book.title = title
      author.books.insert(book)
    }
    try context.save()
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Book.author?.name, ascending: true)]
    #expect(try context.fetch(request).map(\.title) == ["2", "1", "3"])
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Book.title, ascending: false)]
    #expect(try context.fetch(request).map(\.title) == ["3", "2", "1"])
    #expect((\Book.author?.born).managedKeyPathString == "author.born")
    #expect((\Book.pages).managedKeyPathString == "pages")
    #expect((\Book.title?.count).managedKeyPathString == nil)
  }

  @Test func sayAtTheSaveWhatTheyCantSayBefore() throws {
    let context = try Library().context()
    let book = Book(context: context)
    book.setValue("x", forKey: "colour")
    #expect(book.value(forKey: "colour") == nil)
    #expect(throws: (any Error).self) { try context.save() }
    book.setValue("many", forKey: "pages")
    #expect(book.pages == 1)
    #expect(throws: (any Error).self) { try context.save() }
    try context.save()
    #expect(book.objectID.entity == Book.entity())
  }

  @Test func tellWhichModelsAreInUse() throws {
    let model = Library.model()
    let container = NSPersistentContainer(name: "Library", managedObjectModel: model)
    container.persistentStoreDescriptions = [.inMemory]
    container.loadPersistentStores { _, _ in }
    #expect(model.isInUse)
    model.entitiesByName["Book"]?.name = "Volume"
    #expect(model.entitiesByName["Book"]?.name == "Book")
    let context = container.newBackgroundContext()
    _ = Book(context: context)
    #expect(throws: ManagedObjectError.modelInUse("Book.name")) { try context.save() }
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    copy.entitiesByName["Book"]?.name = "Volume"
    #expect(copy.entitiesByName["Volume"] != nil && copy != model)
  }
}
