#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects

// The members of NSObject that Core Data's classes inherit on Apple's platforms: comparison, class and description.
extension NSManagedObject: NSObjectProtocol {
  /// True if another object is the same.
  public final func isEqual(_ object: Any?) -> Bool { object as? NSManagedObject === self }

  /// The hash of the object's identity.
  public final var hash: Int { hashValue }

  /// The object itself.
  public final func `self`() -> Self { self }

  /// False: the object is no stand-in for another one.
  public final func isProxy() -> Bool { false }

  /// True if the object is of a class, or of one that inherits from it.
  public final func isKind(of type: AnyClass) -> Bool { Self.inherits(from: type) }

  /// True if the object is of a class itself.
  public final func isMember(of type: AnyClass) -> Bool { Swift.type(of: self) == type }

  /// The description.
  public final var debugDescription: String { description }
}

extension NSManagedObjectContext: CustomStringConvertible, CustomDebugStringConvertible {
  /// The context's name, and the number of its pending changes.
  public var description: String {
    let counts = [
      ("inserted", insertedObjects.count), ("updated", updatedObjects.count),
      ("deleted", deletedObjects.count),
    ]
    let changes = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return "context\(name.map { " \($0)" } ?? "")"
      + (changes.isEmpty ? "" : " with \(changes.joined(separator: ", "))")
  }

  /// The description.
  public var debugDescription: String { description }
}

extension NSPersistentStoreCoordinator: CustomStringConvertible, CustomDebugStringConvertible {
  /// The coordinator's name, and its stores.
  public var description: String {
    let stores = persistentStores.map(\.description)
    return "coordinator\(name.map { " \($0)" } ?? "") of "
      + (stores.isEmpty ? "no store" : stores.joined(separator: ", "))
  }

  /// The description.
  public var debugDescription: String { description }
}

extension NSPersistentContainer: CustomStringConvertible, CustomDebugStringConvertible {
  /// The container's name, and the descriptions of its stores.
  public var description: String {
    "container \(name) of \(persistentStoreDescriptions.map(\.description).joined(separator: ", "))"
  }

  /// The description.
  public var debugDescription: String { description }
}

extension NSPersistentStore: CustomDebugStringConvertible {
  /// The description.
  public var debugDescription: String { description }
}

extension NSPersistentStoreDescription: CustomDebugStringConvertible {
  /// The description.
  public var debugDescription: String { description }
}

extension NSManagedObjectModel: CustomStringConvertible, CustomDebugStringConvertible {
  /// The names of the entities.
  public var description: String {
    "model of \(entities.compactMap(\.name).sorted().joined(separator: ", "))"
  }

  /// The description.
  public var debugDescription: String { description }
}

extension NSFetchRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The entity, the condition, the order and the limits.
  public var description: String {
    var parts = ["request for \(entityName ?? "no entity")"]
    if let predicate { parts.append("where \(predicate)") }
    if let sortDescriptors, !sortDescriptors.isEmpty {
      let keys = sortDescriptors.map { "\($0.key ?? "")\($0.ascending ? "" : " descending")" }
      parts.append("by \(keys.joined(separator: ", "))")
    }
    if fetchLimit > 0 { parts.append("limit \(fetchLimit)") }
    if fetchOffset > 0 { parts.append("offset \(fetchOffset)") }
    return parts.joined(separator: " ")
  }

  /// The description.
  public var debugDescription: String { description }
}

extension NSBatchInsertRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The entity.
  public var description: String { "request to insert objects of \(entityName)" }

  /// The description.
  public var debugDescription: String { description }
}

extension NSBatchUpdateRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The entity and the properties.
  public var description: String {
    "request to update \(newValues.keys.sorted().joined(separator: ", ")) of \(entityName)"
  }

  /// The description.
  public var debugDescription: String { description }
}

extension NSBatchDeleteRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The request for the objects.
  public var description: String { "request to delete the results of a \(fetchRequest)" }

  /// The description.
  public var debugDescription: String { description }
}
#endif
