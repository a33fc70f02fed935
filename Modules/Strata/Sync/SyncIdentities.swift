import Strata
@_spi(Query) import StrataContexts

/// Names the objects that a store's own programs have inserted.
struct SyncIdentities: Sendable {
  let container: ModelContainer
  let schema: SyncedSchema

  /// The number of objects that one save names.
  private static let stepCount = 5000

  /// Names all objects without a name, and returns the last save whose objects are named.
  ///
  /// It writes nothing if all have one.
  func update() async throws -> SyncSave {
    while true {
      if let done = try await step() { return done }
    }
  }

  /// - Returns: The last save whose objects are named, or nil if there are more.
  private func step() async throws -> SyncSave? {
    if let done = try await container.read({ try Step($0, schema).nothing() }) { return done }
    return try await retrying {
      try await container.write(author: SyncHistory.author) { context in
        context.name = SyncHistory.contextName
        return try Step(context, schema).run()
      }
    }
  }

  private struct Step {
    let context: ModelContext
    let objects: SyncedObjects
    let history: SyncHistory
    let schema: SyncedSchema

    init(_ context: ModelContext, _ schema: SyncedSchema) {
      self.context = context
      self.schema = schema
      context.removeScopes()
      context.mergePolicy = .error
      objects = SyncedObjects(context, schema)
      history = SyncHistory(context: context, schema: schema)
    }

    /// Returns the last save if there is nothing to name.
    func nothing() throws -> SyncSave? {
      guard let store = try record(), store.page == nil else { return nil }
      if try isCleaned(store) { return nil }
      let new = try inserted(after: store.identifiedNumber)
      guard new.rows.isEmpty, new.count < 100, !new.hasMore else { return nil }
      return try new.end ?? last()
    }

    private func last() throws -> SyncSave { try history.last() }

    /// The record of a program with these classes. Another program may know others, and has named their objects alone.
    private func record() throws -> SyncedStore? {
      let name = schema.name
      return try context.fetch(
        FetchDescriptor<SyncedStore>(predicate: #Predicate { $0.schemaName == name })
      ).first
    }

    /// True if the history lacks saves whose objects may have no names.
    private func isCleaned(_ store: SyncedStore) throws -> Bool {
      try history.fit(of: SyncSave(number: store.identifiedNumber, stamp: "")) == .cleaned
    }

    func run() throws -> SyncSave? {
      let store: SyncedStore
      if let found = try record() {
        store = found
        if store.page == nil, try isCleaned(store) { store.page = "0 0" }
      } else {
        store = SyncedStore(schemaName: schema.name)
        context.insert(store)
      }
      guard let identifier = store.persistentModelID.storeIdentifier,
        store.persistentModelID.rowKey > 0
      else { throw SyncError.unsupportedStore }
      // First by the saves, which tell objects of copies apart that have one key. Then what no save knows.
      let new = try inserted(after: store.identifiedNumber)
      try objects.name(new.rows.map(\.row))
      let present = try Set(new.rows.map(\.row)).subtracting(missing(new.rows.map(\.row)))
      for (row, save) in new.rows where objects.id(row) == nil && present.contains(row) {
        objects.add(Self.name(identifier, row, save), row)
      }
      let end = try new.end ?? last()
      store.identifiedNumber = end.number
      if new.hasMore { return nil }
      guard store.page != nil else { return end }
      var count = 0
      while let page = store.page, count < SyncIdentities.stepCount {
        store.page = try nameFormer(page, identifier, &count)
      }
      return nil
    }

    /// Returns the rows whose objects are deleted.
    private func missing(_ rows: [SyncedObjects.Row]) throws -> Set<SyncedObjects.Row> {
      var missing: Set<SyncedObjects.Row> = []
      for (root, rows) in Dictionary(grouping: rows, by: \.root) {
        let keys = rows.map(\.key)
        guard let first = keys.min(), let last = keys.max() else { continue }
        let query: SQL = """
          SELECT strata_key FROM \(name: root) \
          WHERE strata_key BETWEEN \(bind: .integer(first)) AND \(bind: .integer(last))
          """
        let present = Set(
          try context.rows(query).map { try $0.value("strata_key", as: Int64.self) })
        missing.formUnion(rows.filter { !present.contains($0.key) })
      }
      return missing
    }

    /// Names the objects of a page that no save in the history has inserted, and returns the next page.
    private func nameFormer(
      _ page: String, _ store: String, _ count: inout Int
    ) throws -> String? {
      let parts = page.split(separator: " ")
      guard parts.count == 2, let index = Int(parts[0]), let key = Int64(parts[1]) else {
        throw SyncError.malformed(reason: "\(page) is no page")
      }
      guard index < schema.roots.count else { return nil }
      let root = schema.roots[index].name
      let query: SQL = """
        SELECT strata_key FROM \(name: root) WHERE strata_key > \(bind: .integer(key)) \
        ORDER BY strata_key LIMIT \(bind: .integer(Int64(SyncIdentities.stepCount)))
        """
      let keys = try context.rows(query).map { try $0.value("strata_key", as: Int64.self) }
      count += keys.count
      guard let last = keys.last else { return "\(index + 1) 0" }
      let rows = keys.map { SyncedObjects.Row(root, $0) }
      try objects.name(rows)
      for row in rows where objects.id(row) == nil {
        objects.add(Self.name(store, row, .none), row)
      }
      return "\(index) \(last)"
    }

    /// The rows that saves after a number have inserted, and which are there.
    private func inserted(
      after number: Int64
    ) throws -> (
      rows: [(row: SyncedObjects.Row, save: SyncSave)], end: SyncSave?, count: Int, hasMore: Bool
    ) {
      var rows: [(row: SyncedObjects.Row, save: SyncSave)] = []
      var (end, count, hasMore): (SyncSave?, Int, Bool) = (nil, 0, false)
      try history.forEach(after: number) { entry in
        guard rows.count < SyncIdentities.stepCount else {
          hasMore = true
          return false
        }
        let save = SyncHistory.save(entry)
        // Another store's objects came with names.
        if SyncHistory.isOwn(entry) {
          for change in history.changes(of: entry) where change.kind == .insert {
            rows.append((change.row, save))
          }
        }
        (end, count) = (save, count + 1)
        return true
      }
      return (rows, end, count, hasMore)
    }

    /// The name of an object that a save has inserted: the same in each copy of the store, and another one for each row
    /// that a restored store inserts with the key anew.
    private static func name(
      _ store: String, _ row: SyncedObjects.Row, _ save: SyncSave
    ) -> UUID {
      var digest = Digest128()
      digest.combine(store)
      digest.combine(row.root)
      digest.combine("\(row.key)")
      digest.combine(save.text)
      return digest.uuid
    }
  }
}

/// Runs a step again that others' saves have come in between, some times.
///
/// - Throws: ``SyncError/busy``, and the step's other errors.
func retrying<Result: Sendable>(
  _ step: @Sendable () async throws -> Result
) async throws -> Result {
  for _ in 0..<20 {
    do {
      return try await step()
    } catch let error where isRace(error) {
      continue
    }
  }
  throw SyncError.busy
}

/// True if a save failed since others have saved meanwhile.
private func isRace(_ error: any Error) -> Bool {
  switch error {
  case SyncError.busy, StackError.mergeConflicts, StackError.deletedElsewhere: true
  case StackError.several(let errors): errors.contains { isRace($0) }
  default: false
  }
}
