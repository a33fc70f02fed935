import StrataSchema
import StrataStorage

extension ObjectGraph {
  func noteOwnTransaction(_ number: Int64) {
    if number == lastTransaction + 1 {
      lastTransaction = number
    } else {
      ownTransactions.insert(number)
    }
  }

  /// Whether others have saved since the objects in memory were last brought up to date. A few
  /// microseconds.
  func isStale() throws -> Bool {
    if store.lastTransaction > lastTransaction + Int64(ownTransactions.count) { return true }
    let version = try reader.dataVersion()
    guard version != dataVersion else { return false }
    dataVersion = version
    return try reader.lastTransaction() > lastTransaction + Int64(ownTransactions.count)
  }

  /// Brings the objects in memory up to date with what others have saved, other contexts of this
  /// program and other processes alike: what changed is read from the store's history.
  ///
  /// Properties that were changed here and not saved keep their values. O(what was changed).
  package func merge() throws {
    if try isStale() { try mergeHistory() }
  }

  /// The same inside a save. The connection that writes is asked, which has the answer at hand,
  /// while the reader would have to read anew what this graph's own last save has changed.
  func merge(in transaction: StoreTransaction) throws {
    let known = lastTransaction + Int64(ownTransactions.count)
    if try transaction.lastTransaction() > known { try mergeHistory() }
  }

  private func mergeHistory() throws {
    var merge = Merge()
    try noteHistory(in: &merge)
    try apply(&merge)
  }

  /// Notes what others have saved since the objects in memory were last brought up to date.
  func noteHistory(in merge: inout Merge) throws {
    try reader.forEachSave(after: lastTransaction) { number, runs in
      let runs = ownTransactions.contains(number) ? [] : try runs()
      lastTransaction = number
      ownTransactions.remove(number)
      for run in runs { note(run, in: &merge) }
    }
  }

  /// Brings the objects in memory up to date, with what was changed here put on top: a link that was
  /// made or cut here stays so, and the other end of one that somebody else has made instead of it
  /// gives way.
  func apply(_ merge: inout Merge) throws {
    for entity in merge.lost { noteAllOwners(of: entity, in: &merge) }
    for (entity, objects) in merge.changed {
      noteOwners(of: objects, entity, in: &merge)
      try refresh(entity, objects)
      noteOwners(of: objects, entity, in: &merge)
      noteLinks(of: objects, entity, in: &merge)
      try notePlaces(of: objects, entity)
    }
    for (entity, keys) in merge.inserted {
      try noteOwners(inserted: keys, entity, in: &merge)
    }
    if !merge.deleted.isEmpty {
      linkChanges.removeAll { $0.owner._$state.graph == nil || $0.member._$state.graph == nil }
    }
    forgetMembers(of: merge.owners)
    dropOneWayLinks(to: merge.deleted)
    try settleConflicts(of: merge)
    withExtendedLifetime(merge.held) {}
  }

  /// What has to be done to bring objects up to date.
  struct Merge {
    /// By entity, the objects in memory whose rows have changed or gone.
    var changed: [Int: [Int64: PropertySet]] = [:]
    /// The same objects, some of which others alone may have held that are let go on the way.
    var held: [AnyObject] = []
    var inserted: [Int: [Int64]] = [:]
    /// The entities of which rows have gone.
    var deleted: Set<Int> = []
    /// Of these, the entities with rows of which nothing is known but their keys.
    var lost: Set<Int> = []
    /// The to-many relationships whose members have changed.
    var owners: [ObjectKey: PropertySet] = [:]
  }

  struct ObjectKey: Hashable {
    let entity: Int
    let key: Int64
  }

