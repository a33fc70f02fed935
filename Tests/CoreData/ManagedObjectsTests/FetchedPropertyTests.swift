import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

final class Rider: NSManagedObject {
  @Managed var name: String?
  @Managed var rivals: [Rider]
}

@Suite struct FetchedProperties {
  private static func fetched(
    _ name: String, _ predicate: String, from entity: String? = "Player"
  ) -> PropertyDescription {
    var property = FetchedPropertyDescription(
      name: name,
      fetchRequest: FetchRequestDescription(name: name, entityName: entity, predicate: predicate))
    property.userInfo = ["limit": "Bob"]
    return .fetchedProperty(property)
  }

  private static let model = ManagedObjectModel(
    entities: [
      EntityDescription(
        name: "Player",
        properties: [
          Library.attribute("name", .string), Library.attribute("rank", .integer16),
          .attribute(
            AttributeDescription(
              name: "home", composite: [AttributeDescription(name: "city", type: .string)])),
          Library.relationship("idols", "Player", "fans"),
          Library.relationship("fans", "Player", "idols"),
          fetched("peers", "rank == $FETCH_SOURCE.rank AND SELF != $FETCH_SOURCE"),
          fetched("neighbours", "home.city==$FETCH_SOURCE.home.city&&name!='$FETCH_SOURCE.x'"),
          fetched("followers", "ANY idols == $FETCH_SOURCE"),
          fetched("marked", "name == $FETCHED_PROPERTY.userInfo.limit"),
          fetched("broken", "nam == $FETCH_SOURCE.name"),
          fetched("astray", "name == $FETCH_SOURCE.nam"),
          fetched("nothing", "name == 'x'", from: nil),
        ])
    ])

  private let context: NSManagedObjectContext
  private let ann: NSManagedObject
  private let bob: NSManagedObject

  init() throws {
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    try coordinator.addPersistentStore(.inMemory)
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    ann = try context.make("Player", ["name": "Ann", "rank": 2, "home": ["city": "Rome"]])
    bob = try context.make("Player", ["name": "Bob", "rank": 2, "home": ["city": "Rome"]])
    _ = try context.make("Player", ["name": "Cid", "rank": 3])
    try ann.insert(bob, forKey: "idols")
    try context.save()
  }

  @Test func findWhatTheirRequestsDo() throws {
    #expect(try ann.value(forKey: "peers") as? [NSManagedObject] == [bob])
    #expect(try ann.primitiveValue(forKey: "marked") as? [NSManagedObject] == [bob])
    #expect(try bob.value(forKey: "followers", as: [NSManagedObject].self) == [ann])
    #expect(Set(try ann.value(forKey: "neighbours") as? [NSManagedObject] ?? []) == [ann, bob])
  }

  @Test func keepWhatTheyHaveFoundUntilTheObjectIsRefreshed() throws {
    #expect(try ann.value(forKey: "peers") as? [NSManagedObject] == [bob])
    try bob.setValue(4, forKey: "rank")
    try context.save()
    #expect(try ann.value(forKey: "peers") as? [NSManagedObject] == [bob])
    try context.refresh(ann, mergeChanges: true)
    #expect(try ann.value(forKey: "peers") as? [NSManagedObject] == [])
  }

  @Test func keepNobodyInMemory() throws {
    weak var found: NSManagedObject?
    do {
      let fresh = NSManagedObjectContext(.privateQueue)
      fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
      let ann = try #require(try fresh.fetch("Player", "name == 'Ann'").first)
      let peers = try #require(try ann.value(forKey: "peers") as? [NSManagedObject])
      #expect(try peers.first?.value(forKey: "peers") as? [NSManagedObject] == [ann])
      found = peers.first
      withExtendedLifetime(peers) { #expect(found != nil) }
    }
    #expect(found == nil)
    // Those that have gone meanwhile are read again.
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    let ann = try #require(try fresh.fetch("Player", "name == 'Ann'").first)
    for _ in 1...2 {
      let names = try (ann.value(forKey: "peers") as? [NSManagedObject])?.map {
        try $0.value(forKey: "name") as? String
      }
      #expect(names == ["Bob"])
    }
  }

  @Test func cantBeSet() throws {
    let error = ManagedObjectError.fetchedProperty(entity: "Player", key: "peers")
    #expect(throws: error) { try ann.setValue([bob], forKey: "peers") }
    #expect(throws: error) { try ann.objectIDs(forRelationshipNamed: "peers") }
    #expect(throws: error) { try ann.setValuesForKeys(["peers": []]) }
  }

  @Test(arguments: [
    ("broken", "Player has no property nam"), ("astray", "Player has no property nam"),
    ("nothing", "the model has no entity nothing"),
  ])
  func thatFindNothingSayWhy(key: String, reason: String) throws {
    let error = #expect(throws: ManagedObjectError.self) { try ann.value(forKey: key) }
    #expect("\(try #require(error))".contains("Player.\(key) can't be read: "))
    #expect("\(try #require(error))".contains(reason))
  }

  @Test func areDeclaredInClasses() throws {
    let container = try NSPersistentContainer(
      name: "Riders",
      managedObjectModel: ManagedObjectModel(
        entities: [
          EntityDescription(
            name: "Rider", managedObjectClassName: "Rider",
            properties: [
              Library.attribute("name", .string),
              Self.fetched("rivals", "name != $FETCH_SOURCE.name", from: "Rider"),
            ])
        ]), classes: [Rider.self])
    container.persistentStoreDescriptions = [.inMemory]
    try container.loadPersistentStores()
    let context = container.newBackgroundContext()
    let riders = try ["a", "b"].map { name in
      let rider = try Rider(context: context)
      rider.name = name
      return rider
    }
    #expect(riders[0].rivals == [riders[1]])
    riders[0].rivals = []
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect("\(try #require(error))".contains("Rider.rivals is what a request finds"))
  }

  @Test func needAContext() throws {
    let free = try NSManagedObject(entity: Self.model.entities[0], insertInto: nil)
    let error = #expect(throws: ManagedObjectError.self) { try free.value(forKey: "peers") }
    #expect("\(try #require(error))".contains("no context"))
  }
}
