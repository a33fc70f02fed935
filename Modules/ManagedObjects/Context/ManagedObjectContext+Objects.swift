public import StrataModel
import StrataStack

extension ManagedObjectContext {
  /// The object with an identifier, if it is in memory.
  public func registeredObject(for identifier: PersistentIdentifier) throws -> ManagedObject? {
    let context = try modelContext()
    guard let type = try objectModel.entities[identifier.entityName]?.modelType else {
      return nil
    }
    func registered<Model: PersistentModel>(_ type: Model.Type) -> Model? {
      context.registeredModel(for: identifier)
    }
    return registered(type) as? ManagedObject
  }

  /// The object with an identifier.
  ///
  /// - Throws: `StackError.notFound` where the store has none, `StorageError` where it can't be read,
  ///   ``ManagedObjectError/unknownEntity(_:)``.
  public func existingObject(with identifier: PersistentIdentifier) throws -> ManagedObject {
    let context = try modelContext()
    guard let type = try objectModel.entities[identifier.entityName]?.modelType else {
      throw ManagedObjectError.unknownEntity(identifier.entityName)
    }
    func existing<Model: PersistentModel>(_ type: Model.Type) throws -> Model? {
      try context.existingModel(for: identifier, as: type)
    }
    guard let found = try existing(type) as? ManagedObject else {
      throw StackError.notFound(identifier)
    }
    return found
  }

  /// A new object of an entity, by name.
  ///
  /// - Throws: ``ManagedObjectError/unknownEntity(_:)``, ``ManagedObjectError/abstractEntity(_:)``.
  public func insertNewObject(
    forEntityName name: String
  ) throws(ManagedObjectError) -> ManagedObject {
    guard let entity = try objectModel.entities[name] else { throw .unknownEntity(name) }
    return try ManagedObject(entity: entity.description, insertInto: self)
  }
}
