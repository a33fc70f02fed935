import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

@Suite struct TransientProperties {
  private static func transient(_ property: PropertyDescription) -> PropertyDescription {
    switch property {
    case .relationship(var one):
      one.isTransient = true
      return .relationship(one)
    case .attribute(var one):
      one.isTransient = true
      return .attribute(one)
    case .fetchedProperty: return property
    }
  }

  private static let model = ManagedObjectModel(
    entities: [
      EntityDescription(
        name: "Room",
        properties: [
          Library.attribute("name", .string),
          transient(Library.attribute("heat", .integer16) { $0.defaultValue = .integer(20) }),
          transient(Library.attribute("price", .decimal)),
          transient(Library.attribute("anything", .transformable)),
          transient(Library.relationship("guests", "Guest", "room")),
          transient(Library.relationship("next", "Room", nil, maxCount: 1)),
          transient(Library.relationship("queue", "Guest", nil, isOrdered: true)),
        ]),
      EntityDescription(
        name: "Guest",
        properties: [
          Library.attribute("name", .string),
          transient(Library.relationship("room", "Room", "guests", maxCount: 1)),
        ]),
    ])

  private let context: NSManagedObjectContext
  private let room: NSManagedObject

  init() throws {
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    try coordinator.addPersistentStore(.inMemory)
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    room = try context.make("Room", ["name": "Red", "heat": 21])
    try context.save()
  }

  @Test func convertTheirValuesAsSavedOnesDo() throws {
    try room.setValue(Int8(5), forKey: "heat")
    #expect(try room.value(forKey: "heat") is NSNumber)
    #expect(try room.value(forKey: "heat", as: Int.self) == 5)
    try room.setValue(7, forKey: "price")
    #expect(try room.value(forKey: "price") as? Decimal == 7)
    #expect(throws: ManagedObjectError.self) { try room.setValue(40_000, forKey: "heat") }
    // What no store takes needs no data.
    let anything = Calendar(identifier: .hebrew)
    try room.setValue(anything, forKey: "anything")
    #expect(try room.value(forKey: "anything") as? Calendar == anything)
  }

  @Test func areAsTheyWereAfterARollback() throws {
    try room.setValue(25, forKey: "heat")
    #expect(try room.committedValues(forKeys: ["heat"])["heat"] as? Int == 21)
    context.rollback()
    #expect(try room.value(forKey: "heat") as? Int == 21)
    try room.setValue(26, forKey: "heat")
    try context.save()
    context.rollback()
    try room.setValue("Blue", forKey: "name")
    context.rollback()
    #expect(try room.value(forKey: "heat") as? Int == 26)
  }

  @Test func areAsTheyWereAfterARefreshThatDropsChanges() throws {
    try room.setValue(25, forKey: "heat")
    try context.refresh(room, mergeChanges: true)
    #expect(try room.value(forKey: "heat") as? Int == 25)
    try context.refresh(room, mergeChanges: false)
    #expect(try room.value(forKey: "heat") as? Int == 21)
    #expect(!room.hasChanges)
  }

  @Test func stayWhereOthersSave() throws {
    try room.setValue(25, forKey: "heat")
    try context.save()
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let same = try #require(try other.fetch("Room").first)
    #expect(try same.value(forKey: "heat") as? Int == 20)
    try same.setValue("Blue", forKey: "name")
    try other.save()
    try context.mergeChanges()
    #expect(try room.value(forKey: "name") as? String == "Blue")
    #expect(try room.value(forKey: "heat") as? Int == 25)
  }

  @Test func areLeftAsTheyAreByAnUndo() throws {
    context.undoManager = UndoManager()
    try room.setValue(25, forKey: "heat")
    try room.setValue("Blue", forKey: "name")
    try context.undoManager?.undo()
    #expect(try room.value(forKey: "name") as? String == "Red")
    #expect(try room.value(forKey: "heat") as? Int == 25)
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    try other.fetch("Room").first?.setValue("Green", forKey: "name")
    try other.save()
    try context.mergeChanges()
    #expect(try room.value(forKey: "name") as? String == "Green")
    #expect(try room.value(forKey: "heat") as? Int == 25)
  }

