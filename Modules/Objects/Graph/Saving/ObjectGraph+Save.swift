import StrataModel
internal import StrataObservation
import StrataSQLite
import StrataSchema
package import StrataStorage

/// A run of a program's own statements inside a save, after the objects were written.
struct RunningStatements {
  /// The first object that the program has changed meanwhile.
  private(set) var changedObject: PersistentIdentifier?

  mutating func recordChange(of object: @autoclosure () -> PersistentIdentifier) {
    if changedObject == nil { changedObject = object() }
  }
}

extension ObjectGraph {
  /// Writes all changes in one transaction with one history entry, or none of them.
  ///
  /// The first attempt assumes that no unique values conflict. If those of new objects do, the save
  /// continues from there and checks each row (``UniqueResolver``). If those of changed objects do,
  /// the save rolls back and runs again with these checks, in a new transaction.
  ///
  /// - Parameters:
  ///   - isAlone: True if no other save may run beside this one.
  ///   - statements: The program's own statements, which run once behind the changes. They see these, and
  ///     get a history entry of their own, which the graph merges when the save is complete.
  ///   - saveOthers: Saves what has to be saved together with this, such as other stores'
  ///     objects. Called when everything is written here and before the commit.
  /// - Returns: The transaction's number and the changed objects. Nil if there was nothing to save.
  package func save(
    author: String?, contextName: String?, isAlone: Bool = false,
    statements: ((StoreConnection) throws -> Void)? = nil,
    together saveOthers: () throws -> Void = {}
  ) throws -> SavedChanges? {
    defer { deliverNotices() }
    if statements != nil { try store.prepareStatements() }
    // Notifications are delivered after the save. While failures are retried their list is empty,
    // and a save by an observer would ignore those that still stand.
    return try during(.saving) {
      verifyArrays()
      dropStaleInserts()
      resolvedUniqueConflicts = []
      resolvedMergeConflicts = []
      try checkStanding()
      guard hasChanges || statements != nil else {
        try settleMergeConflicts()
        resolvedMergeConflicts = takeResolvedMergeConflicts()
        try saveOthers()
        return nil
      }
      try replaceProvisionalKeys()
      return try write(
        author: author, contextName: contextName, isAlone: isAlone || statements != nil,
        statements, together: saveOthers)
    }
  }

  /// Writes the changes, with as many attempts as it takes.
  private func write(
    author: String?, contextName: String?, isAlone: Bool,
    _ statements: ((StoreConnection) throws -> Void)?, together saveOthers: () throws -> Void
  ) throws -> SavedChanges? {
    onUse?()
    var attempt = SaveAttempt(of: self, isAlone: isAlone)
    while true {
      do {
        var resolver: UniqueResolver?
        let number = try store.save(
          author: author, contextName: contextName, settings: reader.serverSettings,
          isAlone: attempt.isAlone, expecting: attempt.expected
        ) { transaction in
          let save = Save(self, transaction)
          try save.prepare()
          resolver = try attempt.checksUnique ? save.writeUnique() : save.write()
          try save.writeOtherValues()
          try save.checkExpectation()
          if let statements {
            guard !attempt.hasRunStatements else {
              throw StackError.statementsRunTwice(store: name)
            }
            attempt.hasRunStatements = true
            try run(statements, in: transaction)
          }
          try saveOthers()
        }
        return finish(number, resolver)
      } catch {
        try attempt.next(after: error, in: self)
      }
    }
  }

  /// Runs a program's own statements inside a save. Reads in the body see what the save has written.
  ///
  /// - Throws: ``StackError/changedDuringStatements(object:)`` if the body changes objects: they are
  ///   written already.
  private func run(
    _ statements: (StoreConnection) throws -> Void, in transaction: StoreTransaction
  ) throws {
    // An object that is listed as changed reports no further changes.
    for model in pending.changed + pending.inserted { model._$state.flags.insert(.watched) }
    runningStatements = RunningStatements()
    defer { runningStatements = nil }
    let generation = generation
    try transaction.runStatements(of: store) { connection in
      try reader.joining(transaction) { try statements(connection) }
      if let changed = runningStatements?.changedObject {
        throw StackError.changedDuringStatements(object: changed)
      }
      guard self.generation == generation else {
        throw StackError.unsupportedStatements(
          reason:
            "the body of withConnection has dropped the context's unsaved changes, after they "
            + "were written, so that nothing was saved; roll back before withConnection, or after it"
        )
      }
    } checkRows: { table, keys in
      try reader.joining(transaction) { try checkRows(of: table, keys) }
    }
  }

  /// Merges the history entry of a program's own statements like another context's save.
  ///
  /// - Returns: The number of the last merged transaction.
  package func mergeStatements() -> Int64 {
    mergeOrReport()
    return follower.position.transaction
  }

  /// Checks that an object can be made of each row.
  private func checkRows(of table: EntityTable, _ keys: [Int64]) throws {
    guard let entity = index(named: table.entity.name) else { return }
    let rows = try reader.storedRows(keys, of: table)
    let all = PropertySet(first: entities[entity].entity.propertyCount)
    for stored in rows {
      var row = stored.row(all)
      row.decodesAtOnce = true
      do {
        _ = try entities[entity].type._$make(&row)
      } catch let error as StorageError {
        throw error
      } catch {
        throw StorageError.unsound(
          path: store.path, faults: ["\(table.entity.name)/\(stored.key): \(error)"])
      }
    }
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
    try reading { try checkStages(passingOver: others) }
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
    resolvedMergeConflicts = takeResolvedMergeConflicts()
    saved.settled = resolvedMergeConflicts
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
    pending.recordSaved()
    if let number {
      follower.recordSave(number)
      logSave(number, saved)
    }
    if let resolver { unify(resolver, &saved) }
    // Must come after `unify`, which finds the links to a merged object through loaded members.
    forgetMergedMembers()
    // Objects that were merged into existing rows may be in any result that an observer shows.
    if !saved.resolved.isEmpty { notify(.rollback) }
    notify(.save(transaction: number))
    guard number != nil else { return nil }
    return saved
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
}
