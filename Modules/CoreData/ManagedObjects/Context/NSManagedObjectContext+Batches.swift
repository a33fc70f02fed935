internal import Foundation
@_spi(Query) import StrataBulk
@_spi(Query) import StrataContexts
import StrataDescriptions
import StrataModel
import StrataQuery
import StrataSchema

extension NSManagedObjectContext {
  /// Updates attributes of many objects in the store, without loading them.
  ///
  /// Objects in memory show the new values at the next read. Their unsaved changes are preserved.
  ///
  /// - Throws: ``ManagedObjectError``: the model doesn't have the entity or the property, the value
  ///   isn't of its type, or the store is read-only. ``ValidationError`` if the model's rules
  ///   reject the value. `StackError`, `StorageError`.
  @_disfavoredOverload
  @discardableResult
  package func execute(_ request: NSBatchUpdateRequest) throws -> BatchResult {
    guard let entity = try objectModel.entities[request.entityName] else {
      throw ManagedObjectError.unknownEntity(request.entityName)
    }
    guard affects(request.affectedStores, request.entityName) else {
      return BatchResult(count: 0, objectIDs: [], resultType: request.resultType)
    }
    let found = NSFetchRequest<NSManagedObject>(entityName: request.entityName)
    found.predicate = request.predicate
    found.includesSubentities = request.includesSubentities
    return try execute(found, request.resultType) { context, query in
      var assignments: [QueryAssignment] = []
      for (key, given) in request.newValues.sorted(by: { $0.key < $1.key }) {
        var value = given
        if let expression = given as? FetchExpression {
          guard let constant = expression.constant else {
            throw ManagedObjectError.unsupported(
              "a batch sets \(request.entityName).\(key) to one value for all objects; give it a constant"
            )
          }
          value = constant ?? NSNull()
        }
        assignments += try entity.assignments(of: value, to: key)
      }
      return try context.batchUpdate(query, assignments)
    }
  }

  /// Deletes many objects in the store, without loading them.
  ///
  /// - Throws: as a batch update. `StackError.deleteDenied` if a delete rule denies it.
  @_disfavoredOverload
  @discardableResult
  package func execute(_ request: NSBatchDeleteRequest) throws -> BatchResult {
    if let problem = request.problem { throw problem }
    guard !request.isEmpty, affects(request.affectedStores, request.fetchRequest.named) else {
      return BatchResult(count: 0, objectIDs: [], resultType: request.resultType)
    }
    return try execute(request.fetchRequest, request.resultType) { try $0.batchDelete($1) }
  }

  /// Inserts many objects in one transaction. O(number of objects) in time and memory.
  ///
  /// The model's rules are checked. The context's merge policy decides about unique values that
  /// already exist. If the request throws, nothing is written.
  ///
  /// - Throws: ``ManagedObjectError``: the model doesn't have the entity or a property, a value
  ///   isn't of its type, or the store is read-only. ``ValidationError``, errors of the request's
  ///   handler, `StackError`, `StorageError`.
  @_disfavoredOverload
  @discardableResult
  package func execute(_ request: NSBatchInsertRequest) throws -> BatchResult {
    guard let coordinator = persistentStoreCoordinator else { throw ManagedObjectError.noStore }
    guard let entity = coordinator.objectModel.entities[request.entityName] else {
      throw ManagedObjectError.unknownEntity(request.entityName)
    }
    let writer = NSManagedObjectContext(concurrencyType)
    writer.persistentStoreCoordinator = coordinator
    writer.transactionAuthor = transactionAuthor
    writer.name = name
    writer.mergePolicy = mergePolicy
    guard !entity.description.isAbstract else {
      throw ManagedObjectError.abstractEntity(entity.name)
    }
    var objects: [NSManagedObject] = []
    let fill = request.makeFilling()
    while true {
      let object = entity.objectClass.init(entity: entity.reference, insertInto: nil)
      if try fill(object) { break }
      try writer.insert(object)
      objects.append(object)
    }
    try writer.save()
    return BatchResult(
      count: objects.count,
      objectIDs: request.resultType == .objectIDs ? objects.map(\.objectID) : [],
      resultType: request.resultType)
  }

  private func execute(
    _ request: NSFetchRequest<NSManagedObject>, _ kind: BatchResultType,
    _ body: (ModelContext, Query) throws -> Int
  ) throws -> BatchResult {
    try persistentStoreCoordinator?.checkWritable(request.named)
    let context = try modelContext()
    let query = try FetchQuery(request.named, objectModel, in: context).query(request)
    var identifiers: [PersistentIdentifier] = []
    if kind == .objectIDs {
      identifiers = try ModelContext(context.container).fetch(query).map(\.persistentModelID)
    }
    let count = try body(context, query)
    return BatchResult(count: count, objectIDs: identifiers, resultType: kind)
  }
}

extension ManagedEntity {
  /// Returns the assignments that set a property of many objects to a value.
  fileprivate func assignments(of value: Any, to key: String) throws -> [QueryAssignment] {
    guard let place = place(of: key) else {
      throw ManagedObjectError.unknownProperty(entity: name, key: key)
    }
    guard case .attribute = place.kind else {
      throw ManagedObjectError.unsupported(
        "\(name).\(key) is no attribute that a store has; a batch changes attributes alone")
    }
    // Setting the value of a throwaway object checks its type and the model's limits.
    let probe = objectClass.init(entity: reference, insertInto: nil)
    // An abstract entity has no objects, but a batch may change those of its subentities.
    probe.absence = nil
    try probe.setValue(value, forKey: key)
    do {
      try probe.validateValue(try probe.value(forKey: key), forKey: key)
    } catch let error as ValidationError {
      throw error.ofNoObject
    }
    let values = try place.attribute.columns(of: unwrapped(value))
    return zip(place.columnDescriptions, values).map { QueryAssignment(key, $0, .constant($1)) }
  }
}
