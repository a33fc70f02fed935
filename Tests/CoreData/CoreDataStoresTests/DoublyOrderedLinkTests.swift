import Foundation
import Strata
import StrataCoreDataStores
import StrataDescriptions
import StrataManagedObjects
import StrataSQLite
import StrataTestSupport
import Testing

/// A many-to-many relationship with an order at both ends, whose table has two columns of positions.
@Suite struct DoublyOrderedLinks {
  private static var model: ManagedObjectModel {
    var model = LibraryStore.model
    for index in model.entities[0].properties.indices {
      guard case .relationship(var one) = model.entities[0].properties[index], one.name == "fans"
      else { continue }
      one.isOrdered = true
      model.entities[0].properties[index] = .relationship(one)
    }
    return model
  }

  /// Ada (1) looks up to Cyd and Bob, Bob (2) to Cyd and Ada, Cyd (3) to Ada. Neither column of positions
  /// gives the order of the other end.
  private static let links = """
    DELETE FROM Z_2IDOLS; ALTER TABLE Z_2IDOLS ADD COLUMN Z_FOK_2FANS INTEGER;
    INSERT INTO Z_2IDOLS (Z_2FANS, Z_2IDOLS, Z_FOK_2IDOLS, Z_FOK_2FANS) VALUES
      (1, 2, 4096, 2048), (1, 3, 2048, 3072), (2, 1, 5120, 3072), (2, 3, 3072, 2048),
      (3, 1, 6144, 2048);
    """

  private static let wanted = [
    "Ada: Cyd Bob, Cyd Bob", "Bob: Cyd Ada, Ada", "Cyd: Ada, Bob Ada",
  ]

  private func orders(_ container: ModelContainer) throws -> [String] {
    let context = ModelContext(container)
    let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    return authors.map { author in
      "\(author.name): \(author.idols.map(\.name).joined(separator: " ")), "
        + author.fans.map(\.name).joined(separator: " ")
    }
  }

  private func open(_ library: LibraryStore) throws -> CoreDataStore {
    try CoreDataStore(url: library.url, model: Self.model)
  }

  @Test func areReadInBothOrders() throws {
    let library = try LibraryStore(Self.links)
    let store = try open(library)
    #expect(
      try orders(ModelContainer(for: Author.self, Book.self, Magazine.self, in: store))
        == Self.wanted)
    #expect(try store.omissions() == [])
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    try coordinator.addPersistentStore(NSPersistentStoreDescription(url: library.url))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.predicate = NSPredicate(format: "name == 'Cyd'")
    let fans = try context.fetch(request).first?.value(forKey: "fans") as? [NSManagedObject]
    #expect(try fans?.map { try $0.value(forKey: "name") as? String } == ["Bob", "Ada"])
  }

  @Test func areImportedInBothOrders() throws {
    let library = try LibraryStore(Self.links)
    let url = library.folder.file("imported.store")
    #expect(try open(library).importAll(to: url).linkCount == 11)
    #expect(
      try orders(
        ModelContainer(
          for: Author.self, Book.self, Magazine.self, configurations: ModelConfiguration(url: url)))
        == Self.wanted)
  }

  @Test func areWrittenInBothOrders() throws {
    let library = try LibraryStore(Self.links)
    do {
      let container = try ModelContainer(
        for: Author.self, Book.self, Magazine.self, editing: open(library))
      let context = ModelContext(container)
      let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
      authors[2].idols.append(authors[1])
      authors[0].fans.removeAll { $0 === authors[1] }
      try context.save()
    }
    #expect(
      try orders(ModelContainer(for: Author.self, Book.self, Magazine.self, in: open(library)))
        == ["Ada: Cyd Bob, Cyd", "Bob: Cyd, Ada Cyd", "Cyd: Ada Bob, Bob Ada"])
    let connection = try Connection(path: library.url.path)
    defer { connection.close() }
    let rows = try connection.rows(
      SQLQuery("SELECT Z_2FANS || Z_2IDOLS FROM Z_2IDOLS ORDER BY Z_2IDOLS, Z_FOK_2FANS")
    ) { $0.text(at: 0) ?? "" }
    #expect(rows == ["31", "12", "32", "23", "13"])
  }

  @Test func thatContradictEachOtherKeepOneOrder() throws {
    // Ada before Cyd and Cyd before Ada, in a circle.
    let library = try LibraryStore(
      """
      \(Self.links) DELETE FROM Z_2IDOLS;
      INSERT INTO Z_2IDOLS (Z_2FANS, Z_2IDOLS, Z_FOK_2IDOLS, Z_FOK_2FANS) VALUES
        (1, 2, 2048, 3072), (1, 3, 3072, 2048), (2, 2, 3072, 2048), (2, 3, 2048, 3072);
      """)
    let store = try open(library)
    let found = try orders(ModelContainer(for: Author.self, Book.self, Magazine.self, in: store))
    #expect(found == ["Ada: Cyd Bob, ", "Bob: Bob Cyd, Bob Ada", "Cyd: , Ada Bob"])
    let omissions = try store.omissions()
    #expect(omissions.count == 1)
    #expect(omissions.first?.contains("contradict each other") == true)
    let report = try store.importAll(to: library.folder.file("imported.store"))
    #expect(report.problems.isEmpty && report.linkCount == 10)
    #expect(report.notes.contains { $0.contains("contradict each other") })
  }
}