  // O(changes); what is kept of them is about objects in memory and about members that have moved.
  private func note(_ run: HistoryRun, in merge: inout Merge) {
    guard let entity = index(named: run.entity) else { return }
    defer { tell(run, entity) }
    let graphEntity = entities[entity]
    if run.kind == .delete { merge.deleted.insert(entity) }
    if run.kind == .insert {
      if graphEntity.hasOwners { merge.inserted[entity, default: []] += run.keys }
      return
    }
    var properties = PropertySet()
    for name in run.properties {
      if let index = graphEntity.table.index(of: name) { properties.insert(index) }
    }
    let hasMoved = graphEntity.relationships.contains {
      $0.isOrderedByMember && properties.contains($0.index)
    }
    var hasUnknown = false
    for key in run.keys {
      if let model = object(entity, key) {
        merge.held.append(model)
        merge.changed[entity, default: [:]][key, default: PropertySet()].formUnion(properties)
      } else {
        // An object that isn't in memory is right when it is read; its owners may be in memory.
        hasUnknown = true
        if hasMoved { merge.inserted[entity, default: []].append(key) }
      }
    }
    if run.kind == .delete, hasUnknown, graphEntity.hasOwners { merge.lost.insert(entity) }
  }

  private func tell(_ run: HistoryRun, _ entity: Int) {
    guard !observers.isEmpty else { return }
    guard run.kind == .update else { return tell(.membership(entity: entity)) }
    let names = run.properties.compactMap { entities[entity].table.index(of: $0) }
    tell(.properties(entity: entity, names.reduce(into: PropertySet()) { $0.insert($1) }))
  }

  // Before a refresh these are the old owners, after it the new ones.
  func noteOwners(
    of objects: [Int64: PropertySet], _ entity: Int, in merge: inout Merge
  ) {
    for key in objects.keys {
      guard let model = object(entity, key) as? any PersistentModel else { continue }
      for relationship in entities[entity].relationships where relationship.isOrderedByMember {
        guard let inverse = relationship.inverse,
          let owner = try? index(of: relationship.destination)
        else { continue }
        var read = ReadTargets()
        model._$visit(relationship.index, &read)
        let ownerKey = read.first?._$state.key ?? read.key
        noteOwner(owner, ownerKey, inverse, in: &merge)
      }
    }
  }

  // In a hierarchy an owner has one key, whatever class it is looked for as.
  private func noteOwner(_ entity: Int, _ key: Int64, _ property: Int, in merge: inout Merge) {
    guard key != 0 else { return }
    merge.owners[ObjectKey(entity: entities[entity].root, key: key), default: PropertySet()]
      .insert(property)
  }

  // Arrays whose links are in a table of their own, and that were changed here too.
  private func noteLinks(
    of objects: [Int64: PropertySet], _ entity: Int, in merge: inout Merge
  ) {
    for relationship in entities[entity].relationships where relationship.usesLinkTable {
      for (key, properties) in objects where properties.contains(relationship.index) {
        guard let model = object(entity, key) as? any PersistentModel,
          model._$state.changed.contains(relationship.index)
        else { continue }
        noteOwner(entity, key, relationship.index, in: &merge)
      }
    }
  }

  private func noteOwners(inserted keys: [Int64], _ entity: Int, in merge: inout Merge) throws {
    let graphEntity = entities[entity]
    for relationship in graphEntity.relationships where relationship.isOrderedByMember {
      guard let inverse = relationship.inverse,
        let owner = try? index(of: relationship.destination)
      else { continue }
      let query = SQLQuery(
        linksOf: keys, graphEntity.entity.properties[relationship.index].name, in: graphEntity.table
      )
      for key in try reader.integers(query) { noteOwner(owner, key, inverse, in: &merge) }
      try notePlaces(of: keys, relationship, entity)
    }
  }

  // A row is gone of which nothing is known but its key: any owner may have had it.
  private func noteAllOwners(of entity: Int, in merge: inout Merge) {
    for relationship in entities[entity].relationships where relationship.isOrderedByMember {
      guard let inverse = relationship.inverse,
        let owner = try? index(of: relationship.destination)
      else { continue }
      for (key, _) in registered(owner, includingSubentities: true) {
        noteOwner(owner, key, inverse, in: &merge)
      }
    }
  }
}

extension GraphEntity {
  /// Whether objects of the entity are members of others' to-many relationships.
  var hasOwners: Bool { relationships.contains { $0.isOrderedByMember } }
}
