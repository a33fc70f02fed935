import Strata
@_spi(Query) import StrataContexts
@_spi(Query) import StrataModel

/// One sync of a replica.
struct ReplicaSync {
  private let container: ModelContainer
  private let transport: any SyncTransport
  private let schema: SyncedSchema
  private let name: String?
  private let identities: SyncIdentities

  init(_ replica: Replica) {
    container = replica.container
    transport = replica.transport
    schema = replica.schema
    name = replica.name
    identities = replica.identities
  }

  func run() async throws -> SyncResult {
    var result = SyncResult()
    // A pulled unique value that a new object here has as well can come in once the server has unified the two.
    for attempt in 1... {
      try Task.checkCancellation()
      _ = try await begin()
      result.refusal = nil
      try await pushEverything(&result)
      while try await push(&result) { try Task.checkCancellation() }
      do {
        try await pull(&result)
        break
      } catch let error where attempt < 5 && Self.comesFromOwnChanges(error) {
        continue
      } catch SyncError.expired where attempt < 5 {
        try await change { state in (state.cursor, state.pullPage) = (nil, nil) }
      }
    }
    if result.pushedCount > 0 { try await releaseHistory() }
    let cursor = result.cursor
    result.cursor = try await state { $0?.cursor } ?? cursor
    return result
  }

  private static func comesFromOwnChanges(_ error: any Error) -> Bool {
    switch error {
    case StackError.notUnique, StackError.deleteDenied, StackError.conflictsWithSeveral: true
    case StackError.several(let errors): errors.contains { comesFromOwnChanges($0) }
    default: false
    }
  }

  // MARK: State

  private typealias State = SyncedServer.Snapshot

  private func state<Value: Sendable>(
    _ body: @Sendable (State?) -> Value
  ) async throws -> Value {
    try await container.read { context in
      body(try context.fetch(FetchDescriptor<SyncedServer>()).first?.snapshot)
    }
  }

  /// The state, which is there after ``begin()``.
  private func present() async throws -> State {
    guard let state = try await state({ $0 }) else { throw SyncError.busy }
    return state
  }

  /// Changes the state in a save of its own.
  private func change(_ body: @Sendable (SyncedServer) -> Void) async throws {
    try await write { _, state in body(state) }
  }

  /// Writes the server's changes together with the state.
  private func write<Value: Sendable>(
    _ body: @Sendable (SyncedObjects, SyncedServer) throws -> Value
  ) async throws -> Value {
    try await retrying {
      try await container.write(author: SyncHistory.author) { context in
        context.name = SyncHistory.contextName
        context.removeScopes()
        context.mergePolicy = .error
        context.uniqueConflictPolicy = .error
        context.setsTimestamps = false
        guard let state = try context.fetch(FetchDescriptor<SyncedServer>()).first else {
          throw SyncError.busy
        }
        return try body(SyncedObjects(context, schema), state)
      }
    }
  }

  private func begin() async throws -> State {
    if let state = try await state({ $0 }) {
      if state.schemaName != schema.name {
        // The program has other properties now, which it hasn't asked for before.
        try await change { [schema] state in
          state.schemaName = schema.name
          (state.cursor, state.pullPage) = (nil, nil)
        }
      }
      return state
    }
    try await retrying {
      try await container.write(author: SyncHistory.author) { context in
        context.name = SyncHistory.contextName
        context.mergePolicy = .error
        guard try context.fetchCount(FetchDescriptor<SyncedServer>()) == 0 else { return }
        context.insert(SyncedServer(replica: UUID(), schemaName: schema.name))
      }
    }
    return try await present()
  }

  private func check(_ server: UUID, _ state: State) throws {
    if let known = state.server, known != server {
      throw SyncError.otherServer(expected: known, found: server)
    }
  }

  // MARK: Push

