import Foundation
package import StrataModel
import StrataPredicates
package import StrataQuery
import StrataSQLite
import StrataSchema
import StrataStorage

extension ObjectGraph {
  package func fetch<T: PersistentModel>(
    _ type: T.Type, _ query: Query, _ pending: Pending<T>?
  ) throws -> [T] { try reading(.fetch, of: query.entity) { try find(type, query, pending) } }

  package func count<T: PersistentModel>(
    _ type: T.Type, _ query: Query, _ pending: Pending<T>?
  ) throws -> Int { try reading(.count, of: query.entity) { try number(type, query, pending) } }

  private func find<T: PersistentModel>(
    _ type: T.Type, _ query: Query, _ pending: Pending<T>?
  ) throws -> [T] {
    let candidates = pending == nil ? [] : try pendingObjects(type)
    guard let pending, !candidates.isEmpty else {
      let reading = entities[try index(of: type)].reading(query.attributes)
      return try objects(
        type, try SQLQuery(query, select: .rows, reading: reading, tables: store.tables), reading)
    }
    let (stored, matching) = try fetchParts(type, query, pending, candidates)
    return slice(try pending.merged(stored, matching), query)
  }

  private func number<T: PersistentModel>(
    _ type: T.Type, _ query: Query, _ pending: Pending<T>?
  ) throws -> Int {
    let candidates = pending == nil ? [] : try pendingObjects(type)
    guard let pending, !candidates.isEmpty else {
      let sql = try SQLQuery(query, select: .count, tables: store.tables)
      return Int(try reader.integers(sql).first ?? 0)
    }
    // Only unsaved objects are matched in memory. The store counts all others.
    let unlimited = Query(entity: query.entity, predicate: query.predicate)
    let sql = try SQLQuery(
      unlimited, select: .count, tables: store.tables, excluding: Self.rows(of: candidates))
    let stored = Int(try reader.integers(sql).first ?? 0)
    let found = stored + (try matching(candidates, pending).count)
    return min(max(0, found - query.offset), query.limit ?? found)
  }

  /// The identifiers of the saved objects that match a query, in order.
  package func identifiers<T: PersistentModel>(
    _ type: T.Type, _ query: Query
  ) throws -> [PersistentIdentifier] {
    let entity = try index(of: type)
    let graphEntity = entities[entity]
    guard graphEntity.table.isPolymorphic else {
      return try keys(type, query).map { identifier(entity, $0) }
    }
    let sql = try SQLQuery(query, select: .keys, tables: store.tables)
    return try reading(.fetch, of: query.entity) {
      try reader.keys(sql, ofKindsOf: graphEntity.table).map { kind, key in
        identifier(graphEntity.kinds[kind], key)
      }
    }
  }

  /// The keys of the saved objects that match a query, in order.
  package func keys<T: PersistentModel>(_ type: T.Type, _ query: Query) throws -> [Int64] {
    let table = entities[try index(of: type)].table
    let sql = try SQLQuery(query, select: .keys, tables: store.tables)
    return try reading(.fetch, of: query.entity) { try reader.keys(sql, of: table) }
  }

  /// The objects with the given keys, in order of their keys. Keys without a row are passed over.
  ///
  /// - Parameter attributes: The names of the attributes to read, or nil for all but those in external storage.
  package func readModels<T: PersistentModel>(
    _ type: T.Type, keys: [Int64], attributes: [String]? = nil
  ) throws -> [T] {
    guard !keys.isEmpty else { return [] }
    let entity = entities[try index(of: type)]
    let reading = entity.reading(attributes)
    let query = SQLQuery(keysIn: keys, of: entity.table, reading: reading)
    return try self.reading(.load, of: T._$entity.name) { try objects(type, query, reading) }
  }

