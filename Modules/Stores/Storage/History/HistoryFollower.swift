/// The position in a store's history up to which some data in memory is current.
///
/// A merge has two steps. ``changes(from:in:_:)`` reads what others have saved since and leaves the
/// position. ``advance(to:)`` moves it once the data is current.
package struct HistoryFollower {
  private let store: Store
  /// The position up to which the data is current.
  package private(set) var position: HistoryPosition
  /// The numbers of own saves behind the position: those of others before them aren't merged yet.
  private var ownSaves: Set<Int64> = []
  // The connection's version when there was nothing new.
  private var seenVersion: StoreReader.Version?
  // True if data may be outdated without an entry in the history.
  private var hasLostTrack = false
  // The number of failovers when the data was current.
  private var failoverCount: Int

  /// Begins at the history's end, since there is no data yet that could be outdated.
  ///
  /// If the end can't be read, it begins at the beginning, so that the first ``changes(from:in:_:)`` reads
  /// the whole history.
  package init(_ store: Store, _ reader: StoreReader) {
    self.store = store
    failoverCount = store.failoverCount
    // The first read throws the error.
    position = (try? reader.historyEnd()) ?? .beginning
  }

  /// Returns true if others have saved since. Takes less than a microsecond.
  package mutating func isBehind(_ reader: StoreReader) throws -> Bool {
    noticeFailover()
    if hasLostTrack || store.lastTransaction > position.number { return true }
    let version = try reader.version()
    // The reader may have made a connection to another server.
    noticeFailover()
    if hasLostTrack { return true }
    if version == seenVersion || store.isOnServer && version.data == position.number {
      return false
    }
    guard try reader.historyEnd() == position else { return true }
    seenVersion = version
    return false
  }

  /// True if ``isBehind(_:)`` would have to ask a server, which can also answer together with the first query of a read
  /// (``StoreReader/expect(_:)``).
  package var canAskWithQuery: Bool {
    store.isOnServer && !hasLostTrack && store.failoverCount == failoverCount
      && store.lastTransaction <= position.number
  }

  /// False if the last save had others' saves to merge.
  package var wasUndisturbed = true

  /// True if a save may assume that nobody has saved behind the position. A server checks that when it commits.
  package var expectsNoOtherSave: Bool { canAskWithQuery && wasUndisturbed }

  /// Returns true if others have saved before this save, which excludes further ones, or further changes of the rows that
  /// it has locked.
  ///
  /// - Throws: `StorageError`.
  package mutating func isBehind(_ transaction: StoreTransaction) throws -> Bool {
    noticeFailover()
    let last = try transaction.lastTransaction(following: position.number)
    guard transaction.isAlone else { return hasLostTrack || last > position.number }
    // Others can have saved during this save only if its connection to a server has ended. The next statement says so.
    if store.isOnServer, position.number > last { _ = try transaction.connection.historyState() }
    return hasLostTrack || last != position.number
  }

  // The new server may lack saves that the old one had, and may have given their numbers to others.
  private mutating func noticeFailover() {
    let count = store.failoverCount
    guard count != failoverCount else { return }
    failoverCount = count
    loseTrack()
  }

  /// Calls a body with the changes that others have saved since the position, oldest first.
  ///
  /// - Returns: The history's end, and whether its entries were complete. If entries are missing, as after
  ///   a restore of an older state, anything may have changed.
  ///
  /// - Parameter transaction: A save on a server that is alone, to be asked instead of the reader.
  package func changes(
    from reader: StoreReader, in transaction: StoreTransaction? = nil,
    _ body: (HistoryRun) throws -> Void
  ) throws -> (end: HistoryPosition, isComplete: Bool) {
    var last = position.number
    var isComplete = !hasLostTrack
    func read(_ number: Int64, _ runs: () throws -> [HistoryRun]) throws {
      isComplete = isComplete && number &- last == 1
      last = number
      guard !ownSaves.contains(number) else { return }
      for run in try runs() { try body(run) }
    }
    let end: HistoryPosition
    if let transaction {
      try transaction.forEachSave(after: last, read)
      let last = try transaction.lastTransaction()
      // A standby that answers the next read must have it.
      store.recordSeen(last)
      end = HistoryPosition(after: last)
    } else {
      try reader.forEachSave(after: last, read)
      end = try reader.historyEnd()
    }
    return (end, isComplete && end.number == last)
  }

  /// Moves the position, since the data is current up to there.
  package mutating func advance(to position: HistoryPosition) {
    self.position = position
    ownSaves = ownSaves.filter { $0 > position.number }
    advanceToOwnSaves()
  }

  /// Records a save of the data's own changes. Saves of others with smaller numbers may not be merged yet, if saves run
  /// side by side.
  package mutating func recordSave(_ number: Int64) {
    // Most saves are the next one, for which a set costs more than it saves.
    guard ownSaves.isEmpty, number == position.number &+ 1 else {
      ownSaves.insert(number)
      return advanceToOwnSaves()
    }
    position = HistoryPosition(after: number)
  }

  private mutating func advanceToOwnSaves() {
    while ownSaves.remove(position.number &+ 1) != nil {
      position = HistoryPosition(after: position.number &+ 1)
    }
  }

  /// Call this when all objects in memory may be out of date. The follower is behind until
  /// ``regainTrack()``.
  package mutating func loseTrack() {
    hasLostTrack = true
    // Their numbers may be others' now.
    ownSaves = []
  }

  /// Call this when all data was read again.
  package mutating func regainTrack() { hasLostTrack = false }
}

extension StoreReader {
  /// The position behind the last save.
  package func historyEnd() throws -> HistoryPosition {
    let number = try lastTransaction()
    store.recordSeen(number)
    return HistoryPosition(after: number)
  }
}
