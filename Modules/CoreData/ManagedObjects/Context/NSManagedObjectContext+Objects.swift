import StrataContexts
public import StrataModel

extension NSManagedObjectContext {
  /// Returns the object with an identifier if it is in memory, else nil.
  @_disfavoredOverload
  package func registeredObject(for identifier: PersistentIdentifier) throws -> NSManagedObject? {
    let context = try modelContext()
    guard let type = try objectModel.entities[identifier.entityName]?.modelType else {
      return nil
    }
    func registered<Model: PersistentModel>(_ type: Model.Type) -> Model? {
      context.registeredModel(for: identifier)
    }
    return registered(type) as? NSManagedObject
  }

  /// Returns the object with an identifier, even if its row doesn't exist.
  ///
  /// If the object isn't in memory, its row is read at once. If the row doesn't exist or can't be
  /// read, you get a placeholder: reading or setting one of its values throws the error, and
  /// accessors that can't throw, such as those of `@Managed`, leave it to the next save. Call
  /// ``existingObject(with:)`` to get the error right away.
  public func object(with identifier: PersistentIdentifier) -> NSManagedObject {
    do {
      // Finds deleted objects that aren't saved, too, which the next call doesn't.
      if let known = try registeredObject(for: identifier) { return known }
      return try read(identifier)
    } catch let error as ManagedObjectError {
      return absentee(identifier, error)
    } catch StackError.notFound {
      return absentee(identifier, .missingObject(identifier))
    } catch {
      return absentee(identifier, .unreadableObject(identifier, reason: "\(error)"))
    }
  }

  private func absentee(
    _ identifier: PersistentIdentifier, _ error: ManagedObjectError
  ) -> NSManagedObject {
    if let known = absentees[identifier]?.object, known.absence?.error == error { return known }
    absentees = absentees.filter { $0.value.object != nil }
    let entity = persistentStoreCoordinator?.objectModel.entities[identifier.entityName]
    let object = (entity?.objectClass ?? NSManagedObject.self).init(
      entity: (entity ?? UnknownEntities.none).reference, insertInto: nil)
    object.absence = Absence(identifier, error, self)
    absentees[identifier] = WeakAbsentee(object: object)
    return object
  }

  /// Returns the object with an identifier, reading its row if necessary.
  ///
  /// - Throws: `StackError.notFound` if the store has no such row. `StorageError` if it can't be
  ///   read. ``ManagedObjectError/unknownEntity(_:)``.
  public func existingObject(with identifier: PersistentIdentifier) throws -> NSManagedObject {
    try throwing { try read(identifier) }
  }

  private func read(_ identifier: PersistentIdentifier) throws -> NSManagedObject {
    let context = try modelContext()
    guard let type = try objectModel.entities[identifier.entityName]?.modelType else {
      throw ManagedObjectError.unknownEntity(identifier.entityName)
    }
    func existing<Model: PersistentModel>(_ type: Model.Type) throws -> Model? {
      try context.existingModel(for: identifier, as: type)
    }
    guard let found = try existing(type) as? NSManagedObject else {
      throw StackError.notFound(identifier)
    }
    retain([found])
    return found
  }

  /// Checks that a new object will be saved to a store. An entity has only one store, so there is
  /// no choice.
  ///
  /// - Throws: ``ManagedObjectError/wrongStore(entity:store:)`` for any other store.
  @_disfavoredOverload
  package func assign(
    _ object: NSManagedObject, to store: NSPersistentStore
  ) throws(ManagedObjectError) {
    if let error = object.absence?.error { throw error }
    let name = object.managedEntity.name
    guard persistentStoreCoordinator?.store(of: name) == store else {
      throw .wrongStore(entity: name, store: "\(store)")
    }
  }

  /// Creates an object of the entity with a name, and inserts it.
  ///
  /// - Throws: ``ManagedObjectError/unknownEntity(_:)``, ``ManagedObjectError/abstractEntity(_:)``.
  @_disfavoredOverload
  package func insertNewObject(
    forEntityName name: String
  ) throws(ManagedObjectError) -> NSManagedObject {
    guard let entity = try objectModel.entities[name] else { throw .unknownEntity(name) }
    return try NSManagedObject(entity: entity.description, insertInto: self)
  }
}
