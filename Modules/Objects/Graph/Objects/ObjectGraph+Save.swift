package import StrataModel
import StrataObservation
internal import StrataSQLite
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Writes all changes in one transaction with one history entry, or none of them.
  ///
  /// The first attempt assumes that no unique values conflict. If those of new objects do, the save
  /// continues from there and checks each row (``UniqueResolver``). If those of changed objects do,
  /// the save rolls back and runs again with these checks, in a new transaction.
  ///
  /// - Parameter saveOthers: Saves what has to be saved together with this, such as other stores'
  ///   objects. Called when everything is written here and before the commit.
  /// - Returns: The transaction's number and the changed objects. Nil if there was nothing to save.
  package func save(
    author: String?, contextName: String?, together saveOthers: () throws -> Void = {}
  ) throws -> SavedChanges? {
    defer { deliverNotices() }
    // Notifications are delivered after the save. While failures are retried their list is empty,
    // and a save by an observer would ignore those that still stand.
    isSaving = true
    defer { isSaving = false }
    verifyArrays()
    dropStaleInserts()
    resolvedConflicts = []
    settledConflicts = []
    try checkStanding()
    guard hasChanges else {
      try settleMergeConflicts()
      settledConflicts = takeSettledConflicts()
      try saveOthers()
      return nil
    }
    try replaceProvisionalKeys()
    var resolver: UniqueResolver?
    func save(_ write: (StoreTransaction) throws -> UniqueResolver?) throws -> Int64? {
      try withFreeKeys {
        try store.save(author: author, contextName: contextName) { transaction in
          // No other context can save from here on. Their earlier saves are merged first.
          try merge(in: transaction)
          // The merge may have deleted new objects, by a cascade rule.
          dropStaleInserts()
          try settleMergeConflicts()
          try checkStanding()
          try checkRules()
          verifyArrays()
          // After all calls of the objects' methods, since these may insert objects.
          try checkKeys()
          checkInvariants()
          resolver = try write(transaction)
          try saveOthers()
        }
      }
    }
    do {
      return finish(try save(write), resolver)
    } catch is UniqueViolation {
      let number = try save { transaction in
        let resolver = UniqueResolver(self, uniqueConflictPolicy, transaction)
        try resolver.write()
        return resolver
      }
      return finish(number, resolver)
    }
  }

  /// - Returns: The resolver of unique conflicts. Nil if there were none.
  private func write(_ transaction: StoreTransaction) throws -> UniqueResolver? {
    for model in pending.deleted { try write(deleted: model, transaction) }
    // Changed objects are written before new ones, which may take a unique value that a change
    // frees.
    for model in pending.changed where !model._$state.flags.contains(.deleted) {
      try write(changed: model, transaction)
    }
    var count = 0
    do {
      try write(inserted: pending.inserted, &count, transaction)
    } catch is UniqueViolation {
      let resolver = UniqueResolver(self, uniqueConflictPolicy, transaction)
      guard resolver.keepsOrder else { throw UniqueViolation() }
      try resolver.goOn(from: count)
      return resolver
    }
    for link in pending.linkChanges { try write(link, transaction) }
    return nil
  }

  /// Makes the checks that a save makes before it writes, for changes that are handed on to another
  /// context.
  ///
  /// - Parameter others: Objects whose rules aren't checked.
  /// - Throws: ``StackError``, as a save.
  package func checkSave(passingOver others: Set<ObjectIdentifier>) throws {
    verifyArrays()
    dropStaleInserts()
    try checkStanding()
    try replaceProvisionalKeys()
    try reading { try checkRules(passingOver: others) }
  }

  /// Checks delete rules, relationship limits and validations, and throws all errors together.
  private func checkRules(passingOver others: Set<ObjectIdentifier> = []) throws {
    var errors = try deniedDeletions(passingOver: others)
    if hasLimits {
      for model in pending.inserted where !others.contains(ObjectIdentifier(model)) {
        errors += try faults(of: model, only: nil)
      }
      for model in pending.changed
      where !model._$state.flags.contains(.deleted) && !others.contains(ObjectIdentifier(model)) {
        errors += try faults(of: model, only: model._$state.changed)
      }
    }
    errors += validationErrors(passingOver: others)
    guard let first = errors.first else { return }
    throw errors.count == 1 ? first : StackError.several(errors)
  }

  /// Errors of an object's limited relationships: missing targets and wrong numbers of members.
  private func faults(
    of model: any PersistentModel, only properties: PropertySet?
  ) throws -> [StackError] {
    var errors: [StackError] = []
    for relationship in entities[model._$state.entity].limitedRelationships
    where properties?.contains(relationship.index) ?? true {
      if !relationship.isToOne { try loadForSave(model, relationship) }
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      let name = type(of: model)._$entity.properties[relationship.index].name
      let isFollowed = read.count > 0 || read.key == 0
      let target = isFollowed ? read.first : try loaded(relationship.destination, read.key)
      let count = isFollowed ? read.count : 1
      // An object that another context deleted is in no graph and has no row to link to. One that
      // this save deletes will have none.
      let isGone =
        relationship.isToOne && (isFollowed ? read.first != nil : true)
        && target.map { $0._$state.graph == nil || $0.isDeleted } ?? true
      if relationship.isToOne, !relationship.isOptional, count == 0 || isGone {
        errors.append(.missingValue(object: model.persistentModelID, property: name))
        continue
      }
      let isTooFew = count < relationship.minimumCount
      let isTooMany = relationship.maximumCount > 0 && count > relationship.maximumCount
      // An optional relationship may be empty whatever its minimum, as in Core Data.
      if isTooMany || (isTooFew && !(relationship.isOptional && count == 0)) {
        errors.append(
          .relationshipCount(object: model.persistentModelID, property: name, count: count))
      }
    }
    return errors
  }

  func write(deleted model: any PersistentModel, _ transaction: StoreTransaction) throws {
    let entity = entities[model._$state.entity]
    for (link, isOwner) in entity.links {
      try transaction.unlinkAll(link, of: model._$state.key, isOwner: isOwner)
    }
    try transaction.delete(entity.table, key: model._$state.key)
    transaction.log.record(.delete, entity.table, key: model._$state.key)
  }

  /// - Parameter start: Number of objects written so far. Advanced by each insertion.
  private func write(
    inserted models: [any PersistentModel], _ start: inout Int, _ transaction: StoreTransaction
  ) throws {
    // Objects of one class mostly follow each other. The prepared statement is reused until the
    // class changes.
    while start < models.count {
      let entity = models[start]._$state.entity
      let table = entities[entity].table
      let insertion = try transaction.insertion(into: table)
      while start < models.count, models[start]._$state.entity == entity {
        let model = models[start]
        let key = model._$state.key
        try describing(model) { property in
          try insertion.insert(key: key) { binder in
            defer { property = binder.lastProperty }
            try model._$bind(&binder)
            binder.bindPositions(of: table)
          }
        }
        transaction.log.record(.insert, table, key: key)
        start += 1
      }
    }
  }

  private func write(changed model: any PersistentModel, _ transaction: StoreTransaction) throws {
    let properties = writtenProperties(of: model)
    guard !properties.isEmpty else { return }
    try update(model, properties, transaction)
    let table = entities[model._$state.entity].table
    transaction.log.record(.update, table, key: model._$state.key, properties: properties)
  }

  /// The changed properties that are stored in the object's own row or links.
  func writtenProperties(of model: any PersistentModel) -> PropertySet {
    var properties = model._$state.changed
    properties.subtract(entities[model._$state.entity].memberKept)
    return properties
  }

  /// Writes some properties into an object's row.
  func update(
    _ model: any PersistentModel, _ properties: PropertySet, _ transaction: StoreTransaction
  ) throws {
    let table = entities[model._$state.entity].table
    let isThere = try describing(model) { property in
      try transaction.update(table, key: model._$state.key, properties: properties) { binder in
        defer { property = binder.lastProperty }
        try model._$bind(&binder)
        binder.bindPositions(of: table)
      }
    }
    guard isThere else { throw StackError.deletedElsewhere(object: model.persistentModelID) }
  }

  /// The values of some properties or of all, in the order of ``EntityTable/storedColumns``.
  func values(of model: any PersistentModel, _ properties: PropertySet?) throws -> [ColumnValue] {
    let entity = entities[model._$state.entity]
    return try describing(model) { property in
      var binder = Binder(
        recording: properties ?? PropertySet(first: entity.entity.propertyCount),
        count: entity.table.columns.count + entity.table.positions.count)
      defer { property = binder.lastProperty }
      try model._$bind(&binder)
      binder.bindPositions(of: entity.table)
      return binder.values
    }
  }

  private func write(_ link: LinkChange, _ transaction: StoreTransaction) throws {
    guard !link.owner.isDeleted, !link.member.isDeleted else { return }
    let owner = link.owner._$state.key
    let member = link.member._$state.key
    if link.isLinked {
      try transaction.link(link.table, owner: owner, member: member, at: link.place)
    } else {
      try transaction.unlink(link.table, owner: owner, member: member)
    }
  }

  /// Runs a body and adds the object and the property to errors about its values.
  ///
  /// - Throws: ``UniqueViolation`` if another row has the same unique values.
  func describing<Result>(
    _ model: any PersistentModel, _ body: (_ property: inout PropertyIndex) throws -> Result
  ) throws -> Result {
    var property = PropertyIndex(0)
    do {
      return try body(&property)
    } catch StorageError.constraint(let constraint)
      where constraint.kind == .unique
      && constraint.table == entities[model._$state.entity].table.name
    {
      throw UniqueViolation()
    } catch let error as StorageError {
      throw error
    } catch {
      throw StackError.invalidValue(
        object: model.persistentModelID,
        property: type(of: model)._$entity.properties[property].name, reason: "\(error)")
    }
  }

  private func finish(_ number: Int64?, _ resolver: UniqueResolver?) -> SavedChanges? {
    var saved = SavedChanges(
      configuration: name,
      transaction: number ?? follower.position.transaction,
      inserted: pending.inserted,
      updated: pending.changed.filter { !$0._$state.flags.contains(.deleted) },
      deleted: pending.deleted.map(\.persistentModelID))
    saved.heard = lifecycleModels()
    if context?.wantsDeletedObjects ?? false { saved.leaving = pending.deleted }
    settledConflicts = takeSettledConflicts()
    saved.settled = settledConflicts
    if context?.isHeard ?? false { listProperties(in: &saved) }
    let gone = Set(pending.deleted.map { $0._$state.entity })
    for model in pending.inserted { markClean(model) }
    for model in pending.changed { markClean(model) }
    for model in pending.deleted {
      detach(model)
      empty(model, keepsNew: false)
    }
    dropOneWayLinks(to: gone)
    generation += 1
    savedGeneration += 1
    pending = pending.remainder
    if let number {
      follower.advance(to: HistoryPosition(after: number))
      logSave(number, saved)
    }
    if let resolver { unify(resolver, &saved) }
    // Must come after `unify`, which finds the links to a merged object through loaded members.
    forgetMergedMembers()
    // Objects that were merged into existing rows may be in any result that an observer shows.
    if !saved.resolved.isEmpty { tell(.rollback) }
    tell(.save(transaction: number))
    return number == nil ? nil : saved
  }

  private func logSave(_ number: Int64, _ saved: SavedChanges) {
    logger.log(
      .debug,
      "saved transaction \(number)\(context?.author.map { " of \($0)" } ?? ""): "
        + "\(saved.inserted.count) inserted, \(saved.updated.count) updated, "
        + "\(saved.deleted.count) deleted")
    for conflict in saved.settled { logger.log(.notice, "settled: \(conflict)") }
  }

  private func listProperties(in saved: inout SavedChanges) {
    for model in saved.updated {
      saved.updatedProperties[ObjectIdentifier(model)] = model._$state.changed
    }
  }

  private func markClean(_ model: any PersistentModel) {
    func mark(_ model: some PersistentModel) {
      guard !model._$state.flags.contains(.deleted) else { return }
      model._$state.flags = []
      model._$state.changed = PropertySet()
    }
    mark(model)
  }

  // Removes new objects that were deleted before they were saved from the list of insertions.
  package func dropStaleInserts() {
    guard pending.hasStaleInserted else { return }
    pending.hasStaleInserted = false
    var gone: Set<EntityIndex> = []
    for model in pending.inserted where model._$state.flags.contains(.stale) {
      gone.insert(model._$state.entity)
      model._$state.flags.remove(.stale)
    }
    pending.removeObjects(notIn: self)
    dropOneWayLinks(to: gone)
  }
}

