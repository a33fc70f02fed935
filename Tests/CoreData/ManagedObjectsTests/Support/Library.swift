import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import StrataTestSupport

/// A small library: a hierarchy, relationships of all shapes, limits, defaults, a composite.
enum Library {
  static func attribute(
    _ name: String, _ type: AttributeType, isOptional: Bool = true,
    _ change: (inout AttributeDescription) -> Void = { _ in }
  ) -> PropertyDescription {
    var attribute = AttributeDescription(name: name, type: type, isOptional: isOptional)
    change(&attribute)
    return .attribute(attribute)
  }

  static func relationship(
    _ name: String, _ destination: String, _ inverse: String?, maxCount: Int = 0,
    isOrdered: Bool = false, deleteRule: Schema.Relationship.DeleteRule = .nullify,
    isOptional: Bool = true
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: name, destination: destination, inverse: inverse, maxCount: maxCount,
        isOrdered: isOrdered, deleteRule: deleteRule, isOptional: isOptional))
  }

  static let author = EntityDescription(
    name: "Author",
    properties: [
      attribute("name", .string, isOptional: false) {
        $0.minimumValue = .integer(2)
        $0.maximumValue = .integer(30)
        $0.regularExpression = "[A-Z].*"
      },
      attribute("born", .date) { $0.minimumValue = .date(Date(timeIntervalSinceReferenceDate: 0)) },
      attribute("code", .uuid),
      attribute("isAlive", .boolean, isOptional: false) { $0.defaultValue = .boolean(true) },
      attribute("rank", .integer16) {
        $0.defaultValue = .integer(3)
        $0.minimumValue = .integer(1)
        $0.maximumValue = .integer(10)
      },
      attribute("page", .uri),
      attribute("mood", .string) { $0.isTransient = true },
      .attribute(
        AttributeDescription(
          name: "home",
          composite: [
            AttributeDescription(name: "city", type: .string),
            AttributeDescription(name: "number", type: .integer32),
          ])),
      relationship("publications", "Publication", "authors"),
      relationship("idols", "Author", "fans"),
      relationship("fans", "Author", "idols"),
      relationship("shelf", "Publication", nil, isOrdered: true),
      relationship("agent", "Agent", "author", maxCount: 1, deleteRule: .cascade),
    ])

  static let agent = EntityDescription(
    name: "Agent",
    properties: [
      attribute("name", .string), relationship("author", "Author", "agent", maxCount: 1),
    ])

  static let publication = EntityDescription(
    name: "Publication", isAbstract: true,
    properties: [
      attribute("title", .string, isOptional: false) { $0.defaultValue = .string("untitled") },
      attribute("price", .decimal) { $0.maximumValue = .decimal(1000) },
      attribute("cover", .binaryData),
      relationship("authors", "Author", "publications", isOrdered: true),
      relationship(
        "chapters", "Chapter", "publication", isOrdered: true, deleteRule: .cascade),
    ])

  static let book = EntityDescription(
    name: "Book", superentityName: "Publication",
    properties: [attribute("pages", .integer16)])

  static let novel = EntityDescription(
    name: "Novel", superentityName: "Book", properties: [attribute("genre", .string)])

  static let magazine = EntityDescription(
    name: "Magazine", superentityName: "Publication",
    properties: [attribute("issue", .integer64), attribute("pages", .double)])

  static let chapter = EntityDescription(
    name: "Chapter",
    properties: [
      attribute("title", .string),
      relationship("publication", "Publication", "chapters", maxCount: 1, isOptional: false),
    ])

  static let model = ManagedObjectModel(
    entities: [author, agent, publication, book, novel, magazine, chapter],
    fetchRequestTemplates: [
      FetchRequestDescription(
        name: "livingBefore", entityName: "Author",
        predicate: "isAlive == YES AND born < $date")
    ])

  /// A container in memory.
  static func container() throws -> NSPersistentContainer {
    let container = try NSPersistentContainer(name: "Library", managedObjectModel: model)
    container.persistentStoreDescriptions = [.inMemory]
    try container.loadPersistentStores()
    return container
  }

  /// A context on a store in memory, which is used on this thread alone.
  static func context() throws -> NSManagedObjectContext {
    try container().newBackgroundContext()
  }
}

extension NSManagedObjectContext {
  /// A new object with values.
  func make(_ entity: String, _ values: [String: Any?] = [:]) throws -> NSManagedObject {
    let object = try insertNewObject(forEntityName: entity)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }

  func fetch(_ entity: String, _ format: String? = nil, _ arguments: Any?...) throws
    -> [NSManagedObject]
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = format.map { NSPredicate(format: $0, argumentArray: arguments) }
    return try fetch(request)
  }
}
