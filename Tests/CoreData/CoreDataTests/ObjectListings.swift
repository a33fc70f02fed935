import CoreData
import StrataTestSupport
import Testing

/// A class as a model names it.
final class Item: NSManagedObject {
  var timestamp: Date? {
    get { self["timestamp"] as? Date }
    set { self["timestamp"] = newValue }
  }

  override func willSave() {
    // Only once, since what is set here is saved by this very save.
    if primitive("count") == 0 { self["count"] = 1 }
  }

  private func primitive(_ key: String) -> Int {
    primitiveValue(forKey: key) as? Int ?? 0
  }
}

final class Note: NSManagedObject {}

/// A class with accessors of its own around primitive values, and with a value that is worked out.
final class Reading: NSManagedObject {
  var celsius: Double {
    get {
      willAccessValue(forKey: "celsius")
      defer { didAccessValue(forKey: "celsius") }
      return self["celsius"] as? Double ?? 0
    }
    set {
      willChangeValue(forKey: "celsius")
      defer { didChangeValue(forKey: "celsius") }
      setPrimitiveValue(newValue, forKey: "celsius")
      setPrimitiveValue(nil, forKey: "fahrenheit")
    }
  }

  var fahrenheit: Double {
    if let known = self["fahrenheit"] as? Double { return known }
    let value = celsius * 9 / 5 + 32
    self["fahrenheit"] = value
    return value
  }
}

/// How Core Data makes objects of models, step by step, in its own words.
@Suite struct ObjectListings {
  private static var itemEntity: NSEntityDescription {
    let timestamp = NSAttributeDescription()
    timestamp.name = "timestamp"
    timestamp.attributeType = .dateAttributeType
    timestamp.isOptional = true
    let count = NSAttributeDescription()
    count.name = "count"
    count.attributeType = .integer64AttributeType
    count.defaultValue = 0
    let entity = NSEntityDescription()
    entity.name = "Item"
    entity.managedObjectClassName = "Item"
    entity.properties = [timestamp, count]
    return entity
  }

  private static var model: NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = [itemEntity]
    return model
  }

  @Test func ofAModelInCode() throws {
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: Self.model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let entity = try #require(
        NSEntityDescription.entity(forEntityName: "Item", in: context))
      let item = Item(entity: entity, insertInto: context)
      item.setValue(Date(timeIntervalSinceReferenceDate: 5), forKey: "timestamp")
      #expect(item.timestamp == Date(timeIntervalSinceReferenceDate: 5))
      try context.save()
      #expect(item.value(forKey: "count") as? Int == 1)
      let request = NSFetchRequest<Item>(entityName: "Item")
      request.predicate = NSPredicate(format: "timestamp < %@", Date() as NSDate)
      request.sortDescriptors = [NSSortDescriptor(key: "timestamp", ascending: false)]
      #expect(try context.fetch(request) == [item])
    }
  }

  @Test func ofAModelFile() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("Items.xcdatamodel")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    try Data(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Thing" representedClassName="Thing" syncable="YES">
          <attribute name="title" optional="YES" attributeType="String"/>
          <relationship name="parts" optional="YES" toMany="YES" destinationEntity="Thing" \
      inverseName="whole" inverseEntity="Thing"/>
          <relationship name="whole" optional="YES" maxCount="1" destinationEntity="Thing" \
      inverseName="parts" inverseEntity="Thing"/>
        </entity>
      </model>
      """.utf8
    ).write(to: file.appendingPathComponent("contents"))
    let model = try #require(NSManagedObjectModel(contentsOf: file))
    let container = NSPersistentContainer(name: "Items", managedObjectModel: model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: folder.file("Items.sqlite"))
    ]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    #expect(failure == nil)
    let context = container.newBackgroundContext()
    try context.performAndWait {
      // No class has the name that the model gives, so objects are used by key.
      let whole = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      let part = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      whole.setValue("Table", forKey: "title")
      part.setValue(whole, forKey: "whole")
      #expect(whole.value(forKey: "parts") as? Set<NSManagedObject> == [part])
      try context.save()
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    request.predicate = NSPredicate(format: "whole.title == %@", "Table")
    #expect(try container.newBackgroundContext().count(for: request) == 1)
  }

  @Test func withoutAContextUntilLater() throws {
    let container = NSPersistentContainer(
      name: "Items", managedObjectModel: Self.model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription.inMemory]
    try container.loadPersistentStores()
    let item = Item(entity: Item.entity(), insertInto: nil)
    #expect(item.managedObjectContext == nil)
    let context = container.newBackgroundContext()
    try context.performAndWait {
      context.insert(item)
      #expect(item.managedObjectContext === context)
      try context.save()
      #expect(!item.hasChanges)
    }
  }

  @Test func ofAClassThatNoEntityClaims() throws {
    let container = NSPersistentContainer(
      name: "Items", managedObjectModel: Self.model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription.inMemory]
    try container.loadPersistentStores()
    let context = container.newBackgroundContext()
    let note = Note(context: context)
    #expect(note.managedObjectContext === context && context.hasChanges)
    note.setValue("A", forKey: "title")
    #expect(note.value(forKey: "title") == nil)
    let error = #expect(throws: ManagedObjectError.noEntityClaims(class: "Note")) {
      try context.save()
    }
    #expect("\(try #require(error))".hasPrefix("no entity of a loaded model claims the class Note"))
  }

  @Test func ofAClassWithAccessorsOfItsOwn() throws {
    let celsius = NSAttributeDescription()
    celsius.name = "celsius"
    celsius.attributeType = .doubleAttributeType
    let fahrenheit = NSAttributeDescription()
    fahrenheit.name = "fahrenheit"
    fahrenheit.attributeType = .doubleAttributeType
    fahrenheit.isTransient = true
    let entity = NSEntityDescription()
    entity.name = "Reading"
    entity.managedObjectClassName = "Reading"
    entity.properties = [celsius, fahrenheit]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let container = NSPersistentContainer(
      name: "Readings", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription.inMemory]
    try container.loadPersistentStores()
    let context = container.newBackgroundContext()
    let reading = Reading(context: context)
    reading.celsius = 100
    #expect(reading.fahrenheit == 212)
    reading.celsius = 0
    #expect(reading.fahrenheit == 32)
    try context.save()
    #expect(
      reading.entity.attributesByName.values.filter(\.isTransient).map(\.name) == ["fahrenheit"])
    let described = try #require(NSEntityDescription.entity(forEntityName: "Reading", in: context))
    #expect(described.isKindOf(entity: reading.entity) && described.superentity == nil)
    #expect(described.managedObjectModel == model)
    #expect(model.entityVersionHashesByName["Reading"]?.count == 16)
    #expect(NSManagedObjectModel(byMerging: [model, model]) == model)
  }
}
