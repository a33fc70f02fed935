package import StrataModel
package import StrataSQLite
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// The object with a key, if it is in memory.
  package func known(_ type: any PersistentModel.Type, _ key: Int64) -> (any PersistentModel)? {
    guard key != 0, let entity = knownIndex(of: type) else { return nil }
    return object(entity, key) as? any PersistentModel
  }

  /// Loads a relationship for a getter. A failure is recorded.
  package func fault(_ model: some PersistentModel, _ relationship: ModelRelationship) {
    // Objects in memory all show one state of the store, so that no snapshot is needed.
    if loadFromMemory(model, relationship) {
      return resolveFailure(of: model, relationship.index)
    }
    // An observer that is notified of the merge may change the relationship again after it was
    // loaded.
    for _ in 0..<8 {
      do {
        if let error = loading.storeError { throw error }
        try reading(.load, of: relationship.destination._$entity.name) {
          // The merge at the start of the read may have detached the object.
          guard model._$state.graph === self else { return model._$loadNothing(relationship) }
          try load(model, relationship)
        }
        resolveFailure(of: model, relationship.index)
      } catch {
        recordLoadingFailure(model, relationship, error)
        deliverNotices()
        return
      }
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      // A required link without a target stays unloaded.
      if read.isLoaded || (relationship.isToOne && read.key == 0) { return }
      guard !relationship.isToOne else { return }
    }
    recordLoadingFailure(
      model, relationship,
      StackError.unreadable(
        object: model.persistentModelID,
        property: type(of: model)._$entity.properties[relationship.index].name,
        reason:
          "each time it was read, an observer of the changes that were merged changed it again"))
    deliverNotices()
  }

  /// Loads a relationship from objects in memory. Returns false if the store has to be read.
  private func loadFromMemory(
    _ model: some PersistentModel, _ relationship: ModelRelationship
  ) -> Bool {
    var read = ReadTargets()
    model._$visit(relationship.index, &read)
    guard !read.isLoaded else { return true }
    guard relationship.isToOne else {
      guard read.isKnown || !isStored(model) else { return false }
      fill(model, relationship, with: [])
      return true
    }
    let target = known(relationship.destination, read.key)
    guard target != nil || read.key == 0 else { return false }
    var fill = FillTarget(target: target)
    model._$visit(relationship.index, &fill)
    return true
  }

  /// True if an object has a row.
  func isStored(_ model: some PersistentModel) -> Bool {
    model._$state.key > 0 && !model._$state.flags.contains(.inserted)
  }

  /// Loads a relationship, unless it is loaded.
  ///
  /// - Throws: The error if it can't be read, and leaves it as it was. ``PartlyRead`` with the
  ///   readable members if the rows of others can't be decoded.
  func load(_ model: some PersistentModel, _ relationship: ModelRelationship) throws {
    if let error = loading.storeError { throw error }
    var read = ReadTargets()
    model._$visit(relationship.index, &read)
    guard !read.isLoaded else { return }
    guard relationship.isToOne else { return try loadMembers(of: model, relationship) }
    var fill = FillTarget(target: try target(of: model, relationship, read.key))
    model._$visit(relationship.index, &fill)
  }

  /// The object with a key, from memory or the store. Nil if there is none.
  func loaded(
    _ type: any PersistentModel.Type, _ key: Int64
  ) throws -> (any PersistentModel)? {
    if let known = known(type, key) { return known }
    guard key != 0 else { return nil }
    if let error = loading.storeError { throw error }
    func load<Model: PersistentModel>(_ type: Model.Type) throws -> (any PersistentModel)? {
      let entity = entities[try index(of: type)]
      let query = SQLQuery(keysIn: [key], of: entity.table, reading: entity.reading)
      return try objects(type, query, entity.reading).first
    }
    return try reading(.load, of: type._$entity.name) { try load(type) }
  }

  /// The stored members of a to-many relationship in order, and the error if others can't be read.
  func storedMembers(
    of owner: any PersistentModel, _ relationship: ModelRelationship
  ) throws -> (members: [any PersistentModel], failure: (any Error)?) {
    // A new object has no members in the store.
    guard owner._$state.key > 0, !owner._$state.flags.contains(.inserted) else { return ([], nil) }
    let graphEntity = entities[owner._$state.entity]
    func load<Model: PersistentModel>(
      _ type: Model.Type
    ) throws -> (members: [any PersistentModel], failure: (any Error)?) {
      let target = entities[try index(of: type)]
      let query = SQLQuery(
        membersOf: owner._$state.key, graphEntity.table.entity.properties[relationship.index],
        of: target.table, link: graphEntity.linksByProperty[relationship.index],
        reading: target.reading)
      var failure: (any Error)?
      let found = try objects(type, query, target.reading) { _, error in failure = failure ?? error
      }
      return (found, failure)
    }
    return try load(relationship.destination)
  }

  /// The stored members without those that were deleted or moved to another owner here.
  func stillMembers(
    _ found: [any PersistentModel], of owner: any PersistentModel,
    _ relationship: ModelRelationship
  ) -> [any PersistentModel] {
    found.filter { member in
      if member._$state.flags.contains(.deleted) { return false }
      guard let inverse = relationship.inverse, relationship.inverseIsToOne,
        member._$state.changed.contains(inverse)
      else { return true }
      return member._$leads(inverse, to: owner)
    }
  }

  /// Reads rows and returns their objects: those in memory, or new ones of the rows' classes.
  ///
  /// - Parameter reading: The columns that the query reads, or nil for all.
  func objects<Model: PersistentModel>(
    _ type: Model.Type, _ query: SQLQuery, _ reading: RowSelection?,
    unreadable: StoreReader.Unreadable? = nil
  ) throws -> [Model] {
    let entity = try index(of: type)
    let found = try read(type, entity, query, reading, unreadable: unreadable)
    guard !entities[entity].isShared else { return found.compactMap { $0 as? Model } }
    // An entity without subentities has objects of one class only, and arrays of references have
    // one layout. A checked conversion would look up types for each object.
    return unsafeBitCast(found, to: [Model].self)
  }

  /// Reads rows with another object's key after their columns, without attributes in external storage.
  ///
  /// - Returns: The objects with these keys, and the errors of objects that can't be created, by
  ///   key.
  package func linkedObjects<Model: PersistentModel>(
    _ type: Model.Type, _ query: SQLQuery
  ) throws -> (links: [(key: Int64, object: AnyObject)], failures: [Int64: any Error]) {
    let entity = try index(of: type)
    let end = entities[entity].table.selectionCount
    var keys: [Int64] = []
    var failures: [Int64: any Error] = [:]
    let found = try read(type, entity, query, entities[entity].reading) { row in
      row.rewind(to: end)
      keys.append(try row.integer())
    } unreadable: { row, error in
      row.rewind(to: end)
      failures[try row.integer()] = error
    }
    return (zip(keys, found).map { ($0, $1) }, failures)
  }

  /// Registers an object that was created from a row.
  @inline(__always)
  private func adopt(
    _ model: some PersistentModel, _ entity: EntityIndex, _ key: Int64, _ unread: UnreadProperties?
  ) {
    register(model, entity: entity, key: key)
    if let unread {
      model._$state.unread = unread
      loading.hasUnread = true
    }
    guard hasLifecycle, entities[entity].isLifecycle, let model = model as? any LifecycleModel
    else { return }
    notices.append(.fetched(model))
  }

  private func read<Model: PersistentModel>(
    _ type: Model.Type, _ entity: EntityIndex, _ query: SQLQuery, _ reading: RowSelection?,
    behind: ((inout Row) throws -> Void)? = nil, unreadable: StoreReader.Unreadable?
  ) throws -> [AnyObject] {
    let graphEntity = entities[entity]
    guard !graphEntity.table.isPolymorphic else {
      return try readKinds(entity, query, reading, behind, unreadable)
    }
    let unread = reading.flatMap { UnreadProperties($0.unread[0]) }
    var keys: [Int64] = []
    var found: [AnyObject] = []
    // A class without relationships and with all attributes reads nothing later.
    let isTraced = graphEntity.leadsOn || unread != nil
    try reader.forEachRow(
      query, of: graphEntity.table, reading: reading, unreadable: unreadable
    ) { key, row in
      if let known = object(entity, key) {
        found.append(known)
        if loading.hasUnread { complete(known, as: type, from: &row, without: unread) }
      } else if let unreadable {
        do {
          let model = try Model._$make(&row)
          adopt(model, entity, key, unread)
          found.append(model)
        } catch {
          return try unreadable(&row, error)
        }
      } else {
        let model = try Model._$make(&row)
        adopt(model, entity, key, unread)
        found.append(model)
      }
      if isTraced { keys.append(key) }
      try behind?(&row)
    }
    recordTrace(entity, keys)
    return found
  }

  // Reads rows of several classes, each of which names its class.
  private func readKinds(
    _ entity: EntityIndex, _ query: SQLQuery, _ reading: RowSelection?,
    _ behind: ((inout Row) throws -> Void)?, _ unreadable: StoreReader.Unreadable?
  ) throws -> [AnyObject] {
    let graphEntity = entities[entity]
    let unread = graphEntity.kinds.indices.map { kind in
      reading.flatMap { UnreadProperties($0.unread[kind]) }
    }
    func make<Found: PersistentModel>(
      _ type: Found.Type, _ kind: Int, _ key: Int64, _ row: inout Row
    ) throws -> AnyObject {
      let entity = graphEntity.kinds[kind]
      if let known = object(entity, key) {
        if loading.hasUnread { complete(known, as: type, from: &row, without: unread[kind]) }
        return known
      }
      let model = try Found._$make(&row)
      adopt(model, entity, key, unread[kind])
      return model
    }
    let types = graphEntity.kinds.map { entities[$0].type }
    var keys: [Int64] = []
    var found: [AnyObject] = []
    try reader.forEachRow(
      query, ofKindsOf: graphEntity.table, reading: reading, unreadable: unreadable
    ) { kind, key, row in
      do {
        found.append(try make(types[kind], kind, key, &row))
      } catch {
        guard let unreadable else { throw error }
        return try unreadable(&row, error)
      }
      keys.append(key)
      try behind?(&row)
    }
    recordTrace(entity, keys)
    return found
  }
}
