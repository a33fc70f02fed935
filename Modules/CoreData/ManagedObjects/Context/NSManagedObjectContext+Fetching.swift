internal import Foundation
@_spi(Query) import StrataBulk
@_spi(Query) import StrataContexts
import StrataDescriptions
import StrataModel
import StrataQuery
import StrataSchema

extension NSManagedObjectContext {
  /// Returns the results of a request, in its order.
  ///
  /// - Throws: ``ManagedObjectError``: the model doesn't have the entity or a property, or the
  ///   predicate is invalid. `StackError`, `StorageError`.
  public func fetch<ResultType>(_ request: NSFetchRequest<ResultType>) throws -> [ResultType] {
    try throwing { try results(of: request) }
  }

  private func results<ResultType>(
    of request: NSFetchRequest<ResultType>
  ) throws -> [ResultType] {
    if request.resultType != .dictionary, request.isGrouped {
      throw ManagedObjectError.unsupported(
        "groups are given as dictionaries; set the request's resultType to .dictionary")
    }
    guard affects(request.affectedStores, request.named) else {
      return request.resultType == .count ? try cast([NSNumber(value: 0)], request) : []
    }
    return switch request.resultType {
    case .managedObject: try cast(try objects(request), request)
    case .managedObjectID: try cast(try objects(request).map(\.persistentModelID), request)
    case .count: try cast([NSNumber(value: try count(for: request))], request)
    case .dictionary: try cast(try dictionaries(request), request)
    }
  }

  /// True if a request for an entity asks the entity's store.
  func affects(_ stores: [NSPersistentStore]?, _ entity: String) -> Bool {
    guard let stores, let own = persistentStoreCoordinator?.store(of: entity) else { return true }
    return stores.contains(own)
  }

  /// Computes groups of objects in the store.
  private func groups<ResultType>(
    _ request: NSFetchRequest<ResultType>, _ entity: ManagedEntity
  ) throws -> [NSDictionary] {
    let context = try modelContext()
    let made = try FetchQuery(request.named, objectModel, in: context)
    let fetch = try GroupedFetch(request, try made.query(request), entity, made)
    let asked = request.includesPendingChanges ? context : ModelContext(context.container)
    let groups = try asked.groups(fetch.query).map { try fetch.dictionary($0) }
    guard request.returnsDistinctResults else { return groups }
    var seen: Set<NSDictionary> = []
    return groups.filter { seen.insert($0).inserted }
  }

  private func cast<Found, ResultType>(
    _ found: [Found], _ request: NSFetchRequest<ResultType>
  ) throws -> [ResultType] {
    // The types are equal, which the compiler doesn't infer from the check. A cast would test each
    // object.
    if Found.self == ResultType.self { return unsafeBitCast(found, to: [ResultType].self) }
    if let wanted = found as? [ResultType] { return wanted }
    let other = found.first { !($0 is ResultType) }.map { "\(type(of: $0))" } ?? "\(Found.self)"
    throw ManagedObjectError.wrongClass(
      entity: request.named, class: other, expected: "\(ResultType.self)")
  }

  /// Returns the number of objects that a request matches.
  ///
  /// - Throws: as ``fetch(_:)``.
  public func count<ResultType>(for request: NSFetchRequest<ResultType>) throws -> Int {
    try throwing { try number(of: request) }
  }

  private func number<ResultType>(of request: NSFetchRequest<ResultType>) throws -> Int {
    let context = try modelContext()
    let query = try FetchQuery(request.named, objectModel, in: context).query(request)
    return request.includesPendingChanges
      ? try context.fetchCount(query) : try ModelContext(context.container).fetchCount(query)
  }

  private func objects<ResultType>(
    _ request: NSFetchRequest<ResultType>
  ) throws -> [NSManagedObject] {
    let context = try modelContext()
    let query = try FetchQuery(request.named, objectModel, in: context).query(request)
    guard request.includesPendingChanges || (!context.hasChanges && parent == nil) else {
      // Fetches the committed objects in another context, then takes this context's objects for
      // them, also those that are deleted here: the store has them until the save.
      return try ModelContext(context.container).fetch(query).compactMap { saved in
        let identifier = saved.persistentModelID
        return try registeredObject(for: identifier)
          ?? context.model(entity: identifier.entityName, key: identifier.key) as? NSManagedObject
      }
    }
    let found = try fetch(query, in: context)
    retain(found)
    for name in request.relationshipKeyPathsForPrefetching ?? [] {
      try prefetch(name, of: found, request.named, in: context)
    }
    return found
  }

