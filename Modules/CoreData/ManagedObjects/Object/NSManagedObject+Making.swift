package import StrataDescriptions
public import StrataModel
public import StrataSQLite

// An initializer in the class itself can only return an instance of exactly that class. One in a
// protocol extension may return a subclass, which entities without a class of their own need: their
// generated classes have no name.
extension PersistentModel where Self: NSManagedObject {
  /// Creates an object of an entity, with its initial values.
  ///
  /// - Parameters:
  ///   - entity: An entity of the context's model. Without a context, an entity of any loaded model.
  ///   - context: The context to insert the object into, or nil to insert it later.
  /// - Throws: ``ManagedObjectError``: the model doesn't have the entity, the entity is abstract,
  ///   or its objects are of another class.
  @_disfavoredOverload
  package init(
    entity: EntityDescription, insertInto context: NSManagedObjectContext?
  ) throws(ManagedObjectError) {
    let made = try NSManagedObject.make(entity, context)
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
  @_disfavoredOverload
  package init(context: NSManagedObjectContext) throws(ManagedObjectError) {
    let entity = try Self.entity(in: context)
    try self.init(entity: entity.description, insertInto: context)
  }

  /// Creates an object from a row's columns.
  public init(_$row row: inout Row) throws {
    let type: NSManagedObject.Type = Self.self
    let made = type.init(entity: type.registeredEntity.reference, insertInto: nil)
    try made.fill(from: &row)
    // Safe: a required initializer of a class creates an instance of that class.
    self.init(_$adopting: unsafeDowncast(made, to: Self.self))
  }
}

extension PersistentModel where Self: NSManagedObject & NSFetchRequestResult {
  /// Creates a request for the objects of the class's entity.
  ///
  /// - Throws: ``ManagedObjectError/noEntityClaims(class:)``.
  @_disfavoredOverload
  package static func fetchRequest() throws(ManagedObjectError) -> NSFetchRequest<Self> {
    NSFetchRequest(entityName: try entity().name)
  }
}

extension NSManagedObject {
  /// The entity that has this class, in any loaded model.
  ///
  /// - Throws: ``ManagedObjectError/noEntityClaims(class:)``.
  @_disfavoredOverload
  package class func entity() throws(ManagedObjectError) -> EntityDescription {
    guard let entity = EntityRegistry.shared.entity(of: self) else {
      throw .noEntityClaims(class: "\(self)")
    }
    return entity.description
  }

  /// Creates an object of the class's entity, and inserts it into a context. Where that can't be, the
  /// object has the error, which the context's next save throws.
  package final class func make(in context: NSManagedObjectContext) -> Self {
    do throws(ManagedObjectError) {
      return self.init(entity: try entity(in: context).reference, insertInto: context)
    } catch {
      let object = self.init(entity: UnknownEntities.none.reference, insertInto: nil)
      object.refuse(error, context)
      return object
    }
  }

  /// Creates an object of the entity with a name, and inserts it into a context. Where that can't be,
  /// the object has the error, which the context's next save throws.
  package static func make(
    entityName name: String, in context: NSManagedObjectContext
  ) -> NSManagedObject {
    do throws(ManagedObjectError) {
      guard let entity = try context.objectModel.entities[name] else {
        throw .unknownEntity(name)
      }
      return entity.objectClass.init(entity: entity.reference, insertInto: context)
    } catch {
      let object = NSManagedObject(entity: UnknownEntities.none.reference, insertInto: nil)
      object.refuse(error, context)
      return object
    }
  }

  /// The description of the class's entity. For a class that no loaded model has, it is that of an
  /// entity that none has.
  package class var reference: NSEntityDescription {
    if let entity = EntityRegistry.shared.entity(of: self) { return entity.reference }
    return NSEntityDescription(ofUnclaimed: "\(self)")
  }

  class func entity(
    in context: NSManagedObjectContext
  ) throws(ManagedObjectError) -> ManagedEntity {
    let model = try context.objectModel
    guard let entity = EntityRegistry.shared.entity(of: self),
      model.entities[entity.name] === entity
    else { throw .noEntityClaims(class: "\(self)") }
    return entity
  }

  fileprivate static func make(
    _ description: EntityDescription, _ context: NSManagedObjectContext?
  ) throws(ManagedObjectError) -> NSManagedObject {
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
    return entity.objectClass.init(entity: entity.reference, insertInto: nil)
  }
}
