import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// One attempt to write a graph's unsaved changes, inside a transaction of its store.
///
/// It changes nothing in memory but by the merge that it begins with, so that a failed save leaves
/// all objects as they were.
struct Save {
  let graph: ObjectGraph
  let transaction: StoreTransaction

  init(_ graph: ObjectGraph, _ transaction: StoreTransaction) {
    self.graph = graph
    self.transaction = transaction
  }

  /// Merges what other contexts have saved, and checks what is written.
  ///
  /// No other context can save from the merge on if the transaction is alone. Otherwise none can change the rows that it is
  /// about. If it expects no other save, one may come at any time, and the commit is refused then.
  func prepare() throws {
    _ = try lockRows()
    repeat {
      try graph.merge(in: transaction)
      // The merge may have deleted new objects, by a cascade rule.
      graph.dropStaleInserts()
      try graph.settleMergeConflicts()
      // The merge may have changed further objects.
      if !graph.follower.wasUndisturbed { try graph.setStamps() }
      try graph.checkStanding()
      try graph.checkStages()
      try checkExpectation()
      graph.verifyArrays()
      // After all calls of the objects' methods, since these may insert objects.
      try graph.checkKeys()
      graph.checkInvariants()
      // The merge and the objects' methods may have changed further objects.
    } while try lockRows()
  }

  /// Throws ``OvertakenSave`` if something that was read has merged another save, which the transaction doesn't expect.
  func checkExpectation() throws {
    guard let expected = transaction.expected, graph.follower.position != expected else { return }
    throw OvertakenSave()
  }

  /// Locks the rows that the save is about. Returns true if there are new ones, whose changes by others have to be merged.
  private func lockRows() throws -> Bool {
    guard !transaction.isAlone else { return false }
    return try transaction.lock(graph.rowsToLock())
  }

  /// Writes all changes, and checks each row's unique values.
  func writeUnique() throws -> UniqueResolver {
    let resolver = UniqueResolver(self, graph.uniqueConflictPolicy)
    try resolver.write()
    return resolver
  }

  /// Writes all changes, as if no unique values conflict. If those of new objects do, it goes on
  /// from there and checks each row.
  ///
  /// - Returns: The resolver of unique conflicts. Nil if there were none.
  /// - Throws: ``UniqueViolation`` if all has to be written again with these checks.
  func write() throws -> UniqueResolver? {
    for model in graph.pending.deleted { try write(deleted: model) }
    // Changed objects are written before new ones, which may take a unique value that a change
    // frees.
    let missing = try transaction.gatherUpdates {
      for model in graph.pending.changed where !model._$state.flags.contains(.deleted) {
        try write(changed: model)
      }
    }
    if let missing { throw deletedElsewhere(missing.table, missing.key) }
    var count = 0
    do {
      try write(inserted: graph.pending.inserted, &count)
    } catch is UniqueViolation {
      // The other row may be of a save that isn't merged.
      guard transaction.isAlone else { throw UniqueViolation() }
      let resolver = UniqueResolver(self, graph.uniqueConflictPolicy)
      guard resolver.keepsOrder else { throw UniqueViolation() }
      try resolver.goOn(from: count)
      return resolver
    }
    try transaction.lockLinks(
      Set(graph.pending.linkChanges.lazy.filter(\.isLinked).map(\.table)))
    for link in graph.pending.linkChanges { try write(link) }
    return nil
  }

  func write(deleted model: any PersistentModel) throws {
    let entity = graph.entities[model._$state.entity]
    for (link, isOwner) in entity.links {
      try transaction.unlinkAll(link, of: model._$state.key, isOwner: isOwner)
    }
    // Recorded here, without asking how many rows there were.
    try transaction.delete(entity.table, key: model._$state.key, isRecorded: false)
    transaction.log.record(.delete, entity.table, key: model._$state.key)
  }

