import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

class Animal: NSManagedObject {
  @Managed var name: String?
  var heard: [String] = []

  override func awakeFromInsert() {
    heard.append("insert")
    self["since"] = Date(timeIntervalSinceReferenceDate: 1)
  }
  override func awakeFromFetch() { heard.append("fetch") }
  override func willSave() { heard.append("willSave") }
  override func didSave() { heard.append("didSave") }
  override func prepareForDeletion() { heard.append("delete") }
  override func validateForInsert() throws {
    try super.validateForInsert()
    if name == "Cat" {
      throw ValidationError(.managedObjectValidation, object: objectID, limit: "no cats")
    }
    if heard.last != "willSave" { heard.append("validated before willSave") }
  }
}

final class Dog: Animal {
  @Managed var bark: Int
}

final class Stranger: NSManagedObject {}
final class Loner: NSManagedObject {}

@Suite struct OwnClasses {
  private static let model = ManagedObjectModel(
    entities: [
      EntityDescription(
        name: "Creature", managedObjectClassName: ".Animal",
        properties: [
          Library.attribute("name", .string), Library.attribute("since", .date),
          Library.relationship("friend", "Creature", "friends", maxCount: 1),
          Library.relationship("friends", "Creature", "friend"),
        ]),
      EntityDescription(
        name: "Hound", managedObjectClassName: "Zoo.Dog", superentityName: "Creature",
        properties: [Library.attribute("bark", .integer64)]),
    ])

  private static func context() throws -> NSManagedObjectContext {
    let container = try NSPersistentContainer(
      name: "Zoo", managedObjectModel: model, classes: [Animal.self, Dog.self])
    container.persistentStoreDescriptions = [.inMemory]
    try container.loadPersistentStores()
    return container.newBackgroundContext()
  }

  @Test func areThoseOfTheirEntitiesObjects() throws {
    let context = try Self.context()
    let dog = try Dog(context: context)
    dog.name = "Rex"
    dog.bark = 7
    let animal = try Animal(entity: try Animal.entity(), insertInto: context)
    try dog.setValue(animal, forKey: "friend")
    try context.save()
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    let request = try Animal.fetchRequest()
    request.predicate = NSPredicate(format: "name == %@", "Rex")
    let found = try #require(try fresh.fetch(request).first)
    #expect((found as? Dog)?.bark == 7)
    #expect(try (found.value(forKey: "friend") as? Animal)?.name == nil)
    #expect(try Dog.entity().name == "Hound")
    #expect(throws: ManagedObjectError.self) {
      try fresh.fetch(NSFetchRequest<Dog>(entityName: "Creature"))
    }
  }

  @Test func hearWhatBecomesOfTheirObjects() throws {
    let context = try Self.context()
    let dog = try Dog(context: context)
    #expect(dog.heard == ["insert"])
    #expect(dog["since"] as? Date == Date(timeIntervalSinceReferenceDate: 1))
    try context.save()
    dog.name = "Rex"
    try context.save()
    #expect(dog.heard == ["insert", "willSave", "didSave", "willSave", "didSave"])
    context.delete(dog)
    #expect(dog.heard.last == "delete")
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    #expect(
      try fresh.fetch(NSFetchRequest<Animal>(entityName: "Creature")).first?.heard == ["fetch"])
  }

  @Test func validateTheirObjects() throws {
    let context = try Self.context()
    let animal = try Animal(context: context)
    animal.name = "Cat"
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.code == .managedObjectValidation && error?.limit == "no cats")
    animal.name = "Cow"
    try context.save()
  }

  @Test func thatNoEntityClaimsAreAnErrorToCatch() throws {
    let context = try Self.context()
    #expect(throws: ManagedObjectError.noEntityClaims(class: "Stranger")) {
      try Stranger(context: context)
    }
    #expect(throws: ManagedObjectError.noEntityClaims(class: "Stranger")) {
      try Stranger.entity()
    }
    let animal = try Animal.entity()
    #expect(
      throws: ManagedObjectError.wrongClass(
        entity: "Creature", class: "Animal", expected: "Stranger")
    ) { try Stranger(entity: animal, insertInto: context) }
  }

  @Test func belongToOneEntity() throws {
    func model(_ name: String) -> ManagedObjectModel {
      ManagedObjectModel(
        entities: [
          EntityDescription(
            name: name, managedObjectClassName: "Loner",
            properties: [Library.attribute("name", .string)])
        ])
    }
    _ = try NSPersistentStoreCoordinator(managedObjectModel: model("One"), classes: [Loner.self])
    _ = try NSPersistentStoreCoordinator(managedObjectModel: model("One"), classes: [Loner.self])
    #expect(throws: ManagedObjectError.classInUse("Loner", entity: "One")) {
      try NSPersistentStoreCoordinator(managedObjectModel: model("Two"), classes: [Loner.self])
    }
  }

  @Test func areOfOneEntityOfAModel() throws {
    let model = ManagedObjectModel(
      entities: ["One", "Two"].map { EntityDescription(name: $0, managedObjectClassName: "Loner") })
    #expect(throws: ManagedObjectError.sharedClass("Loner", entities: ["One", "Two"])) {
      try NSPersistentStoreCoordinator(managedObjectModel: model, classes: [Loner.self])
    }
  }

  @Test func followTheirEntitiesHierarchy() throws {
    #expect(
      throws: ManagedObjectError.classOutsideHierarchy(
        entity: "Hound", class: nil, superentity: "Creature", superclass: "Animal")
    ) {
      try NSPersistentStoreCoordinator(managedObjectModel: Self.model, classes: [Animal.self])
    }
  }
}

private enum Park {
  final class Bench: NSManagedObject {}
}

private enum Office {
  final class Bench: NSManagedObject {}
}

@Suite struct ClassesOfOneName {
  private func model(_ park: String, _ office: String) -> ManagedObjectModel {
    ManagedObjectModel(
      entities: [
        EntityDescription(name: "ParkBench", managedObjectClassName: park),
        EntityDescription(name: "OfficeBench", managedObjectClassName: office),
      ])
  }

  @Test func areToldApartByWhatTheModelSaysBefore() throws {
    let container = try NSPersistentContainer(
      name: "Benches", managedObjectModel: model("Park.Bench", "Office.Bench"),
      classes: [Park.Bench.self, Office.Bench.self, Park.Bench.self])
    container.persistentStoreDescriptions = [.inMemory]
    try container.loadPersistentStores()
    let context = container.newBackgroundContext()
    #expect(try context.insertNewObject(forEntityName: "ParkBench") is Park.Bench)
    #expect(try Office.Bench(context: context).entity.name == "OfficeBench")
  }

  @Test(arguments: ["Bench", ".Bench", "Garden.Bench"])
  func areRefusedWhereTheModelNamesEither(name: String) throws {
    let error = #expect(throws: ManagedObjectError.self) {
      try NSPersistentContainer(
        name: "Benches", managedObjectModel: model(name, "Office.Bench"),
        classes: [Park.Bench.self, Office.Bench.self])
    }
    guard case .ambiguousClass(name, "ParkBench", let classes)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(classes.count == 2)
  }
}
