import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

// Read-ahead: a fault also reads, in one statement, for objects that will probably fault next.
// Their slots store what was read.
extension ObjectGraph {
  /// Records which objects of an entity were read together.
  func recordTrace(_ entity: EntityIndex, _ keys: [Int64]) {
    guard keys.count > 1 else { return }
    loading.record(keys, of: roots[entity], isReadAhead: phase.contains(.readingAhead))
  }

  /// The target of a to-one relationship, from memory or the store.
  func target(
    of owner: some PersistentModel, _ relationship: ModelRelationship, _ key: Int64
  ) throws -> (any PersistentModel)? {
    guard key != 0 else { return nil }
    if let known = known(relationship.destination, key) { return known }
    var keys: Set<Int64> = [key]
    let followers = followers(of: owner, relationship.index) { follower in
      var read = ReadTargets()
      follower._$visit(relationship.index, &read)
      guard !read.isLoaded, read.key != 0,
        keys.contains(read.key) || known(relationship.destination, read.key) == nil
      else { return false }
      keys.insert(read.key)
      return true
    }
    guard !followers.isEmpty else { return try loaded(relationship.destination, key) }
    func load<Model: PersistentModel>(_ type: Model.Type) throws -> (any PersistentModel)? {
      let entity = entities[try index(of: type)]
      let query = SQLQuery(keysIn: keys.sorted(), of: entity.table, reading: entity.reading)
      // Targets of other objects that can't be read are no failure of this one.
      let targets = try objects(type, query, entity.reading) { _, _ in }
      if known(type, key) == nil { _ = try loaded(type, key) }
      return withExtendedLifetime(targets) {
        // A link without a target stays unloaded, and its own fault handles it.
        for follower in followers {
          var read = ReadTargets()
          follower._$visit(relationship.index, &read)
          guard let target = known(type, read.key) else { continue }
          var fill = FillTarget(target: target)
          follower._$visit(relationship.index, &fill)
        }
        return known(type, key)
      }
    }
    return try during(.readingAhead) { try load(relationship.destination) }
  }

  /// Loads an object's to-many relationship, and reads ahead for others.
  func loadMembers(of owner: some PersistentModel, _ relationship: ModelRelationship) throws {
    let followers =
      isStored(owner)
      ? followers(of: owner, relationship.index) { follower in
        var read = ReadTargets()
        follower._$visit(relationship.index, &read)
        return !read.isLoaded && !follower._$state.flags.contains(.inserted)
      } : []
    guard followers.isEmpty else {
      let (count, failures) = try during(.readingAhead) {
        try loadMembers(of: [owner] + followers, relationship)
      }
      loading.limit(
        relationship.index, of: roots[owner._$state.entity], read: count, for: followers.count + 1)
      // Failures of the other objects are thrown by their own faults.
      if let failure = failures[owner._$state.key] { throw failure }
      return
    }
    let (found, failure) = try storedMembers(of: owner, relationship)
    let members = stillMembers(found, of: owner, relationship)
    if let failure { throw PartlyRead(members: members, reason: failure) }
    fill(owner, relationship, with: members)
  }

  /// Loads a to-many relationship of several objects in one statement.
  ///
  /// - Returns: The number of links, and by key the errors of objects whose members can't all be
  ///   read. These stay as they are.
  func loadMembers(
    of owners: [any PersistentModel], _ relationship: ModelRelationship
  ) throws -> (count: Int, failures: [Int64: PartlyRead]) {
    guard let first = owners.first else { return (0, [:]) }
    let graphEntity = entities[first._$state.entity]
    func load<Model: PersistentModel>(
      _ type: Model.Type
    ) throws -> (count: Int, failures: [Int64: PartlyRead]) {
      let target = entities[try index(of: type)]
      let query = SQLQuery(
        membersOf: owners.map { $0._$state.key },
        graphEntity.table.entity.properties[relationship.index], of: target.table,
        link: graphEntity.linksByProperty[relationship.index], reading: target.reading)
      let (links, unreadable) = try linkedObjects(type, query)
      var members: [Int64: [any PersistentModel]] = [:]
      var start = 0
      while start < links.count {
        let key = links[start].key
        let end = links[start...].firstIndex { $0.key != key } ?? links.count
        members[key] = links[start..<end].compactMap { $0.object as? Model }
        start = end
      }
      var failures: [Int64: PartlyRead] = [:]
      for owner in owners {
        let key = owner._$state.key
        let found = stillMembers(members[key] ?? [], of: owner, relationship)
        if let reason = unreadable[key] {
          failures[key] = PartlyRead(members: found, reason: reason)
        } else {
          fill(owner, relationship, with: found)
        }
      }
      return (links.count, failures)
    }
    return try load(relationship.destination)
  }

  func fill(
    _ owner: any PersistentModel, _ relationship: ModelRelationship,
    with members: [any PersistentModel]
  ) {
    var fill = FillMembers(stored: members)
    owner._$visit(relationship.index, &fill)
    if pending.hasPlaces { order(owner, relationship) }
  }

  /// The objects in memory that follow another in its fetch, need the property, and are within the
  /// read-ahead of a fault.
  func followers(
    of owner: some PersistentModel, _ property: PropertyIndex,
    _ isWaiting: (any PersistentModel) -> Bool
  ) -> [any PersistentModel] {
    let entity = owner._$state.entity
    guard let keys = loading.follow(owner._$state.key, property, of: roots[entity]) else {
      return []
    }
    var found: [any PersistentModel] = []
    for key in keys {
      guard let follower = object(entity, key) as? any PersistentModel, follower !== owner,
        // A class of the same hierarchy may have another property at the index.
        follower._$state.entity == entity || isShared(property, entity, follower),
        isWaiting(follower)
      else { continue }
      found.append(follower)
    }
    return found
  }

  private func isShared(
    _ property: PropertyIndex, _ entity: EntityIndex, _ follower: any PersistentModel
  ) -> Bool {
    var declaring = entities[entity].entity
    while let superentity = declaring.superentity, property.rawValue < superentity.propertyCount {
      declaring = superentity
    }
    return type(of: follower)._$entity.isKind(of: declaring)
  }
}
