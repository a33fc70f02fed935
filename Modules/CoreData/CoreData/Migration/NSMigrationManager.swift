#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects
import StrataRuntime

/// The migration of a store to another version of its model, object by object.
///
/// The migrated objects are written into a store of their own in one save, so that a migration that
/// fails leaves nothing there. All objects are in memory meanwhile.
open class NSMigrationManager: NSObject {
  /// The model of the source store.
  public let sourceModel: NSManagedObjectModel
  /// The model of the migrated store.
  public let destinationModel: NSManagedObjectModel
  /// The mapping of the running migration.
  public private(set) var mappingModel: NSMappingModel!
  /// The context of the source objects, during a migration.
  public private(set) var sourceContext: NSManagedObjectContext!
  /// The context of the migrated objects, during a migration.
  public private(set) var destinationContext: NSManagedObjectContext!
  /// The mapping whose objects are migrated now.
  public private(set) var currentEntityMapping: NSEntityMapping!
  /// The part that is done, from 0 to 1.
  public private(set) var migrationProgress: Float = 0
  /// Values of your own.
  open var userInfo: [AnyHashable: Any]?
  /// Has no effect: there is one kind of manager.
  open var usesStoreSpecificMigrationManager = true

  private var cancellation: (any Error)?
  private var destinations: [String: [NSManagedObject: [NSManagedObject]]] = [:]
  private var sources: [String: [NSManagedObject: [NSManagedObject]]] = [:]
  private var order: [String: [NSManagedObject]] = [:]

