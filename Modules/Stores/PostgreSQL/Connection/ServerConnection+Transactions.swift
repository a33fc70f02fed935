package import StrataSQLite

extension ServerConnection {
  // A part of the outer transaction.
  private static let part = "strata_part"

  /// Begins a transaction of which all transactions are parts, until it is committed or rolled back.
  package func beginOuterTransaction() throws(StorageError) {
    try endImplicitTransaction()
    try send("BEGIN")
    transaction.beginOuter()
    try sendSettings()
    try wait()
  }

  /// Commits the outer transaction.
  package func commitOuterTransaction() throws(StorageError) {
    transaction.endOuter()
    try commit()
  }

  /// Rolls the outer transaction back.
  package func rollbackOuterTransaction() throws(StorageError) {
    transaction.endOuter()
    try rollback()
  }

  package func begin(_ kind: TransactionKind) throws(StorageError) {
    if isInsideOuterTransaction {
      try send("SAVEPOINT \(Self.part)")
      transaction.beginPart()
      return
    }
    try endImplicitTransaction()
    switch kind {
    case .snapshot:
      try send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      try sendSettings()
    case .save, .concurrentSave:
      // Each statement has to see what others have committed before it.
      let begin = "BEGIN ISOLATION LEVEL READ COMMITTED"
      try send(begin, as: .lock(begin))
      try sendSettings(as: .lock("SET"))
      if let lock = kind == .save ? lock : sharedLock {
        try send(lock, as: .lock(lock))
        // Observers are told how long the lock took, which the server would keep until the end of what is sent together.
        if observation?.isObserved ?? false {
          try pipeline.check(pipeline.libpq.sendFlushRequest())
        }
      }
    }
    transaction.begin(isSnapshot: kind == .snapshot)
    copying.forgetInsertion()
  }

  /// Ends what statements before have begun. Without this a transaction would be part of it, and couldn't have an
  /// isolation of its own.
  private func endImplicitTransaction() throws(StorageError) {
    try sendReleases()
    if !pipeline.isBetweenTransactions { try pipeline.sendSync() }
  }

  package func commit() throws(StorageError) {
    if isInsideOuterTransaction {
      // A part that has failed is rolled back by the caller.
      try send("RELEASE SAVEPOINT \(Self.part)")
      try wait()
      transaction.end()
      return
    }
    // The end of a snapshot can lose nothing, so that nobody waits for it. A pooler gives the connection to others once
    // it is synchronized.
    if transaction.isSnapshot {
      transaction.expect(nil)
      try send("COMMIT")
      transaction.end()
      try endImplicitTransaction()
      return try pipeline.flush()
    }
    try copying.end()
    let run = trace.beginRun()
    // A query that was sent ahead, and that nobody can have read yet.
    let unread = pipeline.lastRun
    try pipeline.send("COMMIT", as: .commit)
    // In a transaction of its own: the lock that a notification takes until its end is the same for all databases of the
    // server. It needn't wait for the disk.
    if transaction.removeAnnouncement(), let channel {
      try pipeline.sendSync()
      try send("SET LOCAL synchronous_commit = off", as: .notification)
      try send("NOTIFY \(quoted(channel))", as: .notification)
      try pipeline.sendSync(as: .notificationSync)
      trace.countRoundTrip()
    }
    // The server skips it behind a statement that it has refused.
    defer {
      transaction.end(isOpen: pipeline.libpq.isInTransaction)
      trace.report(run, of: "COMMIT")
    }
    do {
      try wait()
    } catch {
      throw unread?.error ?? error
    }
  }

  package func rollback() throws(StorageError) {
    _ = transaction.removeAnnouncement()
    transaction.expect(nil)
    defer { transaction.end() }
    // Dropped: the errors of statements that the rollback takes back. If the connection has ended, `send` throws that.
    try? wait()
    pipeline.forgetFailure()
    if isInsideOuterTransaction {
      try send("ROLLBACK TO SAVEPOINT \(Self.part)")
      try send("RELEASE SAVEPOINT \(Self.part)")
    } else {
      try send("ROLLBACK")
    }
    try wait()
  }

  package func announceCommit() { transaction.announce() }

  /// Runs a body that waits for one statement, whose refusal doesn't end the transaction.
  func guarded(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    guard isInTransaction else { return try body() }
    try send("SAVEPOINT strata_refused")
    do {
      try body()
    } catch {
      // Dropped, both: an error here means that the connection has ended, which the next call throws. The caller gets
      // the refusal.
      try? send("ROLLBACK TO SAVEPOINT strata_refused")
      try? send("RELEASE SAVEPOINT strata_refused")
      throw error
    }
    try send("RELEASE SAVEPOINT strata_refused")
  }

  // MARK: Data version

  package func dataVersion() throws(StorageError) -> Int64 {
    guard let version else { return 0 }
    return try integer(version)
  }

  package func expect(dataVersion: Int64) throws(StorageError) {
    transaction.expect(nil)
    guard let version else { return }
    let expected = ExpectedVersion(dataVersion, version)
    try send(version, as: .version(expected))
    transaction.expect(expected)
  }

  package func isOutdated() throws(StorageError) -> Bool {
    guard let expected = transaction.expectedVersion else { return false }
    if !expected.isAnswered { try wait() }
    return expected.askIfOutdated()
  }

  package var hasInterruptedQuery: Bool { transaction.expectedVersion?.isThrown ?? false }
}
