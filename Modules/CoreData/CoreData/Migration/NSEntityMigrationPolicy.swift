#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects

/// The key of the migration manager, in values that a policy hands on.
public let NSMigrationManagerKey = "manager"
/// The key of the source object.
public let NSMigrationSourceObjectKey = "source"
/// The key of the migrated object.
public let NSMigrationDestinationObjectKey = "destination"
/// The key of the entity mapping.
public let NSMigrationEntityMappingKey = "entityMapping"
/// The key of the property mapping.
public let NSMigrationPropertyMappingKey = "propertyMapping"
/// The key of the policy.
public let NSMigrationEntityPolicyKey = "entityPolicy"

/// The migration of an entity's objects. Inherit from it to migrate them yourself, name the class in
/// an ``NSEntityMapping``, and call `super` for what the mapping says.
///
/// The methods are called in the order of their declarations: first for all mappings the objects are
/// created, then for all the relationships are set.
open class NSEntityMigrationPolicy: NSObject {
  /// Creates a policy. A migration creates one for each mapping that names the class.
  public required override init() {}

  /// Begins the migration of an entity. Does nothing unless overridden.
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Creates the object that a source object becomes, sets its attributes and associates both.
  ///
  /// - Throws: `ManagedObjectError` for an attribute that the entity doesn't have, or a value that it
  ///   can't hold.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    guard let name = mapping.destinationEntityName else { return }
    let object = NSEntityDescription.insertNewObject(
      forEntityName: name, into: manager.destinationContext)
    for property in mapping.attributeMappings ?? [] {
      guard let key = property.name, let path = property.valueExpression?.text else { continue }
      try object.setGivenValue(try sInstance.givenValue(forKeyPath: path), forKey: key)
    }
    manager.associate(sourceInstance: sInstance, withDestinationInstance: object, for: mapping)
  }

  /// Ends the creation of an entity's objects. Does nothing unless overridden.
  open func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Sets a migrated object's relationships to the objects that the source object's have become.
  ///
  /// - Throws: `ManagedObjectError` for a relationship that the entity doesn't have.
  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    guard
      let source = manager.sourceInstances(
        forEntityMappingName: mapping.name, destinationInstances: [dInstance]
      ).first
    else { return }
    for property in mapping.relationshipMappings ?? [] {
      guard let key = property.name, let path = property.valueExpression?.text else { continue }
      guard let relationship = dInstance.entity.relationshipsByName[key] else {
        throw ManagedObjectError.noRelationship(entity: dInstance.entity.name ?? "", key: key)
      }
      let value = try source.givenValue(forKeyPath: path)
      let sources: [NSManagedObject] =
        switch value {
        case let one as NSManagedObject: [one]
        case let many as [NSManagedObject]: many
        case let many as Set<NSManagedObject>:
          many.sorted { $0.objectID.key < $1.objectID.key }
        case nil: []
        case let value?:
          throw ManagedObjectError.wrongType(
            entity: dInstance.entity.name ?? "", key: key, expected: "objects of the source",
            found: "\(type(of: value))")
        }
      let targets = sources.compactMap { manager.migrated($0) }
      if relationship.isToMany {
        try dInstance.setGivenValue(targets, forKey: key)
      } else {
        try dInstance.setGivenValue(targets.first, forKey: key)
      }
    }
  }

  /// Ends the creation of an entity's relationships. Does nothing unless overridden.
  open func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Validates the migrated objects. Does nothing unless overridden. The save validates them by the
  /// model's rules in any case.
  open func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Ends the migration of an entity. Does nothing unless overridden.
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
}
#endif
