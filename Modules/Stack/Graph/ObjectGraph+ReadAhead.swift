import StrataSchema
import StrataStorage

// What a fault reads is read for those too that plausibly fault next, in one statement. The
// slots that are filled keep what was read.
extension ObjectGraph {
  /// Notes which objects of an entity were read together.
  func noteTrace(_ entity: Int, _ keys: [Int64]) {
    guard keys.count > 1 else { return }
    let root = entities[entity].root
    // What is read on the way comes behind the one whose objects are followed.
    if isReadingAhead, let followed = traces[root].first {
      traces[root].insert(FetchTrace(keys, like: followed), at: 1)
    } else {
      traces[root].insert(FetchTrace(keys), at: 0)
    }
    if traces[root].count > 8 { traces[root].removeLast() }
  }

  /// The object that a to-one relationship leads to, read from the store when it isn't in memory.
  func target(
    of owner: some PersistentModel, _ relationship: ModelRelationship, _ key: Int64
  ) -> (any PersistentModel)? {
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
    guard !followers.isEmpty else { return loaded(relationship.destination, key) }
    isReadingAhead = true
    defer { isReadingAhead = false }
    func load<Model: PersistentModel>(_ type: Model.Type) throws -> (any PersistentModel)? {
      let targets = try readModels(type, keys: keys.sorted())
      return withExtendedLifetime(targets) {
        // A link that leads nowhere is left for whoever follows it.
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
    return reporting { try load(relationship.destination) } ?? nil
  }

  /// Reads the members of an object's to-many relationship, and those of objects behind it.
  func loadMembers(of owner: some PersistentModel, _ relationship: ModelRelationship) {
    let isStored = owner._$state.key > 0 && !owner._$state.flags.contains(.inserted)
    let followers =
      isStored
      ? followers(of: owner, relationship.index) { follower in
        var read = ReadTargets()
        follower._$visit(relationship.index, &read)
        return !read.isLoaded && !follower._$state.flags.contains(.inserted)
      } : []
    if !followers.isEmpty,
      let count = reporting({ try readAhead(for: [owner] + followers, relationship) })
    {
      let root = entities[Int(owner._$state.entity)].root
      return traces[root][0].note(relationship.index, read: count, for: followers.count + 1)
    }
    fill(owner, relationship, with: members(of: owner, relationship.index, relationship))
  }

  private func readAhead(
    for owners: [any PersistentModel], _ relationship: ModelRelationship
  ) throws -> Int {
    isReadingAhead = true
    defer { isReadingAhead = false }
    return try loadMembers(of: owners, relationship)
  }

  /// Reads the members that a to-many relationship of several objects has, in one statement.
  ///
  /// - Returns: How many links there were.
  func loadMembers(
    of owners: [any PersistentModel], _ relationship: ModelRelationship
  ) throws -> Int {
    guard let first = owners.first else { return 0 }
    let graphEntity = entities[Int(first._$state.entity)]
    func load<Model: PersistentModel>(_ type: Model.Type) throws -> Int {
      let query = SQLQuery(
        membersOf: owners.map { $0._$state.key },
        graphEntity.table.entity.properties[relationship.index],
        of: entities[try index(of: type)].table,
        link: graphEntity.linksByProperty[relationship.index])
      let links = try linkedObjects(type, query)
      var members: [Int64: [any PersistentModel]] = [:]
      var start = 0
      while start < links.count {
        let key = links[start].key
        let end = links[start...].firstIndex { $0.key != key } ?? links.count
        members[key] = links[start..<end].compactMap { $0.object as? Model }
        start = end
      }
      for owner in owners {
        let found = members[owner._$state.key] ?? []
        fill(owner, relationship, with: stillMembers(found, of: owner, relationship))
      }
      return links.count
    }
    return try load(relationship.destination)
  }

  private func fill(
    _ owner: any PersistentModel, _ relationship: ModelRelationship,
    with members: [any PersistentModel]
  ) {
    var fill = FillMembers(stored: members)
    owner._$visit(relationship.index, &fill)
  }

  /// The objects in memory that were read with another and stand behind it, as far as a fault of a
  /// property reads ahead and they need it.
  private func followers(
    of owner: some PersistentModel, _ property: Int, _ isWaiting: (any PersistentModel) -> Bool
  ) -> [any PersistentModel] {
    let entity = Int(owner._$state.entity)
    let root = entities[entity].root
    guard let keys = follow(owner._$state.key, property, root) else { return [] }
    var found: [any PersistentModel] = []
    for key in keys {
      guard let follower = object(entity, key) as? any PersistentModel, follower !== owner,
        // A relative may have another property at the same position.
        Int(follower._$state.entity) == entity || isShared(property, entity, follower),
        isWaiting(follower)
      else { continue }
      found.append(follower)
    }
    return found
  }

  private func follow(
    _ key: Int64, _ property: Int, _ root: Int
  ) -> ArraySlice<Int64>? {
    for index in traces[root].indices {
      guard let next = traces[root][index].follow(key, property) else { continue }
      if index > 0 { traces[root].insert(traces[root].remove(at: index), at: 0) }
      return next
    }
    return nil
  }

  private func isShared(
    _ property: Int, _ entity: Int, _ follower: any PersistentModel
  ) -> Bool {
    var declaring = entities[entity].entity
    while let superentity = declaring.superentity, property < superentity.propertyCount {
      declaring = superentity
    }
    return type(of: follower)._$entity.isKind(of: declaring)
  }
}
