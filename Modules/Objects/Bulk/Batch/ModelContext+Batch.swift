public import Foundation
public import StrataModel
internal import StrataObservation
internal import StrataSchema
internal import StrataStorage
public import StrataStack

// Many objects changed at once, in the store and without loading them. A batch is a transaction of its
// own, done when the call returns, with one entry in the history that lists each object:
//
// - It works on what is saved. Objects that were never saved are left alone, and the predicate is
//   held against the rows as they are, not against unsaved changes.
// - Objects in memory show the new values at once, here; elsewhere as after any save. Whoever
//   observes a property is told once. A property with an unsaved change keeps it, and the next save
//   writes it.
// - Values are checked by the store: unique ones, and the rules of composite types. Either all
//   objects change or none. Unique values are checked object by object, so that a batch can't shift
//   them along (`.increment` of 1, 2, 3); objects that are fetched and changed can.
extension ModelContext {
  /// Changes properties of all saved objects that meet a predicate, at once and in the store:
  ///
  ///     try context.update(
  ///       where: #Predicate<Item> { $0.isDone }, .set(\.priority, to: 0), .increment(\.age, by: 1))
  ///
  /// Does not wait for ``save()``, and saves nothing else. Memory: 8 bytes for each object.
  ///
  /// - Parameter predicate: nil for all objects of the class.
  /// - Returns: How many objects met the predicate.
  /// - Throws: `StackError.unsupportedUpdate` for relationships and transformed properties,
  ///   `StackError.invalidValue` for a sum that doesn't fit,
  ///   `StorageError.constraint` for a broken rule; otherwise as `fetch(_:)`. Nothing was changed
  ///   then.
  @discardableResult
  public func update<T: PersistentModel>(
    _ type: T.Type = T.self, where predicate: Predicate<T>?, _ assignments: PropertyUpdate<T>...
  ) throws -> Int {
    try update(type, predicate, assignments)
  }

  /// Gives a property of all saved objects that meet a predicate a value, at once and in the store:
  ///
  ///     try context.update(where: #Predicate<Item> { $0.isDone }, set: \.priority, to: 0)
  ///
  /// - Returns: How many objects met the predicate.
  /// - Throws: as ``update(_:where:_:)``.
  @discardableResult
  public func update<T: PersistentModel, Value>(
    _ type: T.Type = T.self, where predicate: Predicate<T>?,
    set property: ReferenceWritableKeyPath<T, Value>, to value: Value
  ) throws -> Int {
    try update(type, predicate, [.set(property, to: value)])
  }

  private func update<T: PersistentModel>(
    _ type: T.Type, _ predicate: Predicate<T>?, _ assignments: [PropertyUpdate<T>]
  ) throws -> Int {
    let graph = self.graph(of: type)
    let query = try FetchDescriptor(predicate: predicate).query(in: graph)
    return publish(
      try graph.update(
        type, query, try assignments.flatMap { try $0.assignments() }, author: author,
        contextName: name))
  }

  /// Deletes all saved objects that meet a predicate, at once and in the store, with the delete rules
  /// of their relationships: what cascades goes too, links from others are cleared, and one object
  /// that a rule of deny keeps keeps all.
  ///
  /// Does not wait for ``save()``; ``delete(model:where:includeSubclasses:)`` does. Objects in memory
  /// leave the context, also those with unsaved changes. Memory: about 30 bytes for each object.
  ///
  /// - Parameter predicate: nil for all objects of the class.
  /// - Returns: How many objects met the predicate; what went along with them isn't counted.
  /// - Throws: `StackError.deleteDenied`,
  ///   `StackError.missingValue` for an object that must lead to one of these,
  ///   `StackError.relationshipCount`; otherwise as `fetch(_:)`. Nothing
  ///   was deleted then.
  @discardableResult
  public func delete<T: PersistentModel>(
    _ type: T.Type = T.self, where predicate: Predicate<T>?
  ) throws -> Int {
    let graph = self.graph(of: type)
    let query = try FetchDescriptor(predicate: predicate).query(in: graph)
    return publish(try graph.delete(type, query, author: author, contextName: name))
  }

  func publish(_ result: ObjectGraph.BatchResult) -> Int {
    if let number = result.transaction { container.changes.publish(number) }
    return result.count
  }
}