  @Test func stayInTheContextThatTheyWereSetIn() throws {
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = context
    let same = try #require(try child.fetch("Room").first)
    try same.setValuesForKeys(["heat": 30, "name": "Blue"])
    let guest = try child.make("Guest", ["room": same])
    child.rollback()
    #expect(try same.value(forKey: "heat") as? Int == 20)
    #expect(try same.value(forKey: "guests") as? Set<NSManagedObject> == [])
    try same.setValuesForKeys(["heat": 30, "name": "Blue", "guests": [guest]])
    try child.insert(guest)
    try child.save()
    child.rollback()
    #expect(try room.value(forKey: "name") as? String == "Blue")
    #expect(try room.value(forKey: "heat") as? Int == 21)
    try context.save()
    try child.mergeChanges()
    #expect(try same.value(forKey: "heat") as? Int == 30)
    #expect(try same.value(forKey: "guests") as? Set<NSManagedObject> == [guest])
  }

  @Test func leadToObjectsFromBothEnds() throws {
    let guests = try ["a", "b"].map { try context.make("Guest", ["name": $0]) }
    let other = try context.make("Room")
    try room.setValue(Set(guests), forKey: "guests")
    #expect(try guests[0].value(forKey: "room") as? NSManagedObject === room)
    try guests[0].setValue(other, forKey: "room")
    #expect(try room.value(forKey: "guests") as? Set<NSManagedObject> == [guests[1]])
    #expect(try other.value(forKey: "guests") as? Set<NSManagedObject> == [guests[0]])
    try room.mutableSetValue(forKey: "guests").add(guests[0])
    #expect(try other.value(forKey: "guests") as? Set<NSManagedObject> == [])
    try room.setValue(other, forKey: "next")
    try room.mutableOrderedSetValue(forKey: "queue").addObjects(from: [guests[1], guests[0]])
    try room.mutableOrderedSetValue(forKey: "queue").insert(guests[0], at: 0)
    #expect(try room.value(forKey: "queue") as? [NSManagedObject] == [guests[1], guests[0]])
    #expect(throws: ManagedObjectError.self) { try room.setValue(guests[0], forKey: "next") }
    try context.save()
    #expect(try room.value(forKey: "next") as? NSManagedObject === other)
    #expect(try room.objectIDs(forRelationshipNamed: "next") == [other.objectID])
    #expect(try !room.hasFault(forRelationshipNamed: "guests"))
  }

  @Test func leadNowhereInTheStore() throws {
    let other = try context.make("Room")
    try room.setValue(other, forKey: "next")
    #expect(room.hasChanges && !room.hasPersistentChangedValues)
    try context.save()
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    #expect(try fresh.fetch("Room", "name == 'Red'").first?.value(forKey: "next") == nil)
    #expect(throws: ManagedObjectError.self) { try fresh.fetch("Room", "next == nil") }
  }

  @Test func dontLeadToWhatWasDeleted() throws {
    let guest = try context.make("Guest")
    try room.mutableSetValue(forKey: "guests").add(guest)
    try context.save()
    context.delete(guest)
    #expect(try room.value(forKey: "guests") as? Set<NSManagedObject> == [])
    context.rollback()
    #expect(try room.value(forKey: "guests") as? Set<NSManagedObject> == [guest])
    context.delete(guest)
    try context.save()
    #expect(try room.value(forKey: "guests") as? Set<NSManagedObject> == [])
  }

  @Test func leadWhereTheyLedAfterARollback() throws {
    let guest = try context.make("Guest")
    try context.save()
    try guest.setValue(room, forKey: "room")
    #expect(try room.committedValues(forKeys: ["guests"])["guests"] as? Set<NSManagedObject> == [])
    context.rollback()
    #expect(try guest.value(forKey: "room") == nil)
    #expect(try room.value(forKey: "guests") as? Set<NSManagedObject> == [])
  }
}
