import StrataGraph
public import Foundation
public import StrataModel
internal import StrataQuery
internal import StrataSchema
internal import StrataStorage

extension ModelContext {
  /// The objects that a descriptor asks for, unsaved changes of this context included.
  ///
  /// What others have saved is merged first. The objects and those of the relationships that are read
  /// along are of one state of the store.
  ///
  /// - Throws: ``PredicateTranslationError/unsupportedPredicate(_:)`` and
  ///   ``PredicateTranslationError/unsupportedSortDescriptor(_:)`` for what SQL can't say,
  ///   ``StackError/negativeRange(limit:offset:)``, `StorageError`, also where one row makes no object.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let graph = self.graph(of: T.self)
    let query = try descriptor.query(in: graph)
    return try graph.reading {
      let models = try graph.fetch(T.self, query, descriptor.pending(query))
      for keyPath in descriptor.relationshipKeyPathsForPrefetching {
        try graph.prefetch(keyPath, of: models)
      }
      return models
    }
  }

  /// The objects that a descriptor asks for, read so many at a time while they are gone through. What
  /// can't be read by then is one of ``readFailures``, since a collection can't throw.
  ///
  /// - Throws: ``StackError/pendingChangesWithBatches`` unless the descriptor leaves unsaved changes
  ///   out; otherwise as `fetch(_:)`.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    guard !descriptor.includePendingChanges else { throw StackError.pendingChangesWithBatches }
    let graph = self.graph(of: T.self)
    return try FetchResultsCollection(
      self, try graph.keys(T.self, try descriptor.query(in: graph)), batchSize: batchSize)
  }

  /// How many objects a descriptor asks for.
  ///
  /// - Throws: as `fetch(_:)`.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    let graph = self.graph(of: T.self)
    let query = try descriptor.query(in: graph)
    return try graph.count(T.self, query, descriptor.pending(query))
  }

  /// The identifiers of the objects that a descriptor asks for.
  ///
  /// - Throws: as `fetch(_:)`.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    let graph = self.graph(of: T.self)
    if descriptor.includePendingChanges, graph.hasChanges {
      return try fetch(descriptor).map(\.persistentModelID)
    }
    return try graph.identifiers(T.self, try descriptor.query(in: graph))
  }

  /// The identifiers of the objects that a descriptor asks for, as a collection of batches.
  ///
  /// Identifiers are small, so that all of them are read at once.
  ///
  /// - Throws: as `fetch(_:)`.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> [PersistentIdentifier] { try fetchIdentifiers(descriptor) }

  /// Goes through the objects that a descriptor asks for, with so many in memory at a time.
  ///
  /// - Throws: ``StackError/changesWhileEnumerating`` when the block leaves changes behind without
  ///   leave, what the block throws, and as `fetch(_:)`.
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
    let graph = self.graph(of: T.self)
    let keys = try graph.keys(T.self, query)
    let size = max(1, batchSize)
    for start in stride(from: 0, to: keys.count, by: size) {
      let batch = Array(keys[start..<min(start + size, keys.count)])
      let found = Dictionary(
        try graph.readModels(T.self, keys: batch).map { ($0._$state.key, $0) },
        uniquingKeysWith: { one, _ in one })
      for key in batch {
        guard let model = found[key] else { continue }
        try block(model)
      }
      if !allowEscapingMutations, hasChanges { throw StackError.changesWhileEnumerating }
    }
  }

  /// The object with an identifier; nil when the store has none. The class may be a superclass of the
  /// object's, and the identifier may name one.
  ///
  /// - Throws: ``ModelError/wrongEntity(_:expected:)`` for an identifier of another class,
  ///   `StorageError`.
  public func existingModel<T: PersistentModel>(
    for identifier: PersistentIdentifier, as type: T.Type = T.self
  ) throws -> T? {
    try graph(of: type).existingModel(for: identifier, as: type)
  }

  /// The object with an identifier. Where the store has none, an object with empty values that
  /// belongs to no context, and that is of none of the container's classes where the identifier names
  /// no class of the container; ask ``existingModel(for:as:)`` to know. The same where the object can't
  /// be read, which is a failure that the next save throws (``readFailures``).
  public func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    let graph = graph(named: identifier.entityName)
    func model<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      func standIn() -> any PersistentModel {
        if let blank = T.blank() { return blank }
        return MissingModel()
      }
      do {
        return try existingModel(for: identifier, as: type) ?? standIn()
      } catch {
        let blank = standIn()
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

  /// The object with an identifier, if it is in memory.
  public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    let graph = self.graph(of: T.self)
    return identifier.isIn(graph.store.identifier) ? graph.known(T.self, identifier) : nil
  }

  /// Deletes all objects of a class that meet a predicate, with the delete rules of their
  /// relationships; the next save writes it.
  ///
  /// - Parameter includeSubclasses: Whether objects of subclasses are deleted too.
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