/// The result of a save: the inserted, updated and deleted objects, and the resolved conflicts.
package struct SavedChanges {
  /// The name of the store's configuration.
  package let configuration: String
  package let transaction: Int64
  package var inserted: [any PersistentModel]
  package var updated: [any PersistentModel]
  /// The changed properties of updated objects. Empty if nobody observes saves.
  var updatedProperties: [ObjectIdentifier: PropertySet] = [:]
  package let deleted: [PersistentIdentifier]
  /// New objects that were merged into existing rows.
  var resolved: [ResolvedConflict] = []
  /// The deleted objects, if the context's owner wants them. They belong to no context any more.
  package var leaving: [any PersistentModel] = []
  /// Objects whose ``LifecycleModel/didSave()`` will be called.
  package var heard: [any LifecycleModel] = []
  /// Resolved conflicts with other contexts' saves.
  package var settled: [MergeConflict] = []

  /// The changes that a graph has handed on to another one, such as a child context's to its
  /// parent.
  ///
  /// - Parameter leaving: Deleted objects whose lifecycle methods will be called.
  package init(
    inserted: [any PersistentModel], updated: [any PersistentModel],
    deleted: [PersistentIdentifier], leaving: [any PersistentModel], in graph: ObjectGraph
  ) {
    self.init(
      configuration: graph.name,
      transaction: graph.follower.position.transaction, inserted: inserted, updated: updated,
      deleted: deleted)
    self.leaving = leaving
    for model in updated { updatedProperties[ObjectIdentifier(model)] = model._$state.changed }
    heard = (inserted + updated + leaving).compactMap {
      graph.entities[$0._$state.entity].isLifecycle ? $0 as? any LifecycleModel : nil
    }
  }

  init(
    configuration: String, transaction: Int64, inserted: [any PersistentModel],
    updated: [any PersistentModel], deleted: [PersistentIdentifier]
  ) {
    self.configuration = configuration
    self.transaction = transaction
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// The unique conflicts as public values. O(count).
  package var conflicts: [UniqueConflict] { resolved.map(\.conflict) }
  /// The names of the updated objects' properties that have changed. O(count).
  package var updatedPropertyNames: [PersistentIdentifier: [String]] {
    updated.reduce(into: [:]) { names, model in
      let properties = type(of: model)._$entity.properties
      names[model.persistentModelID] =
        updatedProperties[ObjectIdentifier(model)]?.indices.map { properties[$0].name } ?? []
    }
  }
}