  private func fetch(_ query: Query, in context: ModelContext) throws -> [NSManagedObject] {
    guard let entity = try objectModel.entities[query.entity] else {
      throw ManagedObjectError.unknownEntity(query.entity)
    }
    func fetch<Model: PersistentModel>(_ type: Model.Type) throws -> [NSManagedObject] {
      let found = try context.fetch(type, query)
      // Safe: each object is of the entity's class, a subclass of NSManagedObject, and arrays of
      // references have the same layout.
      return unsafeBitCast(found, to: [NSManagedObject].self)
    }
    return try fetch(entity.modelType)
  }

  /// Loads the objects at the end of a relationship path, one relationship after the other.
  private func prefetch(
    _ path: String, of objects: [NSManagedObject], _ entityName: String, in context: ModelContext
  ) throws {
    let name = String(path.prefix { $0 != "." })
    guard let entity = try objectModel.entities[entityName] else { return }
    guard let place = entity.place(of: name),
      let relationship = entity.modelEntity.relationships[place.index.rawValue]
    else { throw ManagedObjectError.noRelationship(entity: entityName, key: name) }
    func prefetch<Model: PersistentModel>(_ type: Model.Type) throws {
      try context.graph(of: type).prefetch(relationship, of: objects.compactMap { $0 as? Model })
    }
    try prefetch(entity.modelType)
    guard path != name else { return }
    var seen: Set<ObjectIdentifier> = []
    let targets = objects.flatMap { $0._$related(place.index) }.compactMap {
      $0 as? NSManagedObject
    }
    .filter { seen.insert(ObjectIdentifier($0)).inserted }
    try self.prefetch(
      String(path.dropFirst(name.count + 1)), of: targets, relationship.destination._$entity.name,
      in: context)
  }

  private func dictionaries<ResultType>(
    _ request: NSFetchRequest<ResultType>
  ) throws -> [NSDictionary] {
    guard let entity = try objectModel.entities[request.named] else {
      throw ManagedObjectError.unknownEntity(request.named)
    }
    if GroupedFetch.isWanted(by: request) { return try groups(request, entity) }
    let values = try dictionaryValues(request, entity)
    var seen: Set<NSDictionary> = []
    var all: [NSDictionary] = []
    let (limit, offset) = (request.fetchLimit, request.fetchOffset)
    if request.returnsDistinctResults {
      // Limit and offset apply to distinct rows, so they can't be part of the fetch.
      (request.fetchLimit, request.fetchOffset) = (0, 0)
    }
    defer { (request.fetchLimit, request.fetchOffset) = (limit, offset) }
    for object in try objects(request) {
      let row = NSMutableDictionary()
      for (name, path) in values {
        guard let path else {
          row[name] = object.objectID
          continue
        }
        switch try object.value(forKeyPath: path) {
        case nil: break
        case let other as NSManagedObject: row[name] = other.objectID
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

  /// The names of a dictionary's values, and their key paths, or nil for the object's identifier.
  private func dictionaryValues<ResultType>(
    _ request: NSFetchRequest<ResultType>, _ entity: ManagedEntity
  ) throws -> [(name: String, path: String?)] {
    guard let wanted = request.propertiesToFetch else {
      return entity.properties.compactMap {
        if case .attribute = $0.kind { ($0.name, $0.name) } else { nil }
      }
    }
    return try wanted.map { value in
      if case .object? = (value as? NSExpressionDescription)?.expression?.kind {
        return (value._fetchedName, nil)
      }
      let path = try (value as? NSExpressionDescription)?.keyPath() ?? value._fetchedName
      let first = path.prefix { $0 != "." }
      guard entity.place(of: String(first)) != nil else {
        throw ManagedObjectError.unknownProperty(entity: entity.name, key: String(first))
      }
      return (value._fetchedName, path)
    }
  }
}

extension NSFetchRequest {
  /// True if the request groups its objects.
  fileprivate var isGrouped: Bool { GroupedFetch.isWanted(by: self) }
}