  /// Pushes all objects of a store that has never pushed.
  private func pushEverything(_ result: inout SyncResult) async throws {
    var state = try await present()
    if state.server != nil, state.pushPage == nil {
      guard try await isCleaned(state.pushed) else { return }
    }
    _ = try await identities.update()
    if state.pushPage == nil {
      try await write { objects, state in
        let last = try SyncHistory(context: objects.context, schema: schema).last()
        (state.pageStart, state.pushPage) = (last.text, "")
      }
      state = try await present()
    }
    while let page = state.pushPage, let start = try state.pageStart.map({ try SyncSave(text: $0) })
    {
      try Task.checkCancellation()
      let (changes, next) = try await container.read { context in
        context.removeScopes()
        return try SyncPages(objects: SyncedObjects(context, schema), limit: Replica.pushLimit)
          .page(page.isEmpty ? nil : page)
      }
      let push = SyncPush(
        replica: state.replica, name: name, cursor: state.cursor,
        isPage: true, after: state.pushed, saves: [start], author: nil, changes: changes)
      let answer = try await transport.push(push)
      try check(answer.server, state)
      if let refusal = answer.refusal {
        try await change { $0.refusal = refusal }
        result.refusal = refusal
        return
      }
      result.pushedCount += changes.count
      try await write { objects, state in
        try Self.unify(answer.unified, objects)
        state.server = answer.server
        (state.pushPage, state.refusal) = (next, nil)
        if next == nil {
          (state.pushedNumber, state.pushedStamp) = (start.number, start.stamp)
          state.pageStart = nil
        }
        state.startCursor = state.startCursor ?? answer.cursor
      }
      state = try await present()
    }
  }

  /// True if the store's own history lacks saves that the server may not have got.
  private func isCleaned(_ pushed: SyncSave) async throws -> Bool {
    try await container.read { context in
      try SyncHistory(context: context, schema: schema).fit(
        of: SyncSave(number: pushed.number, stamp: "")) == .cleaned
    }
  }

  /// Lets the history be cleaned up to the last save that the server has, and no further.
  private func releaseHistory() async throws {
    struct Reached: Error {}
    let state = try await present()
    let pushed =
      state.leftOutNames == nil ? state.pushedNumber : min(state.pushedNumber, state.leftOutNumber)
    let consumer = try HistoryConsumer(
      SyncHistory.contextName, in: container, startingAt: .beginning)
    let position = try consumer.token.tokenValue?.values.first ?? 0
    let count = try await container.read { context in
      var count = 0
      try SyncHistory(context: context, schema: schema).forEach(after: position) { entry in
        if entry.number <= pushed { count += 1 }
        return entry.number < pushed
      }
      return count
    }
    guard count > 0 else { return }
    var isDone = false
    do {
      try consumer.process(limit: count) { _ in
        guard !isDone else { throw Reached() }
        isDone = true
      }
    } catch is Reached {
      // Saves after that one stay.
    } catch HistoryError.expired {
      // Somebody has cleaned the history without asking consumers.
      try consumer.skip(to: .beginning)
    }
  }

  /// Pushes saves that the server hasn't got. Returns true if there may be more.
  private func push(_ result: inout SyncResult) async throws -> Bool {
    let state = try await present()
    guard state.pushPage == nil else { return false }
    let named = try await identities.update()
    let (push, pending) = try await container.read { context -> (SyncPush, PendingChanges) in
      context.removeScopes()
      let pending = try PendingChanges(
        context, schema, of: state, upTo: named.number, limit: Replica.pushLimit)
      let push = SyncPush(
        replica: state.replica, name: name, cursor: state.base,
        isPage: false, after: state.pushed, saves: pending.saves, author: pending.author,
        changes: try Self.content(of: pending.changes, SyncedObjects(context, schema)))
      return (push, pending)
    }
    guard let last = push.saves.last else {
      if state.refusal != nil { try await change { $0.refusal = nil } }
      return false
    }
    let answer = try await transport.push(push)
    try check(answer.server, state)
    if let refusal = answer.refusal {
      if state.refusal != refusal { try await change { $0.refusal = refusal } }
      result.refusal = refusal
      return false
    }
    result.pushedCount += push.changes.count
    try await write { objects, state in
      try Self.unify(answer.unified, objects)
      state.server = answer.server
      (state.pushedNumber, state.pushedStamp, state.refusal) = (last.number, last.stamp, nil)
      if !pending.hasMore, state.pushBase != nil { state.isBasePushed = true }
      try pending.recordLeftOut(in: state)
    }
    return pending.hasMore
  }

