import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

@Suite struct BatchRequests {
  @Test func changeManyObjectsInTheStore() throws {
    let context = try Library.context()
    let ann = try context.make("Author", ["name": "Ann", "rank": 1])
    let bob = try context.make("Author", ["name": "Bob", "rank": 2])
    try context.save()
    let request = NSBatchUpdateRequest(entityName: "Author")
    request.predicate = NSPredicate(format: "rank > %d", 1)
    request.propertiesToUpdate = ["rank": 9, "isAlive": false, "born": NSNull()]
    request.resultType = .objectIDs
    let result = try context.execute(request)
    #expect(result.count == 1 && result.objectIDs == [bob.objectID])
    try context.mergeChanges()
    #expect(try bob.value(forKey: "rank") as? Int == 9)
    #expect(try bob.value(forKey: "isAlive") as? Bool == false)
    #expect(try ann.value(forKey: "rank") as? Int == 1)
  }

  @Test func changeCompositeValues() throws {
    let context = try Library.context()
    let ann = try context.make("Author", ["name": "Ann", "home": ["city": "Rome", "number": 1]])
    try context.save()
    let request = NSBatchUpdateRequest(entityName: "Author")
    request.propertiesToUpdate = ["home": ["city": "Bern", "number": 3]]
    try context.execute(request)
    try context.mergeChanges()
    let home = try #require(try ann.value(forKey: "home") as? [String: Any])
    #expect(home["city"] as? String == "Bern" && home["number"] as? Int == 3)
  }

  @Test func areOfTheContextsModelAlsoWhereOthersHaveTheEntity() throws {
    // Not the library's entities, which other tests use without a context.
    let tag = EntityDescription(
      name: "BatchTag", properties: [Library.attribute("name", .string)])
    let coordinator = try NSPersistentStoreCoordinator(
      managedObjectModel: ManagedObjectModel(entities: [tag]))
    _ = try NSPersistentStoreCoordinator(
      managedObjectModel: ManagedObjectModel(entities: [tag, EntityDescription(name: "Other")]))
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    #expect(throws: ManagedObjectError.ambiguousEntity("BatchTag")) {
      try NSManagedObject(entity: tag, insertInto: nil)
    }
    let request = NSBatchInsertRequest(entityName: "BatchTag", objects: [["name": "a"]])
    #expect(try context.execute(request).count == 1)
  }

  @Test(arguments: ["nam", "publications", "rank", "name"])
  func refuseWhatAnObjectWouldRefuse(key: String) throws {
    let context = try Library.context()
    let ann = try context.make("Author", ["name": "Ann"])
    try context.save()
    let request = NSBatchUpdateRequest(entityName: "Author")
    request.propertiesToUpdate = [key: key == "name" ? "A" : "x"]
    let error = #expect(throws: (any Error).self) { try context.execute(request) }
    if let error = error as? ValidationError { #expect(error.object == nil && error.key == key) }
    try context.mergeChanges()
    #expect(try ann.value(forKey: "name") as? String == "Ann")
  }

  @Test func insertManyObjectsAtOnceOrNone() throws {
    let context = try Library.context()
    context.transactionAuthor = "import"
    let request = NSBatchInsertRequest(
      entityName: "Author", objects: [["name": "Ann", "rank": 2], ["name": "Bob"]])
    request.resultType = .objectIDs
    let result = try context.execute(request)
    #expect(result.count == 2 && result.objectIDs.count == 2)
    #expect(
      try context.existingObject(with: result.objectIDs[0]).value(forKey: "rank") as? Int == 2)
    #expect(throws: ManagedObjectError.unknownProperty(entity: "Author", key: "nam")) {
      try context.execute(
        NSBatchInsertRequest(entityName: "Author", objects: [["name": "Cid"], ["nam": "Dan"]]))
    }
    #expect(throws: ValidationError.self) {
      try context.execute(
        NSBatchInsertRequest(entityName: "Author", objects: [["name": "Cid"], ["rank": 1]]))
    }
    #expect(try context.fetch("Author").count == 2)
    // A request can be executed again.
    #expect(try context.execute(request).count == 2)
    #expect(try context.fetch("Author").count == 4)
    var number = 0
    try context.execute(
      NSBatchInsertRequest(entityName: "Author") { object in
        number += 1
        if number > 1_000 { return true }
        try object.setValue("Author \(number)", forKey: "name")
        return false
      })
    #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Author")) == 1_004)
  }

  @Test func deleteObjectsByTheirIdentifiers() throws {
    let context = try Library.context()
    let authors = try ["Ann", "Bob", "Cid"].map { try context.make("Author", ["name": $0]) }
    try context.save()
    let request = try NSBatchDeleteRequest(objectIDs: authors.prefix(2).map(\.objectID))
    request.resultType = .objectIDs
    let result = try context.execute(request)
    #expect(Set(result.result as? [PersistentIdentifier] ?? []) == Set(result.objectIDs))
    #expect(result.count == 2 && result.objectIDs.count == 2)
    #expect(try context.fetch("Author") == [authors[2]])
    request.resultType = .count
    #expect(try context.execute(request).result as? Int == 0)
    request.resultType = .statusOnly
    #expect(try context.execute(request).result as? Bool == true)
    let agent = try context.make("Agent")
    #expect(throws: ManagedObjectError.self) {
      try NSBatchDeleteRequest(objectIDs: [authors[2].objectID, agent.objectID])
    }
    #expect(throws: ManagedObjectError.self) { try NSBatchDeleteRequest(objectIDs: []) }
  }

  @Test func deleteManyObjectsByTheirDeleteRules() throws {
    let context = try Library.context()
    let ann = try context.make("Author", ["name": "Ann"])
    try ann.setValue(try context.make("Agent"), forKey: "agent")
    _ = try context.make("Author", ["name": "Bob"])
    try context.save()
    let wanted = NSFetchRequest<NSManagedObject>(entityName: "Author")
    wanted.predicate = NSPredicate(format: "name == %@", "Ann")
    let request = NSBatchDeleteRequest(fetchRequest: wanted)
    request.resultType = .count
    #expect(try context.execute(request).count == 1)
    #expect(try context.fetch("Author").count == 1)
    #expect(try context.fetch("Agent").isEmpty)
  }
}
