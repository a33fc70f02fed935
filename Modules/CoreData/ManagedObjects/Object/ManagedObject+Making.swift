public import StrataDescriptions
public import StrataModel

// An initializer of a class gives an object of just that class, and those of a protocol may give one of a
// subclass: each entity without a class of its own has one that nobody can name.
extension PersistentModel where Self: ManagedObject {
  /// A new object of an entity, with its initial values.
  ///
  /// - Parameters:
  ///   - entity: An entity of the context's model; without a context, one of a model in use.
  ///   - context: The context to insert it into; nil for one that is inserted later.
  /// - Throws: ``ManagedObjectError``: an entity that the model doesn't have, an abstract one, or one whose
  ///   objects are of another class.
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

  /// A new object of the entity that claims the class, inserted into a context.
  ///
  /// - Throws: ``ManagedObjectError/noEntityClaims(class:)`` where none of the context's model does.
  public init(context: ManagedObjectContext) throws(ManagedObjectError) {
    let entity = try Self.entity(in: context)
    try self.init(entity: entity.description, insertInto: context)
  }
}

extension PersistentModel where Self: ManagedObject & FetchRequestResult {
  /// A request for the objects of the entity that claims the class.
  ///
  /// - Throws: ``ManagedObjectError/noEntityClaims(class:)``.
  public static func fetchRequest() throws(ManagedObjectError) -> FetchRequest<Self> {
    FetchRequest(entityName: try entity().name)
  }
}

extension ManagedObject {
  /// The entity that claims the class, of whatever model is in use.
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