  /// The changed objects as an envelope has them.
  private static func content(
    of changes: SyncChanges, _ objects: SyncedObjects
  ) throws -> [SyncObject] {
    try objects.load(changes.order)
    try objects.name(changes.order)
    var parts: [(any PersistentModel, SyncedSchema.Class, Set<String>?)] = []
    var deletions: [SyncObject] = []
    for row in changes.order {
      guard let change = changes[row], let id = objects.id(row) else { continue }
      guard let object = objects.object(row), let one = objects.one(of: object) else {
        deletions.append(SyncObject(.delete, row.root, id))
        continue
      }
      let isWhole = change.isInserted || change.isDeleted
      let properties = isWhole ? nil : change.properties.intersection(one.properties)
      if !(properties?.isEmpty ?? false) { parts.append((object, one, properties)) }
    }
    try objects.nameTargets(of: parts)
    var made: [SyncObject] = []
    for (object, one, properties) in parts {
      let row = objects.row(of: object)
      guard let id = objects.id(row) else { continue }
      var content = try objects.content(
        of: object, one, id, properties == nil ? .insert : .update, properties)
      let former = try objects.identity(row).map(formerLinks) ?? [:]
      let lists = former.filter { content.links?[$0.key] != nil }
      if !lists.isEmpty { content.formerLinks = lists }
      made.append(content)
    }
    try objects.checkReads()
    made.sort(by: objects.schema)
    return made + deletions
  }

  /// The to-many relationships that the server had at the replica's position.
  private static func formerLinks(_ identity: SyncIdentity) throws -> [String: [UUID]] {
    try identity.lists.map { try JSONDecoder().decode([String: [UUID]].self, from: $0) } ?? [:]
  }

  /// Gives objects the identifiers of those with which the server has unified them.
  private static func unify(_ unified: [SyncUnified], _ objects: SyncedObjects) throws {
    guard !unified.isEmpty else { return }
    try objects.resolve(unified.flatMap { [$0.from, $0.to] })
    try objects.load(unified.flatMap { [$0.from, $0.to] }.compactMap { objects.row($0) })
    for one in unified where one.from != one.to {
      guard let row = objects.row(one.from) else { continue }
      if objects.row(one.to) == nil {
        objects.rename(row, to: one.to)
      } else if let twin = objects.object(one.from), objects.row(one.to) != row {
        // The store has both, and the server one.
        if let kept = objects.object(one.to) { try moveLinks(to: kept, from: twin, objects) }
        objects.delete(twin)
      }
    }
    try objects.checkReads()
  }

  /// Leads the links to an object to another one.
  private static func moveLinks(
    to kept: any PersistentModel, from twin: any PersistentModel, _ objects: SyncedObjects
  ) throws {
    guard let one = objects.one(of: twin) else { return }
    for relationship in one.entity.relationships where one.link(relationship.name) == nil {
      guard let inverse = relationship.inverseName else { continue }
      for owner in try twin.related(forKey: relationship.name) {
        if objects.one(of: owner)?.link(inverse)?.isToOne ?? true {
          try owner.setRelated(kept, forKey: inverse)
        } else {
          var seen: Set<PersistentIdentifier> = []
          let targets = try owner.related(forKey: inverse).map { $0 === twin ? kept : $0 }
          try owner.setRelated(
            targets.filter { seen.insert($0.persistentModelID).inserted }, forKey: inverse)
        }
      }
    }
  }

  // MARK: Pull

  private func pull(_ result: inout SyncResult) async throws {
    var wants: [UUID] = []
    var recorded: [UUID] = []
    var asked: Set<UUID> = []
    var wantCounts: [UUID: Int] = [:]
    while true {
      try Task.checkCancellation()
      let state = try await present()
      let question = SyncPull(
        replica: state.replica, cursor: state.cursor, page: state.pullPage, wants: wants,
        checks: nil, recorded: recorded)
      let answer = try await transport.pull(question)
      try check(answer.server, state)
      let isPage = state.cursor == nil
      let applied: Applied
      do {
        applied = try await apply(answer, isPage: isPage)
      } catch {
        // An object here has a unique value that another one has on the server. What the server knows of it settles that.
        let others = try await twins(in: error).subtracting(asked)
        guard !others.isEmpty else { throw error }
        asked.formUnion(others)
        wants += others
        continue
      }
      result.conflictCount += applied.conflictCount
      result.pulledCount += applied.changedCount
      recorded = answer.conflicts.map(\.uid)
      // An object that two answers lacked comes with a later change.
      wants = applied.missing.filter { id in
        wantCounts[id, default: 0] += 1
        return wantCounts[id, default: 0] < 3
      }
      if isPage {
        if answer.page == nil { try await endPages(state) }
        continue
      }
      if !answer.hasMore, wants.isEmpty, recorded.isEmpty { return }
    }
  }

