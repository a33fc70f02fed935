import CoreData
import StrataTestSupport
import Testing

/// Doubles what the source has, and names the object after its key.
final class DoublingPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    let weight = sInstance.value(forKey: "weight") as? Int ?? 0
    made.first?.setValue(Double(weight) * 2, forKey: "weight")
  }
}

/// Refuses an object that weighs nothing.
final class RefusingPolicy: NSEntityMigrationPolicy {
  struct Refusal: Error {}

  override func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws { throw Refusal() }
}

/// Migrations of stores in programs of Core Data, in its words.
@Suite struct MigrationPrograms {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A model of parcels in crates. The second version has another type of weight and another name.
  private func model(_ version: Int) -> NSManagedObjectModel {
    let (parcel, crate) = (NSEntityDescription(), NSEntityDescription())
    parcel.name = "Parcel"
    crate.name = version == 1 ? "Crate" : "Container"
    if version > 1 { crate.renamingIdentifier = "Crate" }
    let parcels = Library.relationship("parcels", to: parcel, isToMany: true)
    let place = Library.relationship("crate", to: crate, isToMany: false)
    (parcels.inverseRelationship, place.inverseRelationship) = (place, parcels)
    let weight = Library.attribute(
      "weight", version == 1 ? .integer32AttributeType : .doubleAttributeType)
    let label = Library.attribute(version < 3 ? "label" : "name", .stringAttributeType)
    if version > 2 { label.renamingIdentifier = "label" }
    parcel.properties = [weight, label, place]
    crate.properties = [Library.attribute("number", .integer64AttributeType), parcels]
    if version > 3 { crate.properties += [Library.attribute("colour", .stringAttributeType)] }
    let model = NSManagedObjectModel()
    model.entities = [parcel, crate]
    return model
  }

  private var old: URL { folder.file("old.sqlite") }
  private var new: URL { folder.file("new.sqlite") }

  private func stage(from old: Int, to new: Int) -> NSCustomMigrationStage {
    let (old, new) = (model(old), model(new))
    return NSCustomMigrationStage(
      migratingFrom: NSManagedObjectModelReference(
        model: old, versionChecksum: old.versionChecksum),
      to: NSManagedObjectModelReference(model: new, versionChecksum: new.versionChecksum))
  }

  private func open(
    _ version: Int, at url: URL, _ options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(version))
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func fill() throws {
    let context = try open(1, at: old)
    let crate = NSEntityDescription.insertNewObject(forEntityName: "Crate", into: context)
    crate.setValue(7, forKey: "number")
    for weight in [1, 2] {
      let parcel = NSEntityDescription.insertNewObject(forEntityName: "Parcel", into: context)
      parcel.setValue(weight, forKey: "weight")
      parcel.setValue("P\(weight)", forKey: "label")
      parcel.setValue(crate, forKey: "crate")
    }
    try context.save()
  }

  /// The mapping from the first version to the second, with a policy for parcels.
  private func mapping(_ policy: String?) -> NSMappingModel {
    let parcels = NSEntityMapping()
    parcels.name = "Parcels"
    parcels.mappingType = .customEntityMappingType
    (parcels.sourceEntityName, parcels.destinationEntityName) = ("Parcel", "Parcel")
    parcels.entityMigrationPolicyClassName = policy
    let label = NSPropertyMapping()
    (label.name, label.valueExpression) = ("label", FetchExpression(forKeyPath: "label"))
    parcels.attributeMappings = [label]
    let crates = NSEntityMapping()
    crates.name = "Crates"
    crates.mappingType = .transformEntityMappingType
    (crates.sourceEntityName, crates.destinationEntityName) = ("Crate", "Container")
    let number = NSPropertyMapping()
    (number.name, number.valueExpression) = ("number", FetchExpression(forKeyPath: "number"))
    crates.attributeMappings = [number]
    let content = NSPropertyMapping()
    (content.name, content.valueExpression) = ("parcels", FetchExpression(forKeyPath: "parcels"))
    crates.relationshipMappings = [content]
    let mapping = NSMappingModel()
    mapping.entityMappings = [parcels, crates]
    return mapping
  }

  @Test func migrateByPolicies() throws {
    try fill()
    let manager = NSMigrationManager(sourceModel: model(1), destinationModel: model(2))
    try manager.migrateStore(
      from: old, sourceType: NSSQLiteStoreType, options: nil, with: mapping("DoublingPolicy"),
      toDestinationURL: new, destinationType: NSSQLiteStoreType, destinationOptions: nil)
    let context = try open(2, at: new)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Parcel")
    request.sortDescriptors = [NSSortDescriptor(key: "label", ascending: true)]
    let parcels = try context.fetch(request)
    #expect(parcels.map { $0.value(forKey: "weight") as? Double } == [2, 4])
    #expect(parcels.map { $0.value(forKeyPath: "crate.number") as? Int } == [7, 7])
    #expect(try open(1, at: old).count(for: request) == 2)
  }

