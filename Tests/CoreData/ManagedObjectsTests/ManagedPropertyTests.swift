import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

enum Season: Int16 {
  case spring, summer
}

final class Plant: NSManagedObject {
  @Managed var name: String?
  @Managed var height: Double
  @Managed var count: Int16
  @Managed var planted: Date?
  @Managed var season: Season?
  @Managed var bloom: Season
  @Managed("class") var kind: String?
  @Managed var shoots: Set<Plant>
  @Managed var rows: [Plant]
  @Managed var parent: Plant?
  @Managed("count") var wrong: String?
}

@Suite struct ManagedProperties {
  private static let model = ManagedObjectModel(
    entities: [
      EntityDescription(
        name: "Plant", managedObjectClassName: "Plant",
        properties: [
          Library.attribute("name", .string), Library.attribute("height", .double),
          Library.attribute("count", .integer16), Library.attribute("planted", .date),
          Library.attribute("season", .integer16), Library.attribute("bloom", .integer16),
          Library.attribute("class", .string),
          Library.relationship("parent", "Plant", "shoots", maxCount: 1),
          Library.relationship("shoots", "Plant", "parent"),
          Library.relationship("rows", "Plant", nil, isOrdered: true),
        ])
    ])

  private static func context() throws -> NSManagedObjectContext {
    let coordinator = try NSPersistentStoreCoordinator(
      managedObjectModel: model, classes: [Plant.self])
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test func areReadAndSetByTheirNames() throws {
    let context = try Self.context()
    let plant = try Plant(context: context)
    let other = try Plant(context: context)
    plant.name = "Rose"
    plant.height = 1.5
    plant.count = 7
    plant.planted = Date(timeIntervalSinceReferenceDate: 3)
    plant.season = .summer
    plant.bloom = .summer
    plant.kind = "flower"
    plant.shoots = [other]
    plant.rows = [other, plant]
    try context.save()
    #expect(other.parent === plant)
    #expect(try plant.value(forKey: "season") as? Int == 1)
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    let request = NSFetchRequest<Plant>(entityName: "Plant")
    request.predicate = NSPredicate(format: "%K == %@", "class", "flower")
    let found = try #require(try fresh.fetch(request).first)
    #expect(found.name == "Rose" && found.height == 1.5 && found.count == 7)
    #expect(found.planted == plant.planted && found.season == .summer && found.bloom == .summer)
    #expect(found.shoots.map(\.objectID) == [other.objectID])
    #expect(found.rows.map(\.objectID) == [other.objectID, plant.objectID])
    found.name = nil
    found.season = nil
    #expect(found.name == nil && found.season == nil)
  }

  @Test func withoutAValueAreZeroOrEmpty() throws {
    let context = try Self.context()
    let plant = try Plant(context: context)
    #expect(plant.name == nil && plant.height == 0 && plant.count == 0 && plant.season == nil)
    #expect(plant.bloom == .spring && plant.shoots.isEmpty && plant.rows.isEmpty)
    try context.save()
  }

  @Test func tellTheNextSaveWhatDoesntGoTogether() throws {
    let context = try Self.context()
    let plant = try Plant(context: context)
    plant.count = 7
    #expect(plant.wrong == nil)
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect(
      "\(try #require(error))".contains(
        "Plant.count can't be read: it is of the type NSNumber, and no String"))
    try plant.setValue(9, forKey: "season")
    #expect(plant.season == nil)
    #expect(throws: StackError.self) { try context.save() }
  }
}
