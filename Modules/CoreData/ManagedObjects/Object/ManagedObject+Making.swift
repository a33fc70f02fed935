public import StrataDescriptions
public import StrataModel

// An initializer in the class itself can only return an instance of exactly that class. One in a
// protocol extension may return a subclass, which entities without a class of their own need: their
// generated classes have no name.
extension PersistentModel where Self: ManagedObject {
  /// Creates an object of an entity, with its initial values.
  ///
  /// - Parameters:
  ///   - entity: An entity of the context's model. Without a context, an entity of any loaded model.
  ///   - context: The context to insert the object into, or nil to insert it later.
  /// - Throws: ``ManagedObjectError``: the model doesn't have the entity, the entity is abstract,
  ///   or its objects are of another class.
  public init(
    entity: EntityDescription, insertInto context: ManagedObjectContext?
  ) throws(ManagedObjectError) {
    let made = try ManagedObject.make(entity, context)
    guard let own = made as? Self else {
      throw .wrongClass(
        entity: entity.name, class: "\(type(of: made))", expected: "\(Self.self)")
    }
    try context?.insert(made)
    self.init(_$adopting: own)
  }

  /// Creates an object of the class's entity and inserts it into a context.
  ///
  /// - Throws: ``ManagedObjectError/noEntityClaims(class:)`` if no entity of the context's model
  ///   has this class.
  public init(context: ManagedObjectContext) throws(ManagedObjectError) {
    let entity = try Self.entity(in: context)
    try self.init(entity: entity.description, insertInto: context)
  }
}

extension PersistentModel where Self: ManagedObject & FetchRequestResult {
  /// Creates a request for the objects of the class's entity.
  ///
  /// - Throws: ``ManagedObjectError/noEntityClaims(class:)``.
  public static func fetchRequest() throws(ManagedObjectError) -> FetchRequest<Self> {
    FetchRequest(entityName: try entity().name)
  }
}

extension ManagedObject {
  /// The entity that has this class, in any loaded model.
  ///
  /// - Throws: ``ManagedObjectError/noEntityClaims(class:)``.
  public class func entity() throws(ManagedObjectError) -> EntityDescription {
    guard let entity = EntityRegistry.shared.entity(of: self) else {
      throw .noEntityClaims(class: "\(self)")
    }
    return entity.description
  }

  class func entity(
    in context: ManagedObjectContext
  ) throws(ManagedObjectError) -> ManagedEntity {
    let model = try context.objectModel
    guard let entity = EntityRegistry.shared.entity(of: self),
      model.entities[entity.name] === entity
    else { throw .noEntityClaims(class: "\(self)") }
    return entity
  }

  fileprivate static func make(
    _ description: EntityDescription, _ context: ManagedObjectContext?
  ) throws(ManagedObjectError) -> ManagedObject {
    let entity: ManagedEntity
    if let context {
      guard let own = try context.objectModel.entities[description.name] else {
        throw .unknownEntity(description.name)
      }
      entity = own
    } else {
      let all = EntityRegistry.shared.entities(described: description)
      guard let one = all.first else { throw .entityNotInUse(description.name) }
      guard all.count == 1 else { throw .ambiguousEntity(description.name) }
      entity = one
    }
    guard !entity.description.isAbstract else { throw .abstractEntity(description.name) }
    return entity.objectClass.init(_$new: entity)
  }
}