  /// The readable objects with the given keys. Empty if the store can't be read.
  package func readableModels<T: PersistentModel>(_ type: T.Type, keys: [Int64]) -> [T] {
    // Dropped: the error of a store that can't be read. The caller has recorded it already.
    (try? reading(.load, of: T._$entity.name) {
      let entity = entities[try index(of: type)]
      return try objects(
        type, SQLQuery(keysIn: keys, of: entity.table, reading: entity.reading), entity.reading,
        unreadable: { _, _ in })
    }) ?? []
  }

  /// The identifier of an object with a key.
  package func identifier<T: PersistentModel>(of type: T.Type, _ key: Int64) -> PersistentIdentifier
  {
    if let entity = knownIndex(of: type) { return identifier(entity, key) }
    return PersistentIdentifier(store: store.identifier, entity: T._$entity.name, key: key)
  }

  /// Loads a relationship of many objects in few queries.
  ///
  /// - Throws: The error if it can't be read. The next access to the relationship tries again.
  package func prefetch<T: PersistentModel>(_ keyPath: PartialKeyPath<T>, of models: [T]) throws {
    guard
      let property = T._$entity.property(at: keyPath),
      let relationship = T._$entity.relationships[property.index]
    else {
      throw PredicateTranslationError.unsupportedPredicate(
        T._$entity.words(for: keyPath) + ", which is no relationship")
    }
    try prefetch(relationship, of: models)
  }

  /// Loads a relationship of many objects in few queries.
  package func prefetch<T: PersistentModel>(
    _ relationship: ModelRelationship, of models: [T]
  ) throws {
    guard relationship.isToOne else {
      try prefetchMembers(relationship, of: models)
      return
    }
    var keys: Set<Int64> = []
    for model in models {
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      if !read.isLoaded, read.key != 0 { keys.insert(read.key) }
    }
    func read<Target: PersistentModel>(_ type: Target.Type) throws {
      // Otherwise Swift could release the objects before their links are loaded.
      let targets = try readModels(type, keys: keys.sorted())
      try withExtendedLifetime(targets) {
        for model in models { try load(model, relationship) }
      }
    }
    try read(relationship.destination)
  }

  private func prefetchMembers<T: PersistentModel>(
    _ relationship: ModelRelationship, of models: [T]
  ) throws {
    let waiting = models.filter { model in
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      return !read.isLoaded && !model._$state.flags.contains(.inserted)
    }
    for start in stride(from: 0, to: waiting.count, by: 1000) {
      let owners = Array(waiting[start..<min(start + 1000, waiting.count)])
      let failures = try loadMembers(of: owners, relationship).failures
      if let failure = failures.first?.value { throw failure.reason }
    }
  }

  // The results of the store without the unsaved objects, and the unsaved objects that match.
  private func fetchParts<T: PersistentModel>(
    _ type: T.Type, _ query: Query, _ pending: Pending<T>, _ candidates: [T]
  ) throws -> (stored: [T], matching: [T]) {
    var open = query
    open.offset = 0
    // If the sum overflows, the limit exceeds any number of rows.
    open.limit = query.limit.flatMap { limit in
      let (sum, overflows) = limit.addingReportingOverflow(query.offset)
      return overflows ? nil : sum
    }
    // The order is compared in memory, so that all small attributes are read.
    let reading = entities[try index(of: type)].reading(query.attributes, andAllSmall: true)
    let sql = try SQLQuery(
      open, select: .rows, reading: reading, tables: store.tables,
      excluding: Self.rows(of: candidates))
    return (try objects(type, sql, reading), try matching(candidates, pending))
  }

  private func slice<T>(_ models: [T], _ query: Query) -> [T] {
    Array(models.dropFirst(query.offset).prefix(query.limit ?? Int.max))
  }
}

extension Query {
  /// The query itself, if neither limit nor offset is negative.
  ///
  /// SQLite would ignore a negative limit, and Swift's collections would stop the program.
  ///
  /// - Throws: ``StackError/negativeRange(limit:offset:)``.
  package func inRange() throws(StackError) -> Query {
    guard limit ?? 0 >= 0, offset >= 0 else {
      throw .negativeRange(limit: limit, offset: offset)
    }
    return self
  }
}
