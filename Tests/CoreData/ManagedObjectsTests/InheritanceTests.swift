import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

@Suite struct EntityHierarchies {
  @Test func giveObjectsOfAllEntitiesBelow() throws {
    let context = try Library.context()
    let book = try context.make("Book", ["title": "B", "pages": 10])
    let novel = try context.make("Novel", ["title": "N", "pages": 20, "genre": "crime"])
    let magazine = try context.make("Magazine", ["title": "M", "pages": 1.5, "issue": 3])
    #expect(Set(try context.fetch("Publication")) == [book, novel, magazine])
    try context.save()
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    let all = try fresh.fetch("Publication")
    #expect(Set(all.map(\.entity.name)) == ["Book", "Novel", "Magazine"])
    #expect(try fresh.fetch("Book").map(\.entity.name).sorted() == ["Book", "Novel"])
    #expect(
      try fresh.fetch("Book", "pages > %d", 15).first?.value(forKey: "genre") as? String == "crime")
    let pages = try fresh.fetch("Magazine").first?.value(forKey: "pages") as? Double
    #expect(pages == 1.5)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.includesSubentities = false
    #expect(try fresh.fetch(request).map(\.entity.name) == ["Book"])
    #expect(try fresh.count(for: request) == 1)
  }

  @Test func haveNoObjectsOfAbstractEntities() throws {
    let context = try Library.context()
    #expect(throws: ManagedObjectError.abstractEntity("Publication")) {
      try context.insertNewObject(forEntityName: "Publication")
    }
    #expect(throws: ManagedObjectError.unknownEntity("Pamphlet")) {
      try context.insertNewObject(forEntityName: "Pamphlet")
    }
  }

  @Test func takeAsManyLevelsAsThereAreClasses() throws {
    func model(_ depth: Int) -> ManagedObjectModel {
      ManagedObjectModel(
        entities: (1...depth).map { level in
          EntityDescription(
            name: "Level\(level)", superentityName: level == 1 ? nil : "Level\(level - 1)",
            properties: [Library.attribute("value\(level)", .integer64)])
        })
    }
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model(8))
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let deep = try context.make("Level8", ["value1": 1, "value8": 8])
    try context.save()
    #expect(try context.fetch("Level1", "value1 == 1") == [deep])
    #expect(throws: ManagedObjectError.hierarchyTooDeep(entity: "Level9", limit: 8)) {
      try NSPersistentStoreCoordinator(managedObjectModel: model(9))
    }
  }
}
