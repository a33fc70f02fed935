internal import Foundation
internal import StrataSchema
internal import StrataStorage

extension ModelContext {
  /// The objects that a descriptor asks for, unsaved changes of this context included.
  ///
  /// - Throws: ``StackError/unsupportedPredicate(_:)`` for what SQL can't say, `StorageError`.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try graph.fetch(T.self, try descriptor.query(), descriptor.pending)
  }

  /// How many objects a descriptor asks for.
  ///
  /// - Throws: as ``fetch(_:)``.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try graph.count(T.self, try descriptor.query(), descriptor.pending)
  }

  /// The object with an identifier; nil when the store has none.
  ///
  /// - Throws: ``StackError/wrongEntity(_:expected:)`` for an identifier of another class,
  ///   `StorageError`.
  public func existingModel<T: PersistentModel>(
    for identifier: PersistentIdentifier, as type: T.Type = T.self
  ) throws -> T? {
    guard identifier.entityName == T._$entity.name else {
      throw StackError.wrongEntity(identifier, expected: T._$entity.name)
    }
    try graph.merge()
    if let known = graph.known(type, identifier.key) as? T { return known.isDeleted ? nil : known }
    let table = graph.entities[try graph.index(of: type)].table
    return try graph.objects(type, SQLQuery(keysIn: [identifier.key], of: table)).first
  }

  /// The object with an identifier, if it is in memory.
  public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    guard identifier.entityName == T._$entity.name else { return nil }
    return graph.known(T.self, identifier.key) as? T
  }
}

extension ObjectGraph {
  /// What unsaved objects are held against, since SQL knows only saved ones.
  struct Pending<T> {
    let matches: (T) throws -> Bool
    let areInOrder: ((T, T) -> Bool)?
  }

  func fetch<T: PersistentModel>(
    _ type: T.Type, _ query: Query, _ pending: Pending<T>
  ) throws -> [T] {
    try merge()
    let candidates = try pendingObjects(type)
    guard !candidates.isEmpty else {
      return try objects(type, try SQLQuery(query, select: .rows, tables: store.tables))
    }
    let (stored, matching) = try fetchParts(type, query, pending, candidates)
    return slice(try ordered(stored + matching, query, pending), query)
  }

  func count<T: PersistentModel>(
    _ type: T.Type, _ query: Query, _ pending: Pending<T>
  ) throws -> Int {
    try merge()
    let candidates = try pendingObjects(type)
    guard candidates.isEmpty else {
      var query = query
      query.sort = []
      let (stored, matching) = try fetchParts(type, query, pending, candidates)
      return slice(stored + matching, query).count
    }
    let sql = try SQLQuery(query, select: .count, tables: store.tables)
    return Int(try reader.integers(sql).first ?? 0)
  }

  /// The objects of a class that SQL sees otherwise than they are.
  private func pendingObjects<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    dropStaleInserts()
    guard hasChanges else { return [] }
    return (inserted + changed + deleted).compactMap { $0 as? T }
  }

  // What the store finds without the pending objects, and the pending objects that fit.
  private func fetchParts<T: PersistentModel>(
    _ type: T.Type, _ query: Query, _ pending: Pending<T>, _ candidates: [T]
  ) throws -> (stored: [T], matching: [T]) {
    var open = query
    open.offset = 0
    open.limit = query.limit.map { $0 + query.offset }
    let keys = "[" + candidates.map { String($0._$state.key) }.joined(separator: ",") + "]"
    let sql = try SQLQuery(open, select: .rows, tables: store.tables, excluding: keys)
    var seen: Set<ObjectIdentifier> = []
    let matching = try candidates.filter {
      try !$0.isDeleted && seen.insert(ObjectIdentifier($0)).inserted && pending.matches($0)
    }
    return (try objects(type, sql), matching)
  }

  private func ordered<T: PersistentModel>(
    _ models: [T], _ query: Query, _ pending: Pending<T>
  ) throws -> [T] {
    let byKey = { (lhs: T, rhs: T) in lhs._$state.key < rhs._$state.key }
    guard let areInOrder = pending.areInOrder else { return models.sorted(by: byKey) }
    return models.sorted { lhs, rhs in
      if areInOrder(lhs, rhs) { return true }
      if areInOrder(rhs, lhs) { return false }
      return byKey(lhs, rhs)
    }
  }

  private func slice<T>(_ models: [T], _ query: Query) -> [T] {
    Array(models.dropFirst(query.offset).prefix(query.limit ?? Int.max))
  }

  /// Drops all changes without a look at the store.
  func abandon() {
    for model in inserted + changed + deleted {
      func clean(_ model: some PersistentModel) {
        model._$state.flags = []
        model._$state.changed = PropertySet()
      }
      clean(model)
    }
    inserted = []
    changed = []
    deleted = []
    linkChanges = []
  }
}