  /// - Parameter start: Number of objects written so far. Advanced by each insertion.
  private func write(
    inserted models: [any PersistentModel], _ start: inout Int
  ) throws {
    // Objects of one class mostly follow each other. The prepared statement is reused until the
    // class changes.
    while start < models.count {
      let entity = models[start]._$state.entity
      let table = graph.entities[entity].table
      let insertion = try transaction.insertion(into: table, isRecorded: false)
      guard !graph.entities[entity].mayBeRefused else {
        try writeGathered(models, entity, insertion, &start)
        continue
      }
      while start < models.count, models[start]._$state.entity == entity {
        try write(models[start], into: table, insertion)
        transaction.log.record(.insert, table, key: models[start]._$state.key)
        start += 1
      }
    }
  }

  /// The number of new objects that are sent to a server before it is asked whether it has refused one.
  private static let gatheredCount = 1000

  /// Writes the new objects of one class that follow each other, some of which a server may refuse.
  private func writeGathered(
    _ models: [any PersistentModel], _ entity: EntityIndex, _ insertion: RowInsertion,
    _ start: inout Int
  ) throws {
    let table = graph.entities[entity].table
    let first = start
    let next = models[first...].prefix(Self.gatheredCount)
    let count = next.firstIndex { $0._$state.entity != entity }.map { $0 - first } ?? next.count
    let refused = try transaction.gatherInsertions(
      { count in
        for model in models[first..<first + count] { try write(model, into: table, insertion) }
      }, of: count)
    let written = refused ?? count
    for model in models[first..<first + written] {
      transaction.log.record(.insert, table, key: model._$state.key)
    }
    start += written
    if refused != nil { throw UniqueViolation() }
  }

  private func write(
    _ model: any PersistentModel, into table: EntityTable, _ insertion: RowInsertion
  ) throws {
    try graph.describing(model) { property in
      try insertion.insert(key: model._$state.key) { binder in
        defer { property = binder.lastProperty }
        try model._$bind(&binder)
        binder.bindPositions(of: table)
      }
    }
  }

  private func write(changed model: any PersistentModel) throws {
    let properties = graph.writtenProperties(of: model)
    guard !properties.isEmpty else { return }
    try update(model, properties)
    let table = graph.entities[model._$state.entity].table
    transaction.log.record(.update, table, key: model._$state.key, properties: properties)
  }

  private func deletedElsewhere(_ table: EntityTable, _ key: Int64) -> StackError {
    let identifier = PersistentIdentifier(
      store: graph.store.identifier, entity: table.name, key: key)
    let model = graph.pending.changed.first {
      $0._$state.key == key && graph.entities[$0._$state.entity].table.name == table.name
    }
    return .deletedElsewhere(object: model?.persistentModelID ?? identifier)
  }

  /// Writes some properties into an object's row.
  func update(_ model: any PersistentModel, _ properties: PropertySet) throws {
    let table = graph.entities[model._$state.entity].table
    let isThere = try graph.describing(model) { property in
      try transaction.update(
        table, key: model._$state.key, properties: properties, isRecorded: false
      ) { binder in
        defer { property = binder.lastProperty }
        try model._$bind(&binder)
        binder.bindPositions(of: table)
      }
    }
    guard isThere else { throw StackError.deletedElsewhere(object: model.persistentModelID) }
  }

  /// Writes restored rows' values in columns that the models lack, after the rows are inserted.
  func writeOtherValues() throws {
    for (model, values) in graph.pending.otherValues.values
    where model._$state.graph === graph && model._$state.flags.contains(.inserted) {
      try transaction.write(
        values, graph.entities[model._$state.entity].table, key: model._$state.key)
    }
  }

  private func write(_ link: ObjectGraph.LinkChange) throws {
    guard !link.owner.isDeleted, !link.member.isDeleted else { return }
    let owner = link.owner._$state.key
    let member = link.member._$state.key
    if link.isLinked {
      try transaction.link(link.table, owner: owner, member: member, at: link.place)
    } else {
      try transaction.unlink(link.table, owner: owner, member: member)
    }
  }
}
