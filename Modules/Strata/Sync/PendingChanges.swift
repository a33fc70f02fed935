import Strata

/// A replica's changes that the server hasn't taken.
struct PendingChanges {
  private(set) var changes = SyncChanges()
  /// The saves with them, oldest first.
  private(set) var saves: [SyncSave] = []
  /// The author of the last one.
  private(set) var author: String?
  /// The number of the last save that was read.
  private(set) var end: Int64
  /// True if there are further saves.
  private(set) var hasMore = false
  /// The names of classes and properties of changes that this program can't push, since it doesn't have them.
  private var leftOut: LeftOut

  /// - Parameters:
  ///   - state: The replica's state. Nil before the first sync.
  ///   - last: The number of the last save to read, or nil for all.
  ///   - limit: The number of objects after which no further save is read.
  init(
    _ context: ModelContext, _ schema: SyncedSchema, of state: SyncedServer.Snapshot?,
    upTo last: Int64? = nil, limit: Int = .max
  ) throws {
    let start = state?.pendingStart ?? 0
    end = start
    leftOut = try LeftOut(state)
    let history = SyncHistory(context: context, schema: schema)
    if let state { try addLeftOut(upTo: start, state, history) }
    try history.forEach(after: start) { entry in
      if let last, entry.number > last { return false }
      guard entry.contextName != SyncHistory.contextName else {
        // It came from the server.
        end = entry.number
        return true
      }
      guard changes.order.count < limit, saves.count < limit else {
        hasMore = true
        return false
      }
      end = entry.number
      leftOut.add(history.unknownNames(in: entry), in: entry.number)
      let count = changes.count
      for change in history.changes(of: entry) { changes.add(change) }
      guard changes.count > count else { return true }
      saves.append(SyncHistory.save(entry))
      author = entry.author
      return true
    }
  }

  /// Adds changes that an earlier program has left out, of classes and properties that this one has.
  private mutating func addLeftOut(
    upTo end: Int64, _ state: SyncedServer.Snapshot, _ history: SyncHistory
  ) throws {
    let known = leftOut.names.filter { history.schema.hasName($0) }
    guard !known.isEmpty else { return }
    let count = changes.count
    try history.forEach(after: leftOut.number) { entry in
      guard entry.number <= end else { return false }
      guard entry.contextName != SyncHistory.contextName else { return true }
      for change in history.changes(of: entry) {
        if known.contains(change.name) {
          changes.add(change)
        } else if change.kind == .update {
          let properties = change.properties.filter { known.contains("\(change.name).\($0)") }
          if !properties.isEmpty { changes.add(change.with(properties)) }
        }
      }
      return true
    }
    leftOut.names.subtract(known)
    // These changes are of saves that the server has. They are a push of their own with another name.
    if changes.count > count {
      saves.append(SyncSave(number: state.pushedNumber, stamp: state.pushedStamp + "+"))
    }
  }

  /// Records in the state which changes a later program has to push.
  func recordLeftOut(in state: SyncedServer) throws {
    let encoded = try leftOut.encodedNames()
    if state.leftOutNames != encoded { state.leftOutNames = encoded }
    if state.leftOutNumber != leftOut.number { state.leftOutNumber = leftOut.number }
  }

  /// Names of classes and properties, and the number of the save before the first change with one.
  private struct LeftOut {
    var names: Set<String>
    private(set) var number: Int64

    init(_ state: SyncedServer.Snapshot?) throws {
      names =
        try state?.leftOutNames.map {
          try JSONDecoder().decode(Set<String>.self, from: $0)
        } ?? []
      number = state?.leftOutNumber ?? 0
    }

    mutating func add(_ new: Set<String>, in save: Int64) {
      guard !new.isEmpty else { return }
      if names.isEmpty { number = save - 1 }
      names.formUnion(new)
    }

    func encodedNames() throws -> Data? {
      names.isEmpty ? nil : try JSONEncoder().encode(names.sorted())
    }
  }
}
