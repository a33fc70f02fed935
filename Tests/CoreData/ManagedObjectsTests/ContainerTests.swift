import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import StrataTestSupport
import Testing

@Suite struct Containers {
  @Test func keepTheirObjectsInAFile() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Library.sqlite")
    func open() throws -> NSManagedObjectContext {
      let container = try NSPersistentContainer(name: "Library", managedObjectModel: Library.model)
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
      try container.loadPersistentStores()
      return container.newBackgroundContext()
    }
    let context = try open()
    context.transactionAuthor = "Ann"
    _ = try context.make("Author", ["name": "Ann"])
    try context.save()
    #expect(try open().fetch("Author").first?.value(forKey: "name") as? String == "Ann")
  }

  @Test func openTheStoresOfModelClasses() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("trips.store")
    let classes = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(classes)
    let trip = Trip(name: "Rome", days: 3)
    trip.stops = [Stop(name: "Forum"), Stop(name: "Ostia")]
    context.insert(trip)
    try context.save()
    let model = ManagedObjectModel(Schema(Trip.self))
    let container = try NSPersistentContainer(name: "trips", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    try container.loadPersistentStores()
    let objects = container.newBackgroundContext()
    let found = try #require(try objects.fetch("Trip", "days == %d", 3).first)
    #expect(try found.value(forKey: "name") as? String == "Rome")
    let stops = try #require(try found.value(forKey: "stops") as? [NSManagedObject])
    #expect(try stops.map { try $0.value(forKey: "name") as? String } == ["Forum", "Ostia"])
    try found.setValue("Roma", forKey: "name")
    try found.insert(try objects.make("Stop", ["name": "Tivoli"]), forKey: "stops")
    try objects.save()
    try context.mergeChanges()
    #expect(trip.name == "Roma" && trip.stops.map(\.name) == ["Forum", "Ostia", "Tivoli"])
  }

  @Test func tellOfEachStoreHowItWentThere() throws {
    let folder = try TemporaryFolder()
    try Data("no database".utf8).write(to: folder.file("bad.sqlite"))
    let container = try NSPersistentContainer(name: "Library", managedObjectModel: Library.model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: folder.file("bad.sqlite")), .inMemory,
    ]
    var told: [Bool] = []
    container.loadPersistentStores { _, error in told.append(error == nil) }
    #expect(told == [false, true])
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test func withoutAStoreSaySo() throws {
    let container = try NSPersistentContainer(name: "Library", managedObjectModel: Library.model)
    #expect(throws: ManagedObjectError.noStore) {
      try container.newBackgroundContext().fetch("Author")
    }
    #expect(throws: ManagedObjectError.noStore) {
      try NSManagedObjectContext(.privateQueue).insertNewObject(forEntityName: "Author")
    }
  }

  @Test func refuseModelsThatArentWhole() throws {
    let model = ManagedObjectModel(
      entities: [
        EntityDescription(name: "A", properties: [Library.relationship("b", "B", nil)])
      ])
    #expect(throws: ModelConversionError.self) {
      try NSPersistentContainer(name: "A", managedObjectModel: model)
    }
  }

  @Test func runTasksOnContextsOfTheirOwn() async throws {
    let container = try Library.container()
    let identifier = try await container.performBackgroundTask { context in
      let author = try context.insertNewObject(forEntityName: "Author")
      try author.setValue("Ann", forKey: "name")
      try context.save()
      return author.objectID
    }
    let context = container.newBackgroundContext()
    let name = try await context.perform {
      try context.existingObject(with: identifier).value(forKey: "name") as? String
    }
    #expect(name == "Ann")
    context.performAndWait {
      context.performAndWait { #expect(context.hasChanges == false) }
    }
  }

  @Test func letObjectsGoFromContextToContextByIdentifierAlone() throws {
    let container = try Library.container()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let author = try one.make("Author", ["name": "Ann"])
    #expect(throws: ManagedObjectError.otherContext(author.objectID)) { try other.insert(author) }
    let elsewhere = try NSPersistentContainer(
      name: "Agents",
      managedObjectModel: ManagedObjectModel(entities: [EntityDescription(name: "Agent")]))
    let agent = try NSManagedObject(
      entity: try #require(elsewhere.managedObjectModel.entities.first), insertInto: nil)
    #expect(throws: ManagedObjectError.otherModel(entity: "Agent")) { try one.insert(agent) }
  }

  @Test func haveScratchPadsOnTheirContexts() throws {
    let parent = try Library.context()
    let author = try parent.make("Author", ["name": "Ann"])
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    let own = try child.existingObject(with: author.objectID)
    #expect(own !== author)
    try own.setValue("Bea", forKey: "name")
    #expect(try author.value(forKey: "name") as? String == "Ann")
    try child.save()
    #expect(try author.value(forKey: "name") as? String == "Bea")
    #expect(parent.hasChanges)
    try parent.save()
    #expect(!parent.hasChanges)
  }

  @Test func tellOfConflictsUnlessAPolicySettlesThem() throws {
    let container = try Library.container()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let mine = try one.make("Author", ["name": "Ann"])
    try one.save()
    let theirs = try other.existingObject(with: mine.objectID)
    try mine.setValue("Bea", forKey: "name")
    try theirs.setValue("Cid", forKey: "name")
    try other.save()
    #expect(throws: StackError.self) { try one.save() }
    one.mergePolicy = .mergeByPropertyObjectTrump
    try one.save()
    #expect(try one.fetch("Author").first?.value(forKey: "name") as? String == "Bea")
  }
}

extension Containers {
  @Test func letChildrenAndParentsWorkAtOnce() async throws {
    let parent = try Library.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try await withThrowingTaskGroup { group in
      for context in [parent, child] {
        group.addTask {
          for number in 0..<50 {
            try await context.perform {
              _ = try context.make("Author", ["name": "Author \(number)"])
              _ = try context.fetch("Author")
              try context.save()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try await parent.perform { try parent.save() }
    let count = try await parent.perform {
      try parent.count(for: NSFetchRequest<NSManagedObject>(entityName: "Author"))
    }
    #expect(count == 100)
  }

  @Test func mayBeUsedInsideEachOther() throws {
    let container = try Library.container()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let result = one.performAndWait {
      other.performAndWait { one.performAndWait { other.performAndWait { 7 } } }
    }
    #expect(result == 7)
  }

  @Test func mergeWhatOthersSaveWhereTheyAreAskedTo() async throws {
    let container = try Library.container()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let (identifier, isMerged) = try await one.perform {
      one.automaticallyMergesChangesFromParent = true
      let author = try one.make("Author", ["name": "Ann"])
      try one.save()
      return (author.objectID, try author.value(forKey: "name") as? String == "Bea")
    }
    #expect(!isMerged)
    let mine = try await one.perform { Kept(try one.existingObject(with: identifier)) }
    try await other.perform {
      try other.existingObject(with: identifier).setValue("Bea", forKey: "name")
      try other.save()
    }
    let deadline = ContinuousClock.now + .seconds(20)
    var name: String?
    while name != "Bea", ContinuousClock.now < deadline {
      name = try await one.perform { try mine.object.primitiveValue(forKey: "name") as? String }
    }
    #expect(name == "Bea")
  }

  @Test func takeUniqueValuesOfOthersForConflictsUnlessAPolicySettlesThem() throws {
    let model = ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Tag",
          properties: [Library.attribute("name", .string), Library.attribute("size", .integer64)],
          uniquenessConstraints: [["name"]])
      ])
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    _ = try context.make("Tag", ["name": "a", "size": 1])
    try context.save()
    _ = try context.make("Tag", ["name": "a", "size": 2])
    #expect(throws: StackError.self) { try context.save() }
    context.mergePolicy = .mergeByPropertyObjectTrump
    try context.save()
    #expect(try context.fetch("Tag").map { try $0.value(forKey: "size") as? Int } == [2])
    context.mergePolicy = .mergeByPropertyStoreTrump
    _ = try context.make("Tag", ["name": "a", "size": 3])
    try context.save()
    #expect(try context.fetch("Tag").map { try $0.value(forKey: "size") as? Int } == [2])
  }

  @Test(arguments: [
    MergePolicy.mergeByPropertyObjectTrump, .overwrite, .mergeByPropertyStoreTrump, .rollback,
  ])
  func letObjectsWithTheirUniqueValuesStandForNewOnes(policy: MergePolicy) throws {
    let model = ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Label",
          properties: [Library.attribute("name", .string), Library.attribute("size", .integer64)],
          uniquenessConstraints: [["name"]])
      ])
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.mergePolicy = policy
    let held = try context.make("Label", ["name": "a", "size": 1])
    try context.save()
    let new = try context.make("Label", ["name": "a", "size": 2])
    let twins = try (1...2).map { _ in try context.make("Label", ["name": "b"]) }
    try context.save()
    #expect(new.managedObjectContext == nil && held.managedObjectContext === context)
    #expect(new.objectID == held.objectID)
    #expect(try context.existingObject(with: new.objectID) === held)
    #expect(twins[1].managedObjectContext == nil && twins[1].objectID == twins[0].objectID)
    #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Label")) == 2)
  }
}

/// An object that is used on its context's queue alone.
private struct Kept: @unchecked Sendable {
  let object: NSManagedObject

  init(_ object: NSManagedObject) { self.object = object }
}

@Model final class Trip {
  var name: String
  var days: Int
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

  init(name: String, days: Int) {
    self.name = name
    self.days = days
  }
}

@Model final class Stop {
  var name: String
  var trip: Trip?

  init(name: String) { self.name = name }
}