  /// Creates a manager.
  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
  }

  /// Migrates a store into a new one.
  ///
  /// - Throws: `ManagedObjectError` for a mapping that doesn't fit the models, errors of policies,
  ///   and the errors of opening, reading and saving stores. There is no new store then.
  open func migrateStore(
    from sourceURL: URL, sourceType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    guard let mappings else {
      throw ManagedObjectError.unsupported(
        "a migration needs a mapping model; infer one, or build it")
    }
    guard !FileManager.default.fileExists(atPath: dURL.path) else {
      throw ManagedObjectError.unsupported(
        "there is a file at \(dURL.path) already; migrate to a place without one")
    }
    guard FileManager.default.fileExists(atPath: sourceURL.path) else {
      throw ManagedObjectError.unsupported("there is no store at \(sourceURL.path)")
    }
    reset()
    mappingModel = mappings
    defer { reset() }
    let source = try NSPersistentStoreCoordinator(migrating: sourceModel)
    let reading = NSPersistentStoreDescription(url: sourceURL)
    reading.type = sourceType
    reading.isReadOnly = true
    try set(sOptions, in: reading)
    try source.addPersistentStore(reading)
    let destination = try NSPersistentStoreCoordinator(migrating: destinationModel)
    let writing = NSPersistentStoreDescription(url: dURL)
    writing.type = destinationType
    try set(dOptions, in: writing)
    do {
      let store = try destination.addPersistentStore(writing)
      (sourceContext, destinationContext) = (context(source), context(destination))
      try migrate(mappings)
      try destinationContext.save()
      destinationContext.reset()
      try destination.remove(store)
    } catch {
      destinationContext?.reset()
      for store in destination.persistentStores { try destination.remove(store) }
      try destination.destroyPersistentStore(at: dURL, ofType: destinationType)
      throw error
    }
  }

  private func migrate(_ mappings: NSMappingModel) throws {
    let policies = try mappings.entityMappings.map { ($0, try policy(of: $0)) }
    let steps = Float(max(policies.count * 3, 1))
    func run(_ body: (NSEntityMapping, NSEntityMigrationPolicy) throws -> Void) throws {
      for (mapping, policy) in policies {
        if let cancellation { throw cancellation }
        currentEntityMapping = mapping
        try body(mapping, policy)
        migrationProgress += 1 / steps
      }
    }
    try run { mapping, policy in
      try policy.begin(mapping, with: self)
      for object in try sourceObjects(of: mapping) {
        if let cancellation { throw cancellation }
        try policy.createDestinationInstances(forSource: object, in: mapping, manager: self)
      }
      try policy.endInstanceCreation(forMapping: mapping, manager: self)
    }
    try run { mapping, policy in
      for object in order[mapping.name] ?? [] {
        if let cancellation { throw cancellation }
        try policy.createRelationships(forDestination: object, in: mapping, manager: self)
      }
      try policy.endRelationshipCreation(forMapping: mapping, manager: self)
    }
    try run { mapping, policy in
      try policy.performCustomValidation(forMapping: mapping, manager: self)
      try policy.end(mapping, manager: self)
    }
    currentEntityMapping = nil
  }

  private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.retainsRegisteredObjects = true
    return context
  }

  private func set(
    _ options: [AnyHashable: Any]?, in description: NSPersistentStoreDescription
  ) throws {
    for (key, value) in options ?? [:] {
      guard let key = key as? String else {
        throw ManagedObjectError.unsupported("an option's key is a text, and no \(key.base)")
      }
      description.setOption(value, forKey: key)
    }
  }

  private func sourceObjects(of mapping: NSEntityMapping) throws -> [NSManagedObject] {
    guard let name = mapping.sourceEntityName, mapping.mappingType != .addEntityMappingType,
      mapping.mappingType != .removeEntityMappingType
    else { return [] }
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.predicate = mapping.sourcePredicate
    request.includesSubentities = false
    return try sourceContext.fetch(request)
  }

  private func policy(of mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
    guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else {
      return NSEntityMigrationPolicy()
    }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let found = ProgramTypes.classes(named: [last], inheriting: NSEntityMigrationPolicy.self)
      .filter { !name.contains(".") || "\(String(reflecting: $0))".hasSuffix(name) }
    guard found.count == 1, let type = found[0] as? NSEntityMigrationPolicy.Type else {
      throw ManagedObjectError.unsupported(
        "\(mapping.name ?? "") names the policy \(name), and the program has \(found.count) such classes; name one that "
          + "inherits from NSEntityMigrationPolicy, with its module")
    }
    return type.init()
  }

  // MARK: Objects

  /// Records that a source object has become a migrated one.
  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    let name = entityMapping.name ?? ""
    destinations[name, default: [:]][sourceInstance, default: []].append(destinationInstance)
    sources[name, default: [:]][destinationInstance, default: []].append(sourceInstance)
    order[name, default: []].append(destinationInstance)
  }

  /// Returns the objects that source objects have become by a mapping, or all of the mapping.
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    guard let sourceInstances else { return order[mappingName] ?? [] }
    return sourceInstances.flatMap { destinations[mappingName]?[$0] ?? [] }
  }

  /// Returns the objects that have become migrated ones by a mapping, or all of the mapping.
  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    (destinationInstances ?? order[mappingName] ?? []).flatMap { sources[mappingName]?[$0] ?? [] }
  }

  /// The object that a source object has become by any mapping.
  func migrated(_ source: NSManagedObject) -> NSManagedObject? {
    for mapping in mappingModel?.entityMappings ?? [] {
      if let found = destinations[mapping.name]?[source]?.first { return found }
    }
    return nil
  }

  /// Returns the entity of a mapping's source objects.
  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }

  /// Returns the entity of a mapping's migrated objects.
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }

  /// Ends the running migration before the next object. `migrateStore` throws the error.
  open func cancelMigrationWithError(_ error: any Error) { cancellation = error }

  /// Forgets the objects of a migration.
  open func reset() {
    (destinations, sources, order) = ([:], [:], [:])
    (sourceContext, destinationContext, mappingModel, currentEntityMapping) = (nil, nil, nil, nil)
    (cancellation, migrationProgress) = (nil, 0)
  }
}
#endif
