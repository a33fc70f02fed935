import StrataGraph
public import Foundation
public import StrataModel
package import StrataQuery
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage

extension ModelContext {
  /// Fetches the objects that match a descriptor, including unsaved changes of this context.
  ///
  /// ```swift
  /// let trips = try context.fetch(
  ///   FetchDescriptor<Trip>(
  ///     predicate: #Predicate { $0.distance > 100 }, sortBy: [SortDescriptor(\.date)]))
  /// ```
  ///
  /// The context merges other contexts' saves first. The objects and their prefetched relationships
  /// are read in one snapshot of the store.
  ///
  /// - Throws: `PredicateTranslationError.unsupportedPredicate(_:)` and
  ///   `PredicateTranslationError.unsupportedSortDescriptor(_:)` if SQL can't express them.
  ///   ``StackError/negativeRange(limit:offset:)``. `StorageError`, even if only one row can't be
  ///   decoded.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try fetch(descriptor, as: try descriptor.query(in: graph(of: T.self)))
  }

  /// Fetches as `fetch(_:)`, by the query that the caller has translated the descriptor to.
  package func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, as query: Query
  ) throws -> [T] {
    try refreshCustomStore(of: query.entity)
    let graph = self.graph(of: T.self)
    return try graph.reading(.fetch, of: query.entity) {
      let models = try graph.fetch(T.self, query, descriptor.pending(query))
      for keyPath in descriptor.relationshipKeyPathsForPrefetching {
        try graph.prefetch(keyPath, of: models)
      }
      return models
    }
  }

  /// Fetches the objects that match a descriptor, and reads them in batches while you iterate.
  ///
  /// An object that can't be read then is recorded in ``readFailures``, since a collection can't
  /// throw.
  ///
  /// - Throws: ``StackError/pendingChangesWithBatches`` if the descriptor includes unsaved changes.
  ///   Otherwise as `fetch(_:)`.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    guard !descriptor.includePendingChanges else { throw StackError.pendingChangesWithBatches }
    try refreshCustomStore(of: T._$entity.name)
    let graph = self.graph(of: T.self)
    let query = try descriptor.query(in: graph)
    return try FetchResultsCollection(
      self, try graph.keys(T.self, query), batchSize: batchSize, attributes: query.attributes)
  }

  /// The number of objects that match a descriptor.
  ///
  /// - Throws: as `fetch(_:)`.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try refreshCustomStore(of: T._$entity.name)
    let graph = self.graph(of: T.self)
    let query = try descriptor.query(in: graph)
    return try graph.count(T.self, query, descriptor.pending(query))
  }

  /// The identifiers of the objects that match a descriptor.
  ///
  /// - Throws: as `fetch(_:)`.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    let graph = self.graph(of: T.self)
    if descriptor.includePendingChanges, graph.hasChanges {
      return try fetch(descriptor).map(\.persistentModelID)
    }
    try refreshCustomStore(of: T._$entity.name)
    return try graph.identifiers(T.self, try descriptor.query(in: graph))
  }

  /// The identifiers of the objects that match a descriptor.
  ///
  /// All identifiers are read at once, since they are small. The batch size has no effect.
  ///
  /// - Throws: as `fetch(_:)`.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> [PersistentIdentifier] { try fetchIdentifiers(descriptor) }

  /// Enumerates the objects that match a descriptor, with `batchSize` objects in memory at a time.
  ///
  /// Reads the keys of all objects first, which take 8 bytes each.
  ///
  /// - Throws: ``StackError/changesWhileEnumerating`` if the block leaves unsaved changes and
  ///   `allowEscapingMutations` is false. Errors of the block. Otherwise as `fetch(_:)`.
  public func enumerate<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000,
    allowEscapingMutations: Bool = false, block: (T) throws -> Void
  ) throws {
    let query = try descriptor.query(in: graph(of: T.self))
    try enumerate(
      query, batchSize: batchSize, allowEscapingMutations: allowEscapingMutations, block: block)
  }

  func enumerate<T: PersistentModel>(
    _ query: Query, batchSize: Int, allowEscapingMutations: Bool, block: (T) throws -> Void
  ) throws {
    try refreshCustomStore(of: query.entity)
    let graph = self.graph(of: T.self)
    let keys = try graph.keys(T.self, query)
    let size = max(1, batchSize)
    for start in stride(from: 0, to: keys.count, by: size) {
      let batch = Array(keys[start..<min(start + size, keys.count)])
      let found = Dictionary(
        try graph.readModels(T.self, keys: batch, attributes: query.attributes).map {
          ($0._$state.key, $0)
        },
        uniquingKeysWith: { one, _ in one })
      for key in batch {
        guard let model = found[key] else { continue }
        try block(model)
      }
      if !allowEscapingMutations, hasChanges { throw StackError.changesWhileEnumerating }
    }
  }

  /// The object with an identifier, or nil if the store doesn't contain it.
  ///
  /// The class may be a superclass of the object's class, and so may the identifier's entity.
  ///
  /// - Throws: `ModelError.wrongEntity(_:expected:)` for an identifier of another class,
  ///   `StorageError`.
  package func existingModel<T: PersistentModel>(
    for identifier: PersistentIdentifier, as type: T.Type = T.self
  ) throws -> T? {
    if let found = try graph(of: type).existingModel(for: identifier, as: type) { return found }
    guard core.hasCustomStores else { return nil }
    // Another process may have added it to a custom store.
    try refreshCustomStore(of: identifier.entityName)
    return try graph(of: type).existingModel(for: identifier, as: type)
  }

  /// The object with an identifier, or a placeholder.
  ///
  /// You get a placeholder if the store doesn't contain the object, or if it can't be read. In the
  /// latter case the next save throws the error, which ``readFailures`` contains. A placeholder has
  /// empty values and belongs to no context. It has a class of its own if the container doesn't
  /// contain the identifier's class. To detect a missing object, use `existing(_:withID:)`.
  public func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    let graph = graph(named: identifier.entityName)
    func model<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      func placeholder() -> any PersistentModel {
        if let blank = T.blank() { return blank }
        return MissingModel()
      }
      do {
        return try existingModel(for: identifier, as: type) ?? placeholder()
      } catch {
        let blank = placeholder()
        let failure = StackError.unreadable(object: identifier, property: nil, reason: "\(error)")
        graph.recordFailure(failure, of: blank, .object) { [unowned graph] in
          _ = try graph.existingModel(for: identifier, as: type)
        }
        graph.deliverNotices()
        return blank
      }
    }
    guard let index = graph.index(named: identifier.entityName) else { return MissingModel() }
    let entity = graph.entities[index]
    return model(entity.type)
  }

  /// The object with an identifier if it is in memory, or nil.
  public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    let graph = self.graph(of: T.self)
    return graph.key(of: identifier) == nil ? nil : graph.known(T.self, identifier)
  }

  /// Deletes all objects of a class that match a predicate, with their delete rules.
  ///
  /// The next save writes the deletion.
  ///
  /// - Parameter includeSubclasses: True to delete objects of subclasses as well.
  /// - Throws: as `fetch(_:)`.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    for object in try fetch(FetchDescriptor<T>(predicate: predicate))
    where includeSubclasses || Swift.type(of: object) == T.self {
      delete(object)
    }
  }
}
