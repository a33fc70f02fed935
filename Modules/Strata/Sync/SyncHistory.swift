import Strata

/// The net changes of saves, by row.
struct SyncChanges {
  typealias Row = SyncedObjects.Row

  /// The net change of a row.
  struct Change {
    /// True if the row was inserted, or deleted and inserted again.
    var isInserted = false
    /// True if the row was deleted last.
    var isDeleted = false
    /// The names of updated properties.
    var properties: Set<String> = []
  }

  private var rows: [Row: Change] = [:]
  /// The rows in order of their first change.
  private(set) var order: [Row] = []
  /// The number of changes that were added.
  private(set) var count = 0

  mutating func add(_ change: SyncHistory.Change) {
    let row = change.row
    count += 1
    if rows[row] == nil { order.append(row) }
    var net = rows[row] ?? Change()
    switch change.kind {
    case .insert: (net.isInserted, net.isDeleted) = (true, false)
    case .update: net.properties.formUnion(change.properties)
    case .delete: net.isDeleted = true
    }
    rows[row] = net
  }

  subscript(_ row: Row) -> Change? { rows[row] }
}

/// The history of a store as sync reads it.
struct SyncHistory {
  let context: ModelContext
  let schema: SyncedSchema

  /// The name of contexts that write what another store has saved.
  static let contextName = "StrataSync"
  /// The author of these saves.
  static let author: TransactionAuthor = "sync"

  /// The name of the contexts that write a replica's changes.
  static func contextName(of replica: UUID) -> String { "\(contextName) \(replica.uuidString)" }

  /// The replica whose changes a save has written.
  static func replica(of entry: HistoryEntry) -> UUID? {
    guard let name = entry.contextName, name.hasPrefix(contextName + " ") else { return nil }
    return UUID(uuidString: String(name.dropFirst(contextName.count + 1)))
  }

  /// True if a save is the store's own: not what another store has saved.
  static func isOwn(_ entry: HistoryEntry) -> Bool {
    entry.contextName != contextName && replica(of: entry) == nil
  }

  /// The change of an object in a save, with present names.
  struct Change {
    let kind: HistoryEntry.Change.Kind
    let row: SyncedObjects.Row
    /// The synced class.
    let name: String
    /// The updated properties. Those that the class doesn't have are omitted.
    let properties: [String]

    /// Returns the change with other properties.
    func with(_ properties: [String]) -> Change {
      Change(kind: kind, row: row, name: name, properties: properties)
    }
  }

  /// The changes of synced objects.
  func changes(of entry: HistoryEntry) -> some Sequence<Change> {
    entry.changes.lazy.compactMap { change in
      schema[change.entity].map { one in
        Change(
          kind: change.kind, row: SyncedObjects.Row(one.root, change.key), name: one.name,
          properties: change.properties.compactMap { one.names[$0] })
      }
    }
  }

  /// The names of classes and properties in a save that the program doesn't have, such as `Stop` and `Trip.rating`.
  func unknownNames(in entry: HistoryEntry) -> Set<String> {
    var names: Set<String> = []
    for change in entry.changes where !schema.isOfSync(change.entity) {
      guard let one = schema[change.entity] else {
        names.insert(change.entity)
        continue
      }
      for property in change.properties where one.names[property] == nil {
        names.insert("\(one.name).\(property)")
      }
    }
    return names
  }

  /// The name of a save.
  static func save(_ entry: HistoryEntry) -> SyncSave {
    SyncSave(
      number: entry.number,
      stamp: String(entry.timestamp.timeIntervalSinceReferenceDate.bitPattern, radix: 16))
  }

  /// The last save, as far as the history has it.
  func last() throws -> SyncSave {
    let number = try context.lastHistoryNumber()
    return try context.historyEntry(number).map(Self.save) ?? SyncSave(number: number, stamp: "")
  }

  /// The saves after a number, in steps, until the body returns false. One step is in memory at a time.
  func forEach(after number: Int64, _ body: (HistoryEntry) throws -> Bool) throws {
    var number = number
    while true {
      let entries = try context.historyEntries(after: number, limit: 100)
      for entry in entries { if !(try body(entry)) { return } }
      guard let last = entries.last else { return }
      number = last.number
    }
  }

  /// The relation of a position to the history.
  enum Fit { case known, cleaned, other }

  /// Returns whether the history has a save, and all after it.
  func fit(of save: SyncSave) throws -> Fit {
    let last = try context.lastHistoryNumber()
    guard save.number <= last else { return .other }
    if save.number == 0 {
      let first = try context.historyEntries(after: 0, limit: 1).first?.number
      return last == 0 || first == 1 ? .known : .cleaned
    }
    if let entry = try context.historyEntry(save.number) {
      return save.stamp.isEmpty || Self.save(entry) == save ? .known : .other
    }
    if save.number == last { return .known }
    let next = try context.historyEntries(after: save.number, limit: 1).first?.number
    return next == save.number + 1 ? .known : .cleaned
  }
}

extension SyncSave {
  /// The position as text.
  var text: String { "\(number) \(stamp)" }

  /// Reads a position.
  ///
  /// - Throws: ``SyncError/malformed(reason:)``.
  init(text: String) throws(SyncError) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int64(parts[0]), number >= 0 else {
      throw .malformed(reason: "\(text.prefix(100)) is no position")
    }
    self.init(number: number, stamp: String(parts[1]))
  }
}
