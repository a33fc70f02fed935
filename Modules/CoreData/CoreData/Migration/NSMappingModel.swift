#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects

/// The way in which an entity's objects are migrated.
public enum NSEntityMappingType: UInt, Sendable {
  /// The type isn't known.
  case undefinedEntityMappingType = 0
  /// The mapping's policy migrates the objects.
  case customEntityMappingType = 1
  /// The entity is new, and has no objects to migrate.
  case addEntityMappingType = 2
  /// The entity's objects are dropped.
  case removeEntityMappingType = 3
  /// The objects are migrated unchanged.
  case copyEntityMappingType = 4
  /// The objects are migrated by the mapping's properties.
  case transformEntityMappingType = 5
}

/// The value that a property of a migrated object gets.
public final class NSPropertyMapping: NSObject {
  /// The property's name in the destination.
  public var name: String?
  /// The key path of the value in the source object. For a relationship, it leads to the source
  /// objects whose migrated ones the property gets. Nil if the property isn't set.
  public var valueExpression: FetchExpression?
  /// Values of your own.
  public var userInfo: [AnyHashable: Any]?

  /// Creates a mapping whose name and value you set later.
  public override init() {}

  convenience init(_ name: String, from key: String?) {
    self.init()
    self.name = name
    valueExpression = key.map { FetchExpression(forKeyPath: $0) }
  }
}

/// The migration of one entity's objects.
public final class NSEntityMapping: NSObject {
  /// The mapping's name, unique in its model.
  public var name: String! = ""
  /// The way in which objects are migrated.
  public var mappingType = NSEntityMappingType.undefinedEntityMappingType
  /// The entity of the source objects, or nil for a new entity.
  public var sourceEntityName: String?
  /// The hash of the source entity's version.
  public var sourceEntityVersionHash: Data?
  /// The entity of the migrated objects, or nil for a removed entity.
  public var destinationEntityName: String?
  /// The hash of the destination entity's version.
  public var destinationEntityVersionHash: Data?
  /// The values of the attributes.
  public var attributeMappings: [NSPropertyMapping]?
  /// The values of the relationships.
  public var relationshipMappings: [NSPropertyMapping]?
  /// The condition of the source objects, or nil for all of the entity. Subentities have mappings of
  /// their own.
  public var sourcePredicate: NSPredicate?
  /// The name of a subclass of ``NSEntityMigrationPolicy``, with or without its module, or nil for
  /// the policy that follows the mapping.
  public var entityMigrationPolicyClassName: String?
  /// Values of your own.
  public var userInfo: [AnyHashable: Any]?

  /// Creates a mapping whose content you set later.
  public override init() {}
}

/// The migration of a model's objects to another version of the model.
public final class NSMappingModel: NSObject {
  /// The mappings of the entities, in the order in which they are migrated.
  public var entityMappings: [NSEntityMapping]! = []

  /// Creates a model whose mappings you set later.
  public override init() {}

  /// The mappings by name.
  public var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(entityMappings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns nil: mapping models that Xcode has written can't be read. Build one in code, or infer
  /// it.
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) { return nil }

  /// Returns nil: mapping models that Xcode has written can't be read. Build one in code, or infer
  /// it.
  public convenience init?(contentsOf url: URL?) { return nil }

  /// Infers a mapping from two models: entities and properties correspond by their names, or by their
  /// renaming identifiers.
  ///
  /// - Throws: `ManagedObjectError.unsupported(_:)` if an attribute's type differs, or a new one must
  ///   have a value and has no default.
  public static func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel {
    let inferred = NSMappingModel()
    let sources = sourceModel.entitiesByName
    var used: Set<String> = []
    for destination in destinationModel.entities where !destination.isAbstract {
      let former = destination.renamingIdentifier ?? ""
      let source = sources[former] ?? destination.name.flatMap { sources[$0] }
      if let name = source?.name { used.insert(name) }
      inferred.entityMappings.append(try Self.mapping(source, destination))
    }
    for source in sourceModel.entities where !source.isAbstract && !used.contains(source.name ?? "")
    {
      let mapping = NSEntityMapping()
      mapping.name = "Remove\(source.name ?? "")"
      mapping.mappingType = .removeEntityMappingType
      (mapping.sourceEntityName, mapping.sourceEntityVersionHash) = (
        source.name, source.versionHash
      )
      inferred.entityMappings.append(mapping)
    }
    return inferred
  }

  private static func mapping(
    _ source: NSEntityDescription?, _ destination: NSEntityDescription
  ) throws -> NSEntityMapping {
    let mapping = NSEntityMapping()
    let name = destination.name ?? ""
    mapping.destinationEntityName = name
    mapping.destinationEntityVersionHash = destination.versionHash
    guard let source else {
      mapping.name = "Add\(name)"
      mapping.mappingType = .addEntityMappingType
      return mapping
    }
    mapping.sourceEntityName = source.name
    mapping.sourceEntityVersionHash = source.versionHash
    let isSame = source.versionHash == destination.versionHash
    mapping.name = isSame ? "IEM_Copy_\(name)" : "IEM_Transform_\(name)"
    mapping.mappingType = isSame ? .copyEntityMappingType : .transformEntityMappingType
    let former = source.propertiesByName
    func key(_ property: NSPropertyDescription) -> String? {
      [property.renamingIdentifier, property.name].compactMap(\.self).first { former[$0] != nil }
    }
    mapping.attributeMappings = []
    for attribute in destination.attributesByName.values.sorted(by: { $0.name < $1.name })
    where !(attribute is NSDerivedAttributeDescription) {
      let from = key(attribute)
      if let from, let old = former[from] as? NSAttributeDescription, old.type != attribute.type {
        throw ManagedObjectError.unsupported(
          "\(name).\(attribute.name) is of another type than before, which no mapping can be inferred for; build one "
            + "with a policy")
      }
      if from == nil, !attribute.isOptional, attribute.defaultValue == nil {
        throw ManagedObjectError.unsupported(
          "\(name).\(attribute.name) is new, must have a value and has no default; give it one, or build a mapping"
        )
      }
      mapping.attributeMappings?.append(NSPropertyMapping(attribute.name, from: from))
    }
    mapping.relationshipMappings = destination.relationshipsByName.values
      .sorted { $0.name < $1.name }.map { NSPropertyMapping($0.name, from: key($0)) }
    return mapping
  }
}
#endif
