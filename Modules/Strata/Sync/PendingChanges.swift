import Strata

/// The changes that the server hasn't got.
struct PendingChanges {
  private(set) var changes = SyncChanges()
  /// The saves with them, oldest first.
  private(set) var saves: [SyncSave] = []
  /// The author of the last one.
  private(set) var author: String?
  /// The last save that was looked at.
  private(set) var end: Int64
  /// True if there are further saves.
  private(set) var hasMore = false

  /// - Parameters:
  ///   - number: The last save that the server has.
  ///   - end: The last save to take, or nil for all.
  ///   - limit: The number of objects after which no further save is taken.
  init(
    _ context: ModelContext, _ schema: SyncedSchema, after number: Int64, upTo end: Int64? = nil,
    limit: Int = .max
  ) throws {
    self.end = number
    let history = SyncHistory(context: context, schema: schema)
    try history.forEach(after: number) { entry in
      if let end, entry.number > end { return false }
      // What came from the server.
      guard entry.contextName != SyncHistory.contextName else {
        self.end = entry.number
        return true
      }
      guard changes.order.count < limit, saves.count < limit else {
        hasMore = true
        return false
      }
      self.end = entry.number
      var isEmpty = true
      for (change, row) in history.changes(of: entry) {
        changes.add(change, row)
        isEmpty = false
      }
      guard !isEmpty else { return true }
      saves.append(SyncHistory.save(entry))
      author = entry.author
      return true
    }
  }
}
