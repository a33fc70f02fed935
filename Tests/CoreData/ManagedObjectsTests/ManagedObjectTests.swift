import Foundation
import Observation
import Strata
import StrataDescriptions
import StrataManagedObjects
import StrataTestSupport
import Testing

@Suite struct ManagedObjects {
  @Test func haveTheirEntitysInitialValues() throws {
    let context = try Library.context()
    let author = try NSManagedObject(entity: Library.author, insertInto: context)
    #expect(context.insertedObjects == [author])
    #expect(try author.value(forKey: "name") == nil)
    #expect(try author.value(forKey: "isAlive") as? Bool == true)
    #expect(try author.value(forKey: "rank") as? Int16 == 3)
    #expect(try author.value(forKey: "publications") as? Set<NSManagedObject> == [])
    #expect(author.entity == Library.author)
    #expect(author.isInserted && !author.isUpdated && !author.isFault)
  }

  @Test func comeBackFromTheStoreAsTheyWere() throws {
    let context = try Library.context()
    let uuid = UUID()
    let born = Date(timeIntervalSinceReferenceDate: 12_345.678)
    let page = try #require(URL(string: "https://example.org/a"))
    let author = try context.make(
      "Author",
      [
        "name": "Ann", "born": born, "code": uuid, "isAlive": false, "rank": 7, "page": page,
        "home": ["city": "Rome", "number": 5],
      ])
    let book = try context.make(
      "Book",
      ["title": "Tea", "price": Decimal(string: "12.50"), "cover": Data([1, 2]), "pages": 90])
    try author.insert(book, forKey: "publications")
    try context.save()
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let found = try #require(try other.fetch("Author").first)
    #expect(found !== author && found.objectID == author.objectID)
    #expect(try found.value(forKey: "name") as? String == "Ann")
    #expect(try found.value(forKey: "born") as? Date == born)
    #expect(try found.value(forKey: "code") as? UUID == uuid)
    #expect(try found.value(forKey: "isAlive") as? Bool == false)
    #expect(try found.value(forKey: "rank") as? Int == 7)
    #expect(try found.value(forKey: "page") as? URL == page)
    let home = try #require(try found.value(forKey: "home") as? [String: Any])
    #expect(home["city"] as? String == "Rome" && home["number"] as? Int32 == 5)
    #expect(try found.hasFault(forRelationshipNamed: "publications"))
    let books = try #require(try found.value(forKey: "publications") as? Set<NSManagedObject>)
    #expect(try !found.hasFault(forRelationshipNamed: "publications"))
    let first = try #require(books.first)
    #expect(first.entity.name == "Book" && books.count == 1)
    #expect(try first.value(forKey: "price") as? Decimal == Decimal(string: "12.5"))
    #expect(try first.value(forKey: "cover") as? Data == Data([1, 2]))
    #expect(try first.value(forKey: "authors") as? [NSManagedObject] == [found])
  }

