/// Follows a store's history for whoever keeps something that saves may put out of date.
///
/// It knows up to which position that is right. What others have saved since is asked for in two steps:
/// ``changes(from:_:)`` reads it and leaves the follower where it is, ``advance(to:)`` says that it was
/// taken in.
package struct HistoryFollower {
  private let store: Store
  /// Up to where all is known.
  package private(set) var position: HistoryPosition
  // What the reader's connection said when nothing new was found last.
  private var seenVersion: StoreReader.Version?
  // Whether something may be out of date that no entry tells of.
  private var hasLostTrack = false

  /// Begins at the history's end: nothing is kept yet that could be out of date.
  ///
  /// Where the end can't be read, it begins at the beginning, and the first ``changes(from:_:)`` goes
  /// through the whole history, which is right as well.
  package init(_ store: Store, _ reader: StoreReader) {
    self.store = store
    // Why it can't be read is thrown by the first read.
    position = (try? reader.historyEnd()) ?? .beginning
  }

  /// Returns true if others have saved since. Takes less than a microsecond.
  package mutating func isBehind(_ reader: StoreReader) throws -> Bool {
    if hasLostTrack || store.lastTransaction > position.number { return true }
    let version = try reader.version()
    guard version != seenVersion else { return false }
    guard try reader.historyEnd() == position else { return true }
    seenVersion = version
    return false
  }

  /// The same inside a save: nobody else can save from here on.
  package func isBehind(_ transaction: StoreTransaction) throws -> Bool {
    try hasLostTrack || transaction.lastTransaction() != position.number
  }

  /// Goes through what was saved since, oldest first.
  ///
  /// - Returns: Where that ends, and whether it is all. Entries that are missing, as in a store that was
  ///   put back to an older state, can't say what has changed: then it may be anything.
  package func changes(
    from reader: StoreReader, _ body: (HistoryRun) throws -> Void
  ) throws -> (end: HistoryPosition, isComplete: Bool) {
    var last = position.number
    var isComplete = !hasLostTrack
    try reader.forEachSave(after: last) { number, runs in
      isComplete = isComplete && number &- last == 1
      last = number
      for run in try runs() { try body(run) }
    }
    let end = try reader.historyEnd()
    return (end, isComplete && end.number == last)
  }

  /// All up to a position is known now.
  package mutating func advance(to position: HistoryPosition) { self.position = position }

  /// Call this when all objects in memory may be out of date. The follower is behind until
  /// ``regainTrack()``.
  package mutating func loseTrack() { hasLostTrack = true }

  /// All that is kept was read anew.
  package mutating func regainTrack() { hasLostTrack = false }
}

extension StoreReader {
  /// The position behind the last save.
  package func historyEnd() throws -> HistoryPosition {
    HistoryPosition(after: try lastTransaction())
  }
}
