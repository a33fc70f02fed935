#if !canImport(ObjectiveC)
public import Foundation
public import StrataDescriptions
public import StrataManagedObjects
public import StrataSchema

// Descriptions are made empty and filled there. They are values here, so that they are variables.
extension EntityDescription {
  /// An entity whose name is set later.
  public init() { self.init(name: "") }

  /// The entity of a context's model with a name; nil where there is none, and where the context has no
  /// model.
  public static func entity(
    forEntityName name: String, in context: ManagedObjectContext
  ) -> EntityDescription? {
    context.persistentStoreCoordinator?.managedObjectModel.entity(named: name)
  }

  /// A new object of an entity, inserted into a context.
  ///
  /// - Throws: ``ManagedObjectError``.
  public static func insertNewObject(
    forEntityName name: String, into context: ManagedObjectContext
  ) throws(ManagedObjectError) -> ManagedObject {
    try context.insertNewObject(forEntityName: name)
  }
}

extension ManagedObjectModel {
  /// Makes one model of several.
  ///
  /// - Throws: `ModelMergeError` if two models say something else under one name.
  public init(byMerging models: [ManagedObjectModel]) throws(ModelMergeError) {
    try self.init(merging: models)
  }

  /// What tells versions of the entities apart, by their names.
  public var entityVersionHashesByName: [String: Data] {
    entityVersionHashes.mapValues { hash in withUnsafeBytes(of: hash.value.bigEndian) { Data($0) } }
  }
}

extension AttributeDescription {
  /// An attribute whose name and type are set later.
  public init() { self.init(name: "", type: .undefined) }

  /// What kind of value it is.
  public var attributeType: AttributeType {
    get { type }
    set { type = newValue }
  }
}

extension RelationshipDescription {
  /// A relationship whose name and destination are set later; to any number of objects.
  public init() { self.init(name: "", destination: nil) }

  /// Sets the entity that it leads to.
  public mutating func setDestinationEntity(_ entity: EntityDescription) {
    destinationEntityName = entity.name
  }

  /// Sets the destination's relationship that leads back.
  public mutating func setInverseRelationship(_ relationship: RelationshipDescription) {
    inverseName = relationship.name
  }
}

extension Schema.Relationship.DeleteRule {
  /// The rule `noAction`.
  public static var noActionDeleteRule: Self { .noAction }
  /// The rule `nullify`.
  public static var nullifyDeleteRule: Self { .nullify }
  /// The rule `cascade`.
  public static var cascadeDeleteRule: Self { .cascade }
  /// The rule `deny`.
  public static var denyDeleteRule: Self { .deny }
}
#endif