  @Test func refuseKeysThatTheirEntityDoesntHave() throws {
    let author = try Library.context().make("Author")
    let error = ManagedObjectError.unknownProperty(entity: "Author", key: "nam")
    #expect(throws: error) { try author.value(forKey: "nam") }
    #expect(throws: error) { try author.setValue(1, forKey: "nam") }
    #expect(throws: error) { try author.primitiveValue(forKey: "nam") }
    #expect(throws: error) { try author.committedValues(forKeys: ["name", "nam"]) }
    #expect(throws: ManagedObjectError.noRelationship(entity: "Author", key: "name")) {
      try author.objectIDs(forRelationshipNamed: "name")
    }
  }

  @Test(arguments: [
    ("name", 5 as any Sendable, "String", "Int"), ("born", "today", "Date", "String"),
    ("rank", "3", "Integer 16", "String"), ("isAlive", "yes", "Boolean", "String"),
    ("code", "abc", "UUID", "String"), ("agent", "Bob", "an object", "String"),
    ("publications", 1, "a set or an array of objects", "Int"),
    ("home", "Rome", "Composite", "String"),
  ])
  func refuseValuesOfOtherTypesAndKeepTheirs(
    key: String, value: any Sendable, expected: String, found: String
  ) throws {
    let author = try Library.context().make("Author", ["name": "Ann"])
    let before = try author.value(forKey: key).map { "\($0)" }
    #expect(
      throws: ManagedObjectError.wrongType(
        entity: "Author", key: key, expected: expected, found: found)
    ) { try author.setValue(value, forKey: key) }
    #expect(try author.value(forKey: key).map { "\($0)" } == before)
  }

  @Test func refuseNumbersThatDontFit() throws {
    let author = try Library.context().make("Author")
    #expect(
      throws: ManagedObjectError.outOfRange(
        entity: "Author", key: "rank", value: "40000", type: "Integer 16")
    ) { try author.setValue(40_000, forKey: "rank") }
    #expect(throws: ManagedObjectError.self) { try author.setValue(1.5, forKey: "rank") }
    try author.setValue(UInt8(9), forKey: "rank")
    #expect(try author.value(forKey: "rank") as? Double == 9)
    try author.setValue(NSNumber(value: 4), forKey: "rank")
    #expect(try author.value(forKey: "rank", as: Int16.self) == 4)
  }

  @Test func refuseDatesAndNumbersThatNoStoreHas() throws {
    let author = try Library.context().make("Author")
    #expect(throws: ManagedObjectError.self) {
      try author.setValue(Date(timeIntervalSinceReferenceDate: .nan), forKey: "born")
    }
    let book = try Library.context().make("Magazine")
    #expect(throws: ManagedObjectError.self) { try book.setValue(Double.nan, forKey: "pages") }
    let model = ManagedObjectModel(
      entities: [EntityDescription(name: "F", properties: [Library.attribute("f", .float)])])
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let object = try context.make("F")
    #expect(
      throws: ManagedObjectError.outOfRange(entity: "F", key: "f", value: "1e+300", type: "Float")
    ) { try object.setValue(1e300, forKey: "f") }
  }

  @Test func areSavedWithoutReadingTheirRelationships() throws {
    let context = try Library.context()
    let author = try context.make("Author", ["name": "Ann"])
    try author.insert(try context.make("Book"), forKey: "publications")
    try context.save()
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    let found = try #require(try fresh.fetch("Author").first)
    try found.setValue("Bea", forKey: "name")
    try fresh.save()
    #expect(try found.hasFault(forRelationshipNamed: "publications"))
    let agent = try fresh.make("Agent")
    try found.setValue(agent, forKey: "agent")
    let chapter = try fresh.make("Chapter")
    let book = try #require(try fresh.fetch("Book").first)
    // A member comes by its own end, without the others.
    try book.insert(chapter, forKey: "chapters")
    #expect(try book.hasFault(forRelationshipNamed: "chapters"))
    try fresh.save()
    #expect(try book.value(forKey: "chapters") as? [NSManagedObject] == [chapter])
    try book.remove(chapter, forKey: "chapters")
    #expect(try chapter.value(forKey: "publication") == nil)
  }

  @Test func ofOtherContextsArentDeletedAndTheNextSaveSaysSo() throws {
    let container = try Library.container()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let author = try one.make("Author", ["name": "Ann"])
    try one.save()
    other.delete(author)
    #expect(throws: StackError.self) { try other.save() }
    #expect(try other.fetch("Author").count == 1)
  }

  @Test func refuseObjectsOfOtherEntities() throws {
    let context = try Library.context()
    let author = try context.make("Author")
    let chapter = try context.make("Chapter")
    #expect(
      throws: ManagedObjectError.wrongEntity(
        entity: "Author", key: "publications", expected: "Publication", found: "Chapter")
    ) { try author.setValue([chapter], forKey: "publications") }
    #expect(
      throws: ManagedObjectError.wrongEntity(
        entity: "Author", key: "agent", expected: "Agent", found: "Author")
    ) { try author.setValue(author, forKey: "agent") }
  }

  @Test func keepBothEndsOfRelationships() throws {
    let context = try Library.context()
    let ann = try context.make("Author", ["name": "Ann"])
    let bob = try context.make("Author", ["name": "Bob"])
    let agent = try context.make("Agent")
    try ann.setValue(agent, forKey: "agent")
    #expect(try agent.value(forKey: "author") as? NSManagedObject == ann)
    try agent.setValue(bob, forKey: "author")
    #expect(try ann.value(forKey: "agent") == nil)
    #expect(try bob.value(forKey: "agent") as? NSManagedObject == agent)
    try ann.insert(bob, forKey: "idols")
    #expect(try bob.value(forKey: "fans") as? Set<NSManagedObject> == [ann])
    try bob.setValue(NSSet(), forKey: "fans")
    #expect(try ann.value(forKey: "idols") as? Set<NSManagedObject> == [])
    try ann.setValue(NSSet(array: [bob]), forKey: "idols")
    try ann.remove(bob, forKey: "idols")
    #expect(try bob.value(forKey: "fans") as? Set<NSManagedObject> == [])
  }

  @Test func keepTheOrderOfOrderedRelationships() throws {
    let context = try Library.context()
    let book = try context.make("Book")
    let chapters = try (1...4).map { try context.make("Chapter", ["title": "\($0)"]) }
    let order = [chapters[2], chapters[0], chapters[3], chapters[1]]
    try book.setValue(NSOrderedSet(array: order), forKey: "chapters")
    let author = try context.make("Author", ["name": "Ann"])
    try author.setValue([book], forKey: "shelf")
    try context.save()
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    let found = try #require(try fresh.fetch("Book").first)
    let titles = try #require(try found.value(forKey: "chapters") as? [NSManagedObject]).map {
      try $0.value(forKey: "title") as? String
    }
    #expect(titles == ["3", "1", "4", "2"])
    let shelf = try fresh.fetch("Author").first?.value(forKey: "shelf") as? [NSManagedObject]
    #expect(shelf == [found])
  }

  @Test func tellWhatHasChanged() throws {
    let context = try Library.context()
    let author = try context.make("Author", ["name": "Ann", "rank": 4])
    #expect(try author.committedValues(forKeys: ["name"])["name"] is NSNull)
    try context.save()
    #expect(!author.hasChanges && !author.isInserted)
    #expect(try author.changedValues().isEmpty)
    try author.setValue("Bea", forKey: "name")
    let agent = try context.make("Agent")
    try author.setValue(agent, forKey: "agent")
    let changes = try author.changedValues()
    #expect(Set(changes.keys) == ["name", "agent"])
    #expect(changes["name"] as? String == "Bea")
    let before = try author.committedValues(forKeys: ["name", "rank", "agent"])
    #expect(before["name"] as? String == "Ann" && before["rank"] as? Int == 4)
    #expect(before["agent"] is NSNull)
    #expect(author.isUpdated && author.hasPersistentChangedValues)
    context.rollback()
    #expect(try author.value(forKey: "name") as? String == "Ann")
  }

  @Test func haveNoPersistentChangeAfterItIsSetBack() throws {
    let context = try Library.context()
    let author = try context.make("Author", ["name": "Ann", "rank": 4])
    #expect(author.hasPersistentChangedValues)
    try context.save()
    let agent = try context.make("Agent")
    for (name, agent) in [("Bea", agent), ("Ann", nil)] {
      try author.setValue(name, forKey: "name")
      try author.setValue(agent, forKey: "agent")
      #expect(author.hasPersistentChangedValues == (name == "Bea"))
      #expect(try author.changedValues().isEmpty == (name == "Ann"))
    }
    #expect(author.isUpdated && author.hasChanges)
  }

  @Test func keepTransientValuesInMemoryAlone() throws {
    let context = try Library.context()
    let author = try context.make("Author", ["name": "Ann"])
    try context.save()
    try author.setValue("merry", forKey: "mood")
    #expect(try author.value(forKey: "mood") as? String == "merry")
    #expect(!author.hasPersistentChangedValues && author.hasChanges)
    #expect(throws: ManagedObjectError.self) { try author.setValue(1, forKey: "mood") }
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    #expect(try fresh.fetch("Author").first?.value(forKey: "mood") == nil)
  }

  @Test func areObservedByKey() throws {
    let context = try Library.context()
    let author = try context.make("Author", ["name": "Ann"])
    nonisolated(unsafe) var count = 0
    func watch(_ key: String, _ read: (String) throws -> Any?) throws {
      let result = withObservationTracking {
        Result { try read(key) }
      } onChange: {
        count += 1
      }
      _ = try result.get()
    }
    try watch("name") { try author.value(forKey: $0) }
    try author.setValue(5, forKey: "rank")
    #expect(count == 0)
    try author.setValue("Bea", forKey: "name")
    #expect(count == 1)
    try watch("name") { try author.primitiveValue(forKey: $0) }
    try author.setValue("Cid", forKey: "name")
    #expect(count == 1)
    try watch("name") { try author.value(forKey: $0) }
    try author.setPrimitiveValue("Dan", forKey: "name")
    #expect(count == 1)
    #expect(try author.changedValues()["name"] as? String == "Dan")
    // The other end's change is one of this object's.
    let fan = try context.make("Author")
    try watch("fans") { try author.value(forKey: $0) }
    try fan.insert(author, forKey: "idols")
    #expect(count == 2)
  }

  @Test func areInsertedLaterWithAllThatTheyAreRelatedTo() throws {
    // A model of its own: without a context an entity must be that of one model in use.
    func entity(_ name: String, _ other: String) -> EntityDescription {
      EntityDescription(
        name: name,
        properties: [
          Library.attribute("name", .string),
          Library.relationship(other.lowercased(), other, name.lowercased(), maxCount: 1),
        ])
    }
    let (poet, patron) = (entity("Poet", "Patron"), entity("Patron", "Poet"))
    let container = try NSPersistentContainer(
      name: "Poets", managedObjectModel: ManagedObjectModel(entities: [poet, patron]))
    container.persistentStoreDescriptions = [.inMemory]
    try container.loadPersistentStores()
    let context = container.newBackgroundContext()
    let ann = try NSManagedObject(entity: poet, insertInto: nil)
    let kim = try NSManagedObject(entity: patron, insertInto: nil)
    try ann.setValue("Ann", forKey: "name")
    try ann.setValue(kim, forKey: "patron")
    #expect(ann.managedObjectContext == nil)
    try context.insert(ann)
    #expect(ann.managedObjectContext === context && kim.managedObjectContext === context)
    try context.save()
    #expect(try context.fetch("Patron", "poet.name == %@", "Ann") == [kim])
  }

  @Test func ofASubscriptTellTheNextSaveWhatWentWrong() throws {
    let context = try Library.context()
    let author = try context.make("Author")
    author["name"] = "Ann"
    #expect(author["name"] as? String == "Ann")
    author["rank"] = "high"
    #expect(author["rank"] as? Int == 3)
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect("\(try #require(error))".contains("Author.rank takes Integer 16, not String"))
    #expect(author["nonsense"] == nil)
    #expect(throws: StackError.self) { try context.save() }
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test func ofADeletedRowAreGone() throws {
    let context = try Library.context()
    let author = try context.make("Author", ["name": "Ann"])
    try author.setValue(try context.make("Agent"), forKey: "agent")
    try context.save()
    context.delete(author)
    #expect(author.isDeleted && context.deletedObjects.contains(author))
    try context.save()
    #expect(author.managedObjectContext == nil)
    #expect(try context.fetch("Author").isEmpty && context.fetch("Agent").isEmpty)
    #expect(throws: StackError.self) { try context.existingObject(with: author.objectID) }
  }

  @Test func giveTheIdentifiersOfWhatTheyLeadTo() throws {
    let context = try Library.context()
    let author = try context.make("Author", ["name": "Ann"])
    let agent = try context.make("Agent")
    let novel = try context.make("Novel")
    try author.setValue(agent, forKey: "agent")
    try author.insert(novel, forKey: "publications")
    try context.save()
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    let found = try #require(try fresh.fetch("Author").first)
    #expect(try found.objectIDs(forRelationshipNamed: "agent") == [agent.objectID])
    #expect(try found.hasFault(forRelationshipNamed: "agent"))
    #expect(try found.objectIDs(forRelationshipNamed: "publications") == [novel.objectID])
    #expect(try fresh.existingObject(with: novel.objectID).entity.name == "Novel")
  }

  /// A context doesn't compare an array after an append until it has to. The state is the process's.
  @Test func tellWhatTheyLeadToWhileOtherContextsHaveAppended() throws {
    let context = try Library.context()
    let author = try context.make("Author", ["name": "Ann"])
    try context.save()
    #expect(try author.objectIDs(forRelationshipNamed: "agent") == [])
    #expect(try !author.hasFault(forRelationshipNamed: "agent"))
    #expect(try author.value(forKey: "publications") as? Set<NSManagedObject> == [])
    let other = ModelContext(
      try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let trip = Trip(name: "North", days: 1)
    other.insert(trip)
    trip.stops.append(Stop(name: "Inn"))
    trip.stops.append(Stop(name: "Hut"))
    #expect(try author.objectIDs(forRelationshipNamed: "agent") == [])
    #expect(try !author.hasFault(forRelationshipNamed: "agent"))
    #expect(try !author.hasFault(forRelationshipNamed: "publications"))
    withExtendedLifetime(other) {}
  }
}
