import CoreData
import Foundation
import SQLiteC
import Strata
import StrataDescriptions

/// D: fetch all rows of ten columns as objects without a class, and read each value by its key.
///
/// All contenders read the same file, which objects of a model class have written.
struct FetchingByKey: Workload {
  let name = "D"
  let count: Int
  let expected: Checksum
  private let container: ModelContainer
  private let coordinator: NSPersistentStoreCoordinator
  private let database: RawDatabase

  init(count: Int) throws {
    self.count = count
    let store = try EntryStore(count: count)
    container = store.container
    expected = store.expected
    coordinator = try NSPersistentStoreCoordinator(
      managedObjectModel: ManagedObjectModel(Schema(Entry.self)))
    try coordinator.addPersistentStore(NSPersistentStoreDescription(url: store.url))
    database = try RawDatabase(store.url)
  }

  var aim: Double? { nil }

  var ours: Contender {
    { stopwatch in
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return try stopwatch.measure {
        var checksum = Checksum()
        for entry in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Entry")) {
          checksum.add(try KeyedEntry(entry))
        }
        return checksum
      }
    }
  }

  var raw: Contender {
    { stopwatch in
      try stopwatch.measure {
        let statement = try database.prepare(Fetching.query)
        var checksum = Checksum()
        while try statement.step() { checksum.add(RawEntry(statement)) }
        return checksum
      }
    }
  }

  var peers: [(name: String, run: Contender)] { [("@Model objects", classes)] }

  private func classes(_ stopwatch: inout Stopwatch) throws -> Checksum {
    let context = ModelContext(container)
    return try stopwatch.measure {
      var checksum = Checksum()
      for entry in try context.fetch(FetchDescriptor<Entry>()) { checksum.add(entry) }
      return checksum
    }
  }
}

/// The values of an object without a class.
private struct KeyedEntry: EntryValues {
  let title: String
  let note: String
  let created: Date
  let quantity: Int
  let price: Double
  let isActive: Bool
  let identifier: UUID
  let summary: String?
  let rank: Int?
  let due: Date?

  init(_ object: NSManagedObject) throws {
    title = try object.value(forKey: "title", as: String.self) ?? ""
    note = try object.value(forKey: "note", as: String.self) ?? ""
    created = try object.value(forKey: "created", as: Date.self) ?? .distantPast
    quantity = try object.value(forKey: "quantity", as: Int.self) ?? 0
    price = try object.value(forKey: "price", as: Double.self) ?? 0
    isActive = try object.value(forKey: "isActive", as: Bool.self) ?? false
    identifier = try object.value(forKey: "identifier", as: UUID.self) ?? UUID()
    summary = try object.value(forKey: "summary", as: String.self)
    rank = try object.value(forKey: "rank", as: Int.self)
    due = try object.value(forKey: "due", as: Date.self)
  }
}
