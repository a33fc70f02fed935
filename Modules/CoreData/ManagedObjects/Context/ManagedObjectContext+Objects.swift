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

  /// All objects in memory. O(their number).
  public var registeredObjects: Set<ManagedObject> {
    Set((made?.registeredModels ?? []).compactMap { $0 as? ManagedObject })
  }

  /// The object with an identifier, whether it is there or not: where the stores have none, and where it can't be
  /// read, an object whose values throw that as soon as one is read or set. What can't throw there, such as a
  /// property with `@Managed`, leaves it to the next save. Ask ``existingObject(with:)`` to know beforehand.
  ///
  /// The row is read at once, unless the object is in memory.
  public func object(with identifier: PersistentIdentifier) -> ManagedObject {
    do {
      // Also one that is to be deleted.
      if let known = try registeredObject(for: identifier) { return known }
      return try existingObject(with: identifier)
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
  ) -> ManagedObject {
    if let known = absentees[identifier]?.object, known.absence?.error == error { return known }
    absentees = absentees.filter { $0.value.object != nil }
    let entity = persistentStoreCoordinator?.objectModel.entities[identifier.entityName]
    let object = (entity?.objectClass ?? ManagedObject.self).init(
      _$new: entity ?? UnknownEntities.none)
    object.absence = Absence(identifier, error, self)
    absentees[identifier] = WeakAbsentee(object: object)
    return object
  }

  /// Gives new objects identifiers that stay. They have them from the moment they are inserted on, unless the
  /// store gave none at that time; a save does the same.
  ///
  /// - Throws: ``ManagedObjectError/otherContext(_:)`` for an object that isn't this context's; `StorageError`
  ///   where the store gives no identifiers.
  public func obtainPermanentIDs(for objects: [ManagedObject]) throws {
    guard !objects.isEmpty else { return }
    let context = try modelContext()
    for object in objects where object.modelContext !== context {
      throw object.absence?.error ?? ManagedObjectError.otherContext(object.objectID)
    }
    for graph in context.graphs { try graph.replaceProvisionalKeys() }
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

  /// Says which store a new object is to be saved to. An entity has one store, so that there is nothing to
  /// choose: what is said must be true.
  ///
  /// - Throws: ``ManagedObjectError/wrongStore(entity:store:)`` for any other store.
  public func assign(
    _ object: ManagedObject, to store: PersistentStore
  ) throws(ManagedObjectError) {
    if let error = object.absence?.error { throw error }
    let name = object.managedEntity.name
    guard persistentStoreCoordinator?.store(of: name) == store else {
      throw .wrongStore(entity: name, store: "\(store)")
    }
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
