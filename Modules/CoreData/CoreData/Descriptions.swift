#if !canImport(ObjectiveC)
public import Foundation
public import StrataDescriptions
public import StrataManagedObjects
public import StrataSchema

// Core Data's descriptions are objects that are created empty and then filled. Here they are
// values, so declare them as variables.
extension EntityDescription {
  /// Creates a description. Set its name before you use it.
  public init() { self.init(name: "") }

  /// Returns the entity with a name in a context's model, or nil if there is none or the context
  /// has no model.
  public static func entity(
    forEntityName name: String, in context: ManagedObjectContext
  ) -> EntityDescription? {
    context.persistentStoreCoordinator?.managedObjectModel.entity(named: name)
  }

  /// Creates an object of the entity with a name, and inserts it into a context.
  ///
  /// - Throws: ``ManagedObjectError``.
  public static func insertNewObject(
    forEntityName name: String, into context: ManagedObjectContext
  ) throws(ManagedObjectError) -> ManagedObject {
    try context.insertNewObject(forEntityName: name)
  }
}

extension ManagedObjectModel {
  /// Merges several models.
  ///
  /// - Throws: `ModelMergeError` if two models differ in something with the same name.
  public init(byMerging models: [ManagedObjectModel]) throws(ModelMergeError) {
    try self.init(merging: models)
  }

  /// The version hashes of the entities, by name.
  public var entityVersionHashesByName: [String: Data] {
    entityVersionHashes.mapValues { hash in withUnsafeBytes(of: hash.value.bigEndian) { Data($0) } }
  }
}

extension AttributeDescription {
  /// Creates a description. Set its name and type before you use it.
  public init() { self.init(name: "", type: .undefined) }

  /// The type of the value.
  public var attributeType: AttributeType {
    get { type }
    set { type = newValue }
  }
}

extension RelationshipDescription {
  /// Creates the description of a to-many relationship. Set its name and destination before you use
  /// it.
  public init() { self.init(name: "", destination: nil) }

  /// Sets the destination.
  public mutating func setDestinationEntity(_ entity: EntityDescription) {
    destinationEntityName = entity.name
  }

  /// Sets the inverse relationship.
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