  @Test func leaveNothingBehindIfAPolicyFails() throws {
    try fill()
    let manager = NSMigrationManager(sourceModel: model(1), destinationModel: model(2))
    #expect(throws: RefusingPolicy.Refusal.self) {
      try manager.migrateStore(
        from: old, sourceType: NSSQLiteStoreType, options: nil, with: mapping("RefusingPolicy"),
        toDestinationURL: new, destinationType: NSSQLiteStoreType, destinationOptions: nil)
    }
    #expect(!FileManager.default.fileExists(atPath: new.path))
    #expect(throws: ManagedObjectError.self) {
      try manager.migrateStore(
        from: old, sourceType: NSSQLiteStoreType, options: nil, with: mapping("NoPolicy"),
        toDestinationURL: new, destinationType: NSSQLiteStoreType, destinationOptions: nil)
    }
  }

  @Test func inferMappings() throws {
    #expect(throws: ManagedObjectError.self) {
      try NSMappingModel.inferredMappingModel(forSourceModel: model(1), destinationModel: model(2))
    }
    let inferred = try NSMappingModel.inferredMappingModel(
      forSourceModel: model(2), destinationModel: model(3))
    #expect(inferred.entityMappings.count == 2)
    let parcels = try #require(inferred.entityMappingsByName["IEM_Transform_Parcel"])
    #expect(parcels.mappingType == .transformEntityMappingType)
    #expect(parcels.attributeMappings?.map(\.name) == ["name", "weight"])
    #expect(NSMappingModel(from: nil, forSourceModel: model(1), destinationModel: model(2)) == nil)
  }

  @Test func askStoresForTheirVersions() throws {
    try fill()
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: old, options: nil)
    #expect(model(1).isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    #expect(!model(2).isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
  }

  @Test func refuseOtherVersionsWithoutPermission() throws {
    let context = try open(2, at: old)
    context.persistentStoreCoordinator.map { #expect($0.persistentStores.count == 1) }
    for options in [[NSMigratePersistentStoresAutomaticallyOption: false], [:], nil] {
      _ = try open(2, at: old, options)
      let error = #expect(throws: ManagedObjectError.otherVersion(path: old.path)) {
        _ = try open(3, at: old, options)
      }
      #expect(
        error.map { ($0 as NSError).code } == NSPersistentStoreIncompatibleVersionHashError)
    }
    _ = try open(3, at: old, [NSMigratePersistentStoresAutomaticallyOption: true])
  }

  @Test func runStages() throws {
    do {
      let context = try open(2, at: old)
      let parcel = NSEntityDescription.insertNewObject(forEntityName: "Parcel", into: context)
      parcel.setValue("a", forKey: "label")
      try context.save()
    }
    let stage = self.stage(from: 2, to: 3)
    var seen: [String] = []
    func change(_ manager: NSStagedMigrationManager, _ key: String) throws {
      guard let context = manager.container?.newBackgroundContext() else { return }
      try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Parcel")
        for parcel in try context.fetch(request) {
          let text = parcel.value(forKey: key) as? String ?? ""
          seen.append("\(key) \(text)")
          parcel.setValue(text + "+", forKey: key)
        }
        try context.save()
      }
    }
    stage.willMigrateHandler = { manager, _ in try change(manager, "label") }
    stage.didMigrateHandler = { manager, _ in try change(manager, "name") }
    let options = [
      NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage])
    ]
    for _ in 0..<2 {
      let context = try open(3, at: old, options)
      let parcels = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Parcel"))
      #expect(parcels.map { $0.value(forKey: "name") as? String } == ["a++"])
    }
    #expect(seen == ["label a", "name a+"])
  }

  @Test func runNoStageThatTheStoreHasPassed() throws {
    _ = try open(3, at: old, [NSMigratePersistentStoresAutomaticallyOption: true])
    let stage = self.stage(from: 1, to: 2)
    var runs = 0
    stage.willMigrateHandler = { _, _ in runs += 1 }
    let passed = NSLightweightMigrationStage([model(2).versionChecksum, model(3).versionChecksum])
    let options = [
      NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage, passed])
    ]
    _ = try open(4, at: old, options)
    #expect(runs == 0)
  }

  @Test func refuseAStoreOfAVersionThatNoStageNames() throws {
    _ = try open(3, at: old)
    let stage = self.stage(from: 1, to: 2)
    let key = NSPersistentStoreStagedMigrationManagerOptionKey
    #expect(throws: ManagedObjectError.self) {
      _ = try open(4, at: old, [key: NSStagedMigrationManager([stage])])
    }
    let description = NSPersistentStoreDescription(url: old)
    description.setOption(NSStagedMigrationManager([stage]), forKey: key)
    description.setOption(nil, forKey: key)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(4))
    var failure: (any Error)?
    coordinator.addPersistentStore(with: description) { _, error in failure = error }
    #expect(failure == nil)
  }

  @Test func refuseMappingsOfRelationshipsThatArent() throws {
    try fill()
    let mapping = mapping(nil)
    mapping.entityMappingsByName["Crates"]?.relationshipMappings?.first?.name = "parcel"
    let manager = NSMigrationManager(sourceModel: model(1), destinationModel: model(2))
    #expect(throws: ManagedObjectError.noRelationship(entity: "Container", key: "parcel")) {
      try manager.migrateStore(
        from: old, sourceType: NSSQLiteStoreType, options: nil, with: mapping,
        toDestinationURL: new, destinationType: NSSQLiteStoreType, destinationOptions: nil)
    }
    #expect(!FileManager.default.fileExists(atPath: new.path))
  }
}
