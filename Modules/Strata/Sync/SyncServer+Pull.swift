import Strata
@_spi(Query) import StrataContexts

extension SyncServer {
  /// Answers a replica's question for changes.
  ///
  /// - Throws: ``SyncError/expired`` if the history was cleaned beyond the position, or if the scopes or the
  ///   classes of the server's program are others.
  ///   ``SyncError/serverWasRestored`` if the store doesn't know it. Errors of reading.
  public func pull(_ pull: SyncPull) async throws -> SyncPullAnswer {
    let asked = [pull.wants, pull.checks, pull.recorded].reduce(0) { $0 + ($1?.count ?? 0) }
    guard asked <= limit else { throw SyncError.tooLarge(limit: limit) }
    if let recorded = pull.recorded, !recorded.isEmpty {
      try await forget(recorded, of: pull.replica)
    }
    let named = try await identities.update()
    return try await container.read { context in
      try prepare(context)
      let objects = SyncedObjects(context, schema)
      return try Answer(
        server: self, objects: objects, named: named, isScoped: isScoped,
        conflicts: reports(to: pull.replica, context)
      ).made(for: pull)
    }
  }

  /// Removes the reports that a replica has recorded.
  private func forget(_ reports: [UUID], of replica: UUID) async throws {
    try await retrying {
      try await container.write(author: SyncHistory.author) { context in
        context.name = SyncHistory.contextName
        for part in reports.parts {
          for report in try context.fetch(
            FetchDescriptor<SyncConflict>(
              predicate: #Predicate { part.contains($0.uid) && $0.replica == replica }))
          {
            context.delete(report)
          }
        }
      }
    }
  }

  private func reports(to replica: UUID, _ context: ModelContext) throws -> [SyncReport] {
    var own = FetchDescriptor<SyncConflict>(predicate: #Predicate { $0.replica == replica })
    own.fetchLimit = Self.answerLimit
    return try context.fetch(own).map { try SyncReport($0) }
  }
}

/// The answer to a pull.
private struct Answer {
  private typealias Row = SyncedObjects.Row

  let server: SyncServer
  let objects: SyncedObjects
  /// The last save whose objects have names.
  let named: SyncSave
  let isScoped: Bool
  let conflicts: [SyncReport]

  func made(for pull: SyncPull) throws -> SyncPullAnswer {
    var answer = SyncPullAnswer(
      server: try storeIdentifier(), cursor: "", page: nil, hasMore: false, changes: [], gone: [],
      conflicts: [])
    if let cursor = pull.cursor {
      answer.conflicts = conflicts
      try addChanges(after: try SyncCursor(cursor), to: &answer)
      // An object with a value that lost comes whole: the replica has this value, and the history may have no other one.
      let lost = conflicts.map(\.object)
      try add(Array(Set((pull.wants ?? []) + lost)), isWanted: true, to: &answer)
      try add(pull.checks ?? [], isWanted: false, to: &answer)
    } else {
      let page = try SyncPages(objects: objects, limit: SyncServer.answerLimit).page(pull.page)
      answer.changes = page.changes
      answer.page = page.next
      try add(pull.wants ?? [], isWanted: true, to: &answer)
      answer.cursor = SyncCursor(named, of: server).text
    }
    try objects.checkReads()
    return answer
  }

  private func storeIdentifier() throws -> UUID {
    try objects.context.syncStoreIdentifier()
  }

  private func addChanges(
    after cursor: SyncCursor, to answer: inout SyncPullAnswer
  ) throws {
    guard cursor.scopeName == server.scopeName, cursor.schemaName == server.schema.name else {
      throw SyncError.expired
    }
    let history = SyncHistory(context: objects.context, schema: objects.schema)
    switch try history.fit(of: cursor.save) {
    case .known: break
    case .cleaned: throw SyncError.expired
    case .other: throw SyncError.serverWasRestored
    }
    var changes = SyncChanges()
    var end = cursor.save
    try history.forEach(after: cursor.save.number) { entry in
      guard entry.number <= named.number else { return false }
      guard changes.order.count < SyncServer.answerLimit else {
        answer.hasMore = true
        return false
      }
      for change in history.changes(of: entry) { changes.add(change) }
      end = SyncHistory.save(entry)
      return true
    }
    answer.cursor = SyncCursor(end, of: server).text
    try objects.name(changes.order)
    try objects.load(changes.order)
    var parts: [(any PersistentModel, SyncedSchema.Class, Set<String>?)] = []
    var ids: [UUID] = []
    for row in changes.order {
      guard let change = changes[row], let id = objects.id(row) else { continue }
      guard let object = objects.object(row), let one = objects.one(of: object) else {
        // Deleted, or not in the scope. Of a row that was never there for the replica it says nothing.
        answer.gone.append(id)
        continue
      }
      let isWhole = change.isInserted || isScoped
      let properties = isWhole ? nil : change.properties.intersection(one.properties)
      if properties?.isEmpty ?? false { continue }
      parts.append((object, one, properties))
      ids.append(id)
    }
    try objects.nameTargets(of: parts)
    for ((object, one, properties), id) in zip(parts, ids) {
      answer.changes.append(
        try objects.content(of: object, one, id, properties == nil ? .insert : .update, properties))
    }
    answer.changes.sort(by: objects.schema)
  }

  /// Adds objects that the replica has asked for, or the names of those that aren't there.
  private func add(
    _ ids: [UUID], isWanted: Bool, to answer: inout SyncPullAnswer
  ) throws {
    guard !ids.isEmpty else { return }
    try objects.resolve(ids)
    let rows = ids.compactMap { objects.row($0) }
    try objects.load(rows)
    try objects.name(rows)
    answer.gone += ids.filter { objects.object($0) == nil }
    guard isWanted else { return }
    let wanted = rows.compactMap {
      row -> (any PersistentModel, SyncedSchema.Class, Set<String>?)? in
      guard let object = objects.object(row), let one = objects.one(of: object) else { return nil }
      return (object, one, nil)
    }
    try objects.nameTargets(of: wanted)
    for (object, one, _) in wanted {
      guard let id = objects.id(objects.row(of: object)) else { continue }
      answer.changes.append(try objects.content(of: object, one, id, .insert))
    }
    try addLinks(to: wanted.map(\.0), &answer)
    answer.changes.sort(by: objects.schema)
  }
}

extension Answer {
  /// Adds the links of other objects to some that come back on the replica: it has no place for them while they were gone.
  private func addLinks(
    to targets: [any PersistentModel], _ answer: inout SyncPullAnswer
  ) throws {
    var owners: [Row: (any PersistentModel, SyncedSchema.Class, Set<String>?)] = [:]
    for target in targets {
      guard let one = objects.one(of: target) else { continue }
      for relationship in one.entity.relationships where one.link(relationship.name) == nil {
        guard let inverse = relationship.inverseName else { continue }
        for owner in try target.related(forKey: relationship.name) {
          guard let other = objects.one(of: owner) else { continue }
          let row = objects.row(of: owner)
          owners[row] = (owner, other, (owners[row]?.2 ?? []).union([inverse]))
        }
      }
    }
    let known = Set(answer.changes.filter { $0.kind == .insert }.map(\.id))
    try objects.load(owners.keys)
    try objects.name(owners.keys)
    let parts = owners.filter { objects.object($0.key) != nil }.values
    try objects.nameTargets(of: parts)
    for (object, one, properties) in parts {
      guard let id = objects.id(objects.row(of: object)), !known.contains(id) else { continue }
      answer.changes.append(try objects.content(of: object, one, id, .update, properties))
    }
  }
}

extension [SyncObject] {
  /// Brings objects in the order in which required relationships can be set. Those of one class stay as they are.
  mutating func sort(by schema: SyncedSchema) {
    let places = Dictionary(
      uniqueKeysWithValues: schema.order.enumerated().map { ($0.element.name, $0.offset) })
    let sorted = enumerated().sorted {
      let (lhs, rhs) = (places[$0.element.entity] ?? 0, places[$1.element.entity] ?? 0)
      return lhs == rhs ? $0.offset < $1.offset : lhs < rhs
    }
    self = sorted.map(\.element)
  }
}

extension SyncedObjects {
  /// The class of an object, if it travels.
  func one(of object: any PersistentModel) -> SyncedSchema.Class? {
    schema[type(of: object)._$entity.name]
  }
}

extension ModelContext {
  /// The identifier of the store.
  ///
  /// - Throws: ``SyncError/unsupportedStore`` for a store without records of sync.
  func syncStoreIdentifier() throws -> UUID {
    guard
      let text = try fetch(FetchDescriptor<SyncedStore>()).first?.persistentModelID.storeIdentifier,
      let identifier = UUID(uuidString: text)
    else { throw SyncError.unsupportedStore }
    return identifier
  }
}
