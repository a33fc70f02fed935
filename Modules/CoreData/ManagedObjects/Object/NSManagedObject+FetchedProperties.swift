@_spi(Query) import StrataContexts
import StrataDescriptions
import StrataModel

extension NSManagedObject {
  /// The objects that a fetched property's request returns, in the request's order.
  ///
  /// The request runs at the first access. The result is cached until the object is refreshed.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``, and
  ///   ``ManagedObjectError/unreadableValue(entity:key:reason:)`` where the request fails.
  final func found(forKey key: String) throws(ManagedObjectError) -> [NSManagedObject] {
    guard let property = managedEntity.fetchedProperties[key] else {
      throw .unknownProperty(entity: managedEntity.name, key: key)
    }
    do {
      if let found = unstored?.found[key] { return try found.compactMap { try again($0) } }
      let found = try find(property)
      unstoredValues.found[key] = found.map { .init(identifier: $0.objectID, object: $0) }
      return found
    } catch {
      throw .unreadableValue(entity: managedEntity.name, key: key, reason: "\(error)")
    }
  }

  /// The object of a cached result, or nil if its row no longer exists.
  private func again(_ found: UnstoredValues.Found) throws -> NSManagedObject? {
    if let object = found.object { return object }
    let model = try modelContext?.model(
      entity: found.identifier.entityName, key: found.identifier.key)
    return model as? NSManagedObject
  }

  private func find(_ property: FetchedPropertyDescription) throws -> [NSManagedObject] {
    guard let context = managedObjectContext else {
      throw ManagedObjectError.unsupported(
        "the object is in no context that could be asked; insert it first")
    }
    guard let template = property.fetchRequest else {
      throw ManagedObjectError.unsupported("the model has no request for it; give the property one")
    }
    let request = try NSFetchRequest<NSManagedObject>(template: template)
    if let text = template.predicate {
      request.predicate = FormatPredicate(text, source: self, property)
    }
    return try context.fetch(request)
  }
}
