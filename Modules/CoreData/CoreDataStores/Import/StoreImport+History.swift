import StrataSchema
import StrataStorage

extension StoreImport {
  /// The keys of the objects whose insertions are in the history.
  mutating func insertedKeys() throws -> [String: Set<Int64>] {
    var keys: [String: Set<Int64>] = [:]
    try forEachTransaction { one in
      for change in one.changes {
        see(change.key, of: root(of: change.entity))
        if change.kind == .insert { keys[change.entity, default: []].insert(change.key) }
        try advance()
      }
    } problem: { _ in
      // Reported when the history is written.
    }
    return keys
  }

  /// Imports the transactions, and reports those that can't be imported.
  mutating func writeHistory(_ transaction: StoreTransaction) throws {
    var (empty, all) = (0, 0)
    var dropped = CoreDataImport()
    try forEachTransaction { one in
      all += 1
      var log = HistoryLog()
      for change in one.changes {
        try advance()
        guard let table = target.tables.byEntity[change.entity] else { continue }
        let kind: HistoryEntry.Change.Kind =
          switch change.kind {
          case .insert: .insert
          case .update: .update
          case .delete: .delete
          }
        var properties = PropertySet()
        for name in change.updatedProperties ?? [] {
          if let index = table.index(of: name) { properties.insert(index) }
        }
        log.record(kind, table, key: change.key, properties: properties)
      }
      guard !log.isEmpty else {
        empty += 1
        return
      }
      try transaction.appendHistory(
        author: one.author, contextName: one.contextName, timestamp: one.timestamp,
        process: one.bundleID ?? one.processID ?? "", log)
      report.transactionCount += 1
    } problem: {
      dropped.add($0)
    }
    report.addProblems(of: dropped)
    report.notes += try origin.historyOmissions()
    if empty > 0 {
      report.notes.append(
        "\(empty) of the \(all) transactions of its history \(empty == 1 ? "has" : "have") no changes any more "
          + "and \(empty == 1 ? "is" : "are") left out")
    }
  }

  /// Calls a body for each transaction. A history that can't be read at all is reported as a
  /// problem.
  private func forEachTransaction(
    _ body: (CoreDataTransaction) throws -> Void, problem: (CoreDataImport.Problem) -> Void
  ) throws {
    do {
      try origin.forEachTransaction(body, problem: problem)
    } catch CoreDataStoreError.mismatch(_, let reason) {
      problem(.init(entity: "ATRANSACTION", key: 0, property: nil, reason: reason))
    }
  }
}
