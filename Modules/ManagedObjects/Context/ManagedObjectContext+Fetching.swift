internal import Foundation
import StrataDescriptions
import StrataModel
import StrataQuery
import StrataSchema
import StrataStack

extension ManagedObjectContext {
  /// What a request asks for.
  ///
  /// - Throws: ``ManagedObjectError``: an entity or a property that the model doesn't have, a predicate that
  ///   can't be used; `StackError`, `StorageError`.
  public func fetch<ResultType>(_ request: FetchRequest<ResultType>) throws -> [ResultType] {
    switch request.resultType {
    case .managedObject: try cast(try objects(request), request)
    case .managedObjectID: try cast(try objects(request).map(\.persistentModelID), request)
    case .count: try cast([NSNumber(value: try count(for: request))], request)
    case .dictionary: try cast(try dictionaries(request), request)
    }
  }

  private func cast<Found, ResultType>(
    _ found: [Found], _ request: FetchRequest<ResultType>
  ) throws -> [ResultType] {
    // The two are one type, which the compiler isn't told by that; a cast would look at each object.
    if Found.self == ResultType.self { return unsafeBitCast(found, to: [ResultType].self) }
    if let wanted = found as? [ResultType] { return wanted }
    let other = found.first { !($0 is ResultType) }.map { "\(type(of: $0))" } ?? "\(Found.self)"
    throw ManagedObjectError.wrongClass(
      entity: request.entityName, class: other, expected: "\(ResultType.self)")
  }

  /// How many objects a request asks for.
  ///
  /// - Throws: as ``fetch(_:)``.
  public func count<ResultType>(for request: FetchRequest<ResultType>) throws -> Int {
    let context = try modelContext()
    let query = try FetchQuery(request.entityName, objectModel, in: context).query(request)
    return request.includesPendingChanges
      ? try context.fetchCount(query) : try ModelContext(context.container).fetchCount(query)
  }

  private func objects<ResultType>(
    _ request: FetchRequest<ResultType>
  ) throws -> [ManagedObject] {
    let context = try modelContext()
    let query = try FetchQuery(request.entityName, objectModel, in: context).query(request)
    guard request.includesPendingChanges || (!context.hasChanges && parent == nil) else {
      // What the store has, as the objects that this context has of it.
      return try ModelContext(context.container).fetch(query).compactMap { saved in
        try context.model(
          entity: saved.persistentModelID.entityName, key: saved.persistentModelID.key)
          as? ManagedObject
      }
    }
    let found = try fetch(query, in: context)
    for name in request.relationshipKeyPathsForPrefetching ?? [] {
      try prefetch(name, of: found, request.entityName, in: context)
    }
    return found
  }

  private func fetch(_ query: Query, in context: ModelContext) throws -> [ManagedObject] {
    guard let entity = try objectModel.entities[query.entity] else {
      throw ManagedObjectError.unknownEntity(query.entity)
    }
    func fetch<Model: PersistentModel>(_ type: Model.Type) throws -> [ManagedObject] {
      let found = try context.fetch(type, query)
      // Each is an object of the entity's class, which is one of ManagedObject, and arrays of references are
      // alike in memory.
      return unsafeBitCast(found, to: [ManagedObject].self)
    }
    return try fetch(entity.modelType)
  }

  private func prefetch(
    _ name: String, of objects: [ManagedObject], _ entityName: String, in context: ModelContext
  ) throws {
    guard let entity = try objectModel.entities[entityName] else { return }
    guard let place = entity.place(of: name),
      let relationship = entity.modelEntity.relationships[place.index.rawValue]
    else { throw ManagedObjectError.noRelationship(entity: entityName, key: name) }
    func prefetch<Model: PersistentModel>(_ type: Model.Type) throws {
      try context.graph(of: type).prefetch(relationship, of: objects.compactMap { $0 as? Model })
    }
    try prefetch(entity.modelType)
  }

  private func dictionaries<ResultType>(
    _ request: FetchRequest<ResultType>
  ) throws -> [NSDictionary] {
    guard let entity = try objectModel.entities[request.entityName] else {
      throw ManagedObjectError.unknownEntity(request.entityName)
    }
    let names: [String]
    if let wanted = request.propertiesToFetch {
      for name in wanted where entity.place(of: name) == nil {
        throw ManagedObjectError.unknownProperty(entity: entity.name, key: name)
      }
      names = wanted
    } else {
      names = entity.properties.compactMap {
        if case .attribute = $0.kind { $0.name } else { nil }
      }
    }
    var seen: Set<NSDictionary> = []
    var all: [NSDictionary] = []
    let (limit, offset) = (request.fetchLimit, request.fetchOffset)
    if request.returnsDistinctResults {
      // What is left out counts equal rows once.
      (request.fetchLimit, request.fetchOffset) = (0, 0)
    }
    defer { (request.fetchLimit, request.fetchOffset) = (limit, offset) }
    for object in try objects(request) {
      let row = NSMutableDictionary()
      for name in names {
        switch try object.value(forKey: name) {
        case nil: break
        case let other as ManagedObject: row[name] = other.persistentModelID
        case let value?: row[name] = value
        }
      }
      if !request.returnsDistinctResults || seen.insert(row).inserted { all.append(row) }
    }
    if request.returnsDistinctResults {
      all = Array(all.dropFirst(max(offset, 0)).prefix(limit == 0 ? .max : max(limit, 0)))
    }
    return all
  }
}
