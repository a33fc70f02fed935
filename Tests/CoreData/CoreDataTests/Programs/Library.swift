import CoreData
import StrataTestSupport

// Classes as Xcode writes them. The model names them, and no program hands them to a container.

class Book: NSManagedObject {
  @Managed var title: String?
  @Managed var pages: Int32
  @Managed var published: Date?
  @Managed var author: Author?
  @Managed var genres: Set<Genre>

  override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(1, forKey: "pages")
  }
}

final class Author: NSManagedObject {
  @Managed var name: String?
  @Managed var born: Date?
  @Managed var books: Set<Book>

  /// An initializer of the class's own, beside the one that objects are read with.
  init(named name: String, in context: NSManagedObjectContext) {
    super.init(entity: Author.entity(), insertInto: context)
    self.name = name
  }

  required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
  }
}

final class Genre: NSManagedObject {
  @Managed var name: String?
  @Managed var books: Set<Book>
}

/// A library of books, whose model a program has built.
struct Library {
  let container: NSPersistentContainer

  init(_ description: NSPersistentStoreDescription = .inMemory) throws {
    container = NSPersistentContainer(name: "Library", managedObjectModel: Self.model())
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
  }

  /// A context to use on the caller's thread.
  func context() -> NSManagedObjectContext { container.newBackgroundContext() }

  static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }

  static func relationship(_ name: String, to entity: NSEntityDescription, isToMany: Bool)
    -> NSRelationshipDescription
  {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = entity
    relationship.minCount = 0
    relationship.maxCount = isToMany ? 0 : 1
    relationship.deleteRule = .nullifyDeleteRule
    return relationship
  }

  static func model() -> NSManagedObjectModel {
    let (book, author, genre) = (
      NSEntityDescription(), NSEntityDescription(), NSEntityDescription()
    )
    book.name = "Book"
    book.managedObjectClassName = NSStringFromClass(Book.self)
    author.name = "Author"
    author.managedObjectClassName = "Author"
    genre.name = "Genre"
    genre.managedObjectClassName = "Genre"
    genre.uniquenessConstraints = [["name"]]
    let books = relationship("books", to: book, isToMany: true)
    let writer = relationship("author", to: author, isToMany: false)
    (books.inverseRelationship, writer.inverseRelationship) = (writer, books)
    let genres = relationship("genres", to: genre, isToMany: true)
    let members = relationship("books", to: book, isToMany: true)
    (genres.inverseRelationship, members.inverseRelationship) = (members, genres)
    book.properties = [
      attribute("title", .stringAttributeType), attribute("pages", .integer32AttributeType),
      attribute("published", .dateAttributeType), writer, genres,
    ]
    author.properties = [
      attribute("name", .stringAttributeType), attribute("born", .dateAttributeType), books,
    ]
    genre.properties = [attribute("name", .stringAttributeType), members]
    let model = NSManagedObjectModel()
    model.entities = [book, author, genre]
    return model
  }
}
