public import Foundation
public import StrataModel

/// What a batch request tells.
public enum BatchResultType: Sendable, Hashable {
  /// That it was done.
  case statusOnly
  /// Which objects it was done to.
  case objectIDs
  /// How many objects it was done to.
  case count
}

/// What a batch request has done.
public struct BatchResult: Sendable, Hashable {
  /// How many objects it was done to.
  public let count: Int
  /// Which objects it was done to, where that was asked for.
  public let objectIDs: [PersistentIdentifier]
  /// What was asked for.
  public let resultType: BatchResultType

  /// What was asked for, as Core Data has it: `true`, the identifiers or the number.
  public var result: Any? {
    switch resultType {
    case .statusOnly: true
    case .objectIDs: objectIDs
    case .count: count
    }
  }
}

/// Writes many new objects into the store, at once and past the objects of the context.
public final class BatchInsertRequest {
  /// The entity's name.
  public let entityName: String
  /// What is told.
  public var resultType = BatchResultType.statusOnly
  /// Gives what fills new objects, from the first on: true when there is nothing left to insert, and the
  /// object at hand doesn't count.
  let makeFilling: () -> (ManagedObject) throws -> Bool

  /// Inserts an object for each dictionary, with its values by name.
  public init(entityName: String, objects: [[String: Any]]) {
    self.entityName = entityName
    makeFilling = {
      var rest = objects[...]
      return { object in
        guard let values = rest.popFirst() else { return true }
        for (key, value) in values { try object.setValue(value, forKey: key) }
        return false
      }
    }
  }

  /// Inserts objects as long as a handler fills them.
  ///
  /// - Parameter handler: Sets a new object's values; true when there is nothing left to insert.
  public init(
    entityName: String, managedObjectHandler handler: @escaping (ManagedObject) throws -> Bool
  ) {
    self.entityName = entityName
    makeFilling = { handler }
  }
}

/// Changes attributes of many objects in the store, at once and without loading them.
public final class BatchUpdateRequest {
  /// The entity's name.
  public let entityName: String
  /// What the objects must meet; nil for all.
  public var predicate: NSPredicate?
  /// Whether objects of entities that inherit from the entity are changed too.
  public var includesSubentities = true
  /// The attributes' new values, by name; `NSNull` for none.
  public var propertiesToUpdate: [String: Any] = [:]
  /// What is told.
  public var resultType = BatchResultType.statusOnly

  /// Changes objects of an entity.
  public init(entityName: String) { self.entityName = entityName }
}

/// Deletes many objects in the store, at once and without loading them, by the delete rules of their
/// relationships.
public final class BatchDeleteRequest {
  /// Which objects are deleted.
  public let fetchRequest: FetchRequest<ManagedObject>
  /// What is told.
  public var resultType = BatchResultType.statusOnly

  /// Deletes the objects that a request asks for.
  public init<ResultType>(fetchRequest: FetchRequest<ResultType>) {
    self.fetchRequest = FetchRequest(entityName: fetchRequest.entityName)
    self.fetchRequest.predicate = fetchRequest.predicate
    self.fetchRequest.sortDescriptors = fetchRequest.sortDescriptors
    self.fetchRequest.fetchLimit = fetchRequest.fetchLimit
    self.fetchRequest.fetchOffset = fetchRequest.fetchOffset
    self.fetchRequest.includesSubentities = fetchRequest.includesSubentities
  }

  /// Deletes the objects of an entity with some identifiers; those that aren't there are passed over.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for identifiers of several entities, and for none.
  public init(objectIDs: [PersistentIdentifier]) throws(ManagedObjectError) {
    guard let name = objectIDs.first?.entityName,
      objectIDs.allSatisfy({ $0.entityName == name })
    else {
      throw .unsupported("a batch deletes objects of one entity; give it identifiers of one")
    }
    fetchRequest = FetchRequest(entityName: name)
    fetchRequest.predicate = NSPredicate(format: "SELF IN %@", objectIDs)
  }
}