  /// The result of applying an answer.
  private struct Applied: Sendable {
    var missing: [UUID] = []
    var changedCount = 0
    var conflictCount = 0
  }

  /// Writes an answer, with the position that it leads to.
  private func apply(
    _ answer: SyncPullAnswer, isPage: Bool
  ) async throws -> Applied {
    if !isPage, answer.changes.isEmpty, answer.gone.isEmpty, answer.conflicts.isEmpty {
      let state = try await present()
      if state.cursor == answer.cursor, !state.isBasePushed { return Applied() }
    }
    return try await write { objects, state in
      let known = try Self.record(answer.conflicts, objects)
      var changes = PulledChanges(objects, state, answer)
      let missing = try changes.apply()
      if changes.yields {
        if state.pushBase == nil { state.pushBase = state.cursor ?? "" }
        state.isBasePushed = false
      } else if state.isBasePushed, !isPage, !answer.hasMore {
        (state.pushBase, state.isBasePushed) = (nil, false)
      }
      state.server = answer.server
      state.syncDate = Date()
      if isPage {
        // A push before it has an earlier one: what was deleted since is in no page.
        state.startCursor = state.startCursor ?? answer.cursor
        state.pullPage = answer.page
      } else {
        state.cursor = answer.cursor
      }
      return Applied(
        missing: missing, changedCount: changes.changed.count, conflictCount: known)
    }
  }

  /// The identifiers of the objects whose unique values have stopped a save.
  private func twins(in error: any Error) async throws -> Set<UUID> {
    let rows = Self.conflicts(in: error).map {
      SyncedObjects.Row(schema.root(of: $0.existing.entityName), $0.existing.rowKey)
    }
    guard !rows.isEmpty else { return [] }
    return try await container.read { context in
      let objects = SyncedObjects(context, schema)
      try objects.name(rows)
      return Set(rows.compactMap { objects.id($0) })
    }
  }

  private static func conflicts(in error: any Error) -> [UniqueConflict] {
    switch error {
    case StackError.notUnique(let conflict): [conflict]
    case StackError.conflictsWithSeveral(let conflicts): conflicts
    case StackError.several(let errors): errors.flatMap { conflicts(in: $0) }
    default: []
    }
  }

  /// Ends a pull of everything. Objects that no page had are removed, except new ones.
  private func endPages(_ before: State) async throws {
    if before.isComplete {
      guard let cursor = try await state({ $0?.startCursor }) else { throw SyncError.busy }
      let ids = try await container.read { context in
        try context.fetch(FetchDescriptor<SyncIdentity>(predicate: #Predicate { !$0.isAlias })).map(
          \.uid)
      }
      for part in ids.parts {
        let answer = try await transport.pull(
          SyncPull(
            replica: before.replica, cursor: cursor, page: nil, wants: nil, checks: part,
            recorded: nil))
        let asked = Set(part)
        let gone = answer.gone.filter(asked.contains)
        guard !gone.isEmpty else { continue }
        _ = try await write { objects, state in
          var only = answer
          (only.changes, only.gone, only.conflicts) = ([], gone, [])
          var changes = PulledChanges(objects, state, only)
          return try changes.apply()
        }
      }
    }
    try await change { state in
      state.cursor = state.startCursor
      (state.startCursor, state.pullPage, state.isComplete) = (nil, nil, true)
    }
  }

  /// Records the server's reports. Returns the number of new ones.
  private static func record(
    _ reports: [SyncReport], _ objects: SyncedObjects
  ) throws -> Int {
    guard !reports.isEmpty else { return 0 }
    let ids = reports.map(\.uid)
    let known = Set(
      try objects.context.fetch(
        FetchDescriptor<SyncConflict>(predicate: #Predicate { ids.contains($0.uid) })
      ).map(\.uid))
    let new = reports.filter { !known.contains($0.uid) }
    for report in new { objects.context.insert(try SyncConflict(report)) }
    return new.count
  }
}
