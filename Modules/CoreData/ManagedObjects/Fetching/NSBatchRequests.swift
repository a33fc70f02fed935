public import Foundation
public import StrataModel

/// The form of a batch request's result.
public enum BatchResultType: Sendable, Hashable {
  /// Only that the request succeeded.
  case statusOnly
  /// The identifiers of the affected objects.
  case objectIDs
  /// The number of affected objects.
  case count
}

/// The result of a batch request.
public struct BatchResult: Sendable, Hashable {
  /// The number of affected objects.
  public let count: Int
  /// The identifiers of the affected objects, if requested.
  public let objectIDs: [PersistentIdentifier]
  /// The form of the result, as requested.
  public let resultType: BatchResultType

  /// The result as Core Data returns it: `true`, the identifiers or the number.
  public var result: Any? {
    switch resultType {
    case .statusOnly: true
    case .objectIDs: objectIDs
    case .count: count
    }
  }
}

/// A request that inserts many objects into the store in one transaction, without adding them to
/// the context.
public final class NSBatchInsertRequest {
  /// The entity's name.
  public let entityName: String
  /// The form of the result.
  public var resultType = BatchResultType.statusOnly
  /// Makes a closure that fills one new object after the other. It returns true once there are no
  /// more objects, and the object of that call isn't inserted.
  let makeFilling: () -> (NSManagedObject) throws -> Bool
  /// The values of the new objects by property name, or nil for a request that has a handler.
  public let objectsToInsert: [[String: Any]]?

  /// Creates a request that inserts an object for each dictionary of values by property name.
  public init(entityName: String, objects: [[String: Any]]) {
    self.entityName = entityName
    objectsToInsert = objects
    makeFilling = {
      var rest = objects[...]
      return { object in
        guard let values = rest.popFirst() else { return true }
        for (key, value) in values { try object.setValue(value, forKey: key) }
        return false
      }
    }
  }

  /// Creates a request that inserts objects until a handler returns true.
  ///
  /// - Parameter handler: Sets a new object's values. Return true when there is nothing left to
  ///   insert. The object of that call isn't inserted.
  public init(
    entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) throws -> Bool
  ) {
    self.entityName = entityName
    objectsToInsert = nil
    makeFilling = { handler }
  }
}

/// A request that updates attributes of many objects in the store, without loading them.
public final class NSBatchUpdateRequest {
  /// The entity's name.
  public let entityName: String
  /// The condition of the objects to update, or nil for all.
  public var predicate: NSPredicate?
  /// True to update objects of subentities as well.
  public var includesSubentities = true
  /// The attributes' new values, by name. Use `NSNull` for nil.
  @_disfavoredOverload
  package var propertiesToUpdate: [String: Any] {
    get { newValues }
    set { newValues = newValue }
  }
  package var newValues: [String: Any] = [:]
  /// The stores to update, or nil for all of the coordinator's.
  public var affectedStores: [NSPersistentStore]?
  /// The form of the result.
  public var resultType = BatchResultType.statusOnly

  /// Creates a request for objects of an entity.
  public init(entityName: String) { self.entityName = entityName }
}

/// A request that deletes many objects in the store, without loading them. The delete rules of
/// their relationships apply.
public final class NSBatchDeleteRequest {
  /// The request for the objects to delete.
  public let fetchRequest: NSFetchRequest<NSManagedObject>
  /// The stores to delete from, or nil for all of the coordinator's.
  public var affectedStores: [NSPersistentStore]?
  /// The error that executing the request throws, or nil.
  private(set) var problem: ManagedObjectError?
  /// True if there are no objects to delete.
  private(set) var isEmpty = false
  /// The form of the result.
  @_disfavoredOverload
  package var resultType = BatchResultType.statusOnly

  /// Creates a request that deletes the objects that a fetch request matches.
  public init<ResultType>(fetchRequest: NSFetchRequest<ResultType>) {
    self.fetchRequest = NSFetchRequest(entityName: fetchRequest.named)
    affectedStores = fetchRequest.affectedStores
    self.fetchRequest.predicate = fetchRequest.predicate
    self.fetchRequest.sortDescriptors = fetchRequest.sortDescriptors
    self.fetchRequest.fetchLimit = fetchRequest.fetchLimit
    self.fetchRequest.fetchOffset = fetchRequest.fetchOffset
    self.fetchRequest.includesSubentities = fetchRequest.includesSubentities
  }

  /// Creates a request that deletes the objects with some identifiers. Identifiers without a row
  /// are ignored.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` unless all identifiers are of one entity.
  @_disfavoredOverload
  package init(objectIDs: [PersistentIdentifier]) throws(ManagedObjectError) {
    guard let name = objectIDs.first?.entityName,
      objectIDs.allSatisfy({ $0.entityName == name })
    else {
      throw .unsupported("a batch deletes objects of one entity; give it identifiers of one")
    }
    fetchRequest = NSFetchRequest(entityName: name)
    fetchRequest.predicate = NSPredicate(format: "SELF IN %@", objectIDs)
  }

  /// Creates a request as ``init(objectIDs:)``, which throws its error when it is executed.
  package init(deleting objectIDs: [PersistentIdentifier]) {
    fetchRequest = NSFetchRequest(entityName: objectIDs.first?.entityName ?? "")
    fetchRequest.predicate = NSPredicate(format: "SELF IN %@", objectIDs)
    isEmpty = objectIDs.isEmpty
    if objectIDs.contains(where: { $0.entityName != objectIDs.first?.entityName }) {
      problem = .unsupported("a batch deletes objects of one entity; give it identifiers of one")
    }
  }
}
