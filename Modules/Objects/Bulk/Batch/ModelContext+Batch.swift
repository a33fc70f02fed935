public import Foundation
public import StrataModel
internal import StrataObservation
internal import StrataQuery
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage
public import StrataContexts

// Batches change many objects in the store without loading them. Each is a transaction of its own,
// committed when the call returns, with one entry in the history that lists each object.
//
// - A batch changes saved objects only. The predicate is evaluated against the rows, without
//   unsaved changes.
// - Objects in memory of this context show the new values at once, and other contexts merge them.
//   The observers of a property are notified once. A property with an unsaved change keeps it, and
//   the next save overwrites the batch's value.
// - The store checks unique values and the rules of composite types. Either all objects change or
//   none. SQLite checks unique values row by row, so that a batch can't shift them (`.increment` of
//   1, 2, 3). Fetched objects that you change can.
extension ModelContext {
  /// Updates properties of all saved objects that match a predicate, at once and in the store.
  ///
  /// ```swift
  /// try context.batchUpdate(
  ///   where: #Predicate<Item> { $0.isDone }, .set(\.priority, to: 0), .increment(\.age, by: 1))
  /// ```
  ///
  /// The update is committed when the call returns. It doesn't save the context's other changes.
  /// Memory: 8 bytes for each object.
  ///
  /// - Parameter predicate: The predicate that objects match, or nil for all objects of the class.
  /// - Returns: The number of objects that match the predicate.
  /// - Throws: `StackError.unsupportedUpdate` for relationships and transformed properties,
  ///   `StackError.invalidValue` for a sum that the property can't represent,
  ///   `StorageError.constraint` for a violated constraint. Otherwise as `fetch(_:)`. Nothing has
  ///   changed then.
  @discardableResult
  public func batchUpdate<T: PersistentModel>(
    _ type: T.Type = T.self, where predicate: Predicate<T>?, _ assignments: PropertyUpdate<T>...
  ) throws -> Int {
    try batchUpdate(type, predicate, assignments)
  }

  /// Sets a property of all saved objects that match a predicate, at once and in the store.
  ///
  /// ```swift
  /// try context.batchUpdate(where: #Predicate<Item> { $0.isDone }, set: \.priority, to: 0)
  /// ```
  ///
  /// - Returns: The number of objects that match the predicate.
  /// - Throws: as ``batchUpdate(_:where:_:)``.
  @discardableResult
  public func batchUpdate<T: PersistentModel, Value>(
    _ type: T.Type = T.self, where predicate: Predicate<T>?,
    set property: ReferenceWritableKeyPath<T, Value>, to value: Value
  ) throws -> Int {
    try batchUpdate(type, predicate, [.set(property, to: value)])
  }

  private func batchUpdate<T: PersistentModel>(
    _ type: T.Type, _ predicate: Predicate<T>?, _ assignments: [PropertyUpdate<T>]
  ) throws -> Int {
    let graph = try writableGraph(of: type)
    let query = try FetchDescriptor(predicate: predicate).query(in: graph)
    return publish(
      try graph.update(
        type, query, try assignments.flatMap { try $0.assignments() }, author: author,
        contextName: name))
  }

  /// Deletes all saved objects that match a predicate, at once and in the store.
  ///
  /// Delete rules apply: cascades delete further objects, and links from remaining objects become
  /// nil. If a deny rule protects one of the objects, none is deleted.
  ///
  /// Objects of classes with `@Attribute(.deletedAt)` get the time of their deletion instead, as do the
  /// objects of such classes that their cascades reach. ``purge(_:where:deletedBefore:)`` deletes them.
  ///
  /// The deletion is committed when the call returns. Use
  /// ``delete(model:where:includeSubclasses:)`` to delete with the next save instead. Objects in
  /// memory leave the context, even with unsaved changes, unless they stay with a date of deletion.
  /// Memory: about 30 bytes for each object.
  ///
  /// - Parameter predicate: The predicate that objects match, or nil for all objects of the class.
  /// - Returns: The number of objects that match the predicate, without those deleted by cascades.
  /// - Throws: `StackError.deleteDenied`, `StackError.missingValue` for an object with a required
  ///   relationship to a deleted one, `StackError.relationshipCount`. Otherwise as `fetch(_:)`.
  ///   Nothing has been deleted then.
  @discardableResult
  public func batchDelete<T: PersistentModel>(
    _ type: T.Type = T.self, where predicate: Predicate<T>?
  ) throws -> Int {
    let graph = try writableGraph(of: type)
    let query = try FetchDescriptor(predicate: predicate).query(in: graph)
    return publish(try graph.delete(type, query, author: author, contextName: name))
  }

  /// Deletes the objects of a class that are deleted by a date for good, at once and in the store.
  ///
  /// ```swift
  /// try context.purge(Note.self, deletedBefore: .now - 30 * 24 * 3600)
  /// ```
  ///
  /// Objects that aren't deleted stay, unless a cascade reaches them. Otherwise as
  /// ``batchDelete(_:where:)``.
  ///
  /// - Parameters:
  ///   - predicate: A further condition, or nil for none.
  ///   - date: The date before which objects were deleted, or nil for all that are deleted.
  /// - Returns: The number of objects that match, without those deleted by cascades.
  /// - Throws: `StackError.noDeletionDate` if the class has no property with `@Attribute(.deletedAt)`.
  ///   Otherwise as ``batchDelete(_:where:)``. Nothing has been deleted then.
  @discardableResult
  public func purge<T: PersistentModel>(
    _ type: T.Type, where predicate: Predicate<T>? = nil, deletedBefore date: Date? = nil
  ) throws -> Int {
    let graph = try writableGraph(of: type)
    let entity = graph.entities[try graph.index(of: type)]
    guard let property = entity.deletedAt, let column = entity.column(of: property)
    else {
      throw StackError.noDeletionDate(entity.name)
    }
    var descriptor = FetchDescriptor(predicate: predicate)
    descriptor.includeDeletedObjects = true
    var query = try descriptor.query(in: graph)
    var conditions = [QueryExpression.comparison(.notEqual, column, .literal(.null))]
    if let value = try date.map({ try StoredValue.encode($0) })?.first {
      conditions.append(.comparison(.less, column, .literal(value)))
    }
    query.predicate = .and(conditions + (query.predicate.map { [$0] } ?? []))
    return publish(
      try graph.delete(type, query, isFinal: true, author: author, contextName: name))
  }

  /// The graph of a class's objects, for a batch.
  ///
  /// - Throws: `StackError.contextIsReadOnly`.
  func writableGraph(of type: any PersistentModel.Type) throws(StackError) -> ObjectGraph {
    try checkAllowsSave()
    return graph(of: type)
  }

  func publish(_ result: ObjectGraph.BatchResult) -> Int {
    if let number = result.transaction { container.changes.publish(number) }
    return result.count
  }
}
