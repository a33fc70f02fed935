extension Connection {
  /// Runs a body in a write transaction: all of it is kept, or, when it throws, nothing.
  ///
  /// The lock for writing is taken at once, so that nothing read inside can go stale.
  ///
  /// - Throws: ``StorageError``; what the body throws.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction(.save, body)
  }

  /// Runs a body in a write transaction of a kind.
  package func transaction<Result>(
    _ kind: TransactionKind, _ body: () throws -> Result
  ) throws -> Result {
    try endLostTransaction()
    try begin(kind)
    isInsideTransaction = true
    defer { isInsideTransaction = false }
    let result: Result
    do {
      result = try body()
      try commit()
    } catch {
      // Some failures, such as a full disk, have already ended the transaction. Where there is no memory
      // to take it back, that is done before the next one; the first error is the one to report.
      if isInTransaction { try? rollback() }
      throw error
    }
    return result
  }

  /// Runs a body in a read transaction: everything it reads is of one moment. Inside another transaction
  /// it is part of that.
  ///
  /// - Throws: ``StorageError``; what the body throws.
  public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try endLostTransaction()
    guard !isInTransaction else { return try body() }
    try begin(.snapshot)
    isInsideTransaction = true
    // Nothing was written, so that ending it can lose nothing. Where there is no memory for it, that is
    // done before the next one.
    defer {
      isInsideTransaction = false
      try? commit()
    }
    return try body()
  }

  /// Keeps other connections from writing until ``unlock()``, and writes nothing itself.
  package func lock() throws(StorageError) { try begin(.save) }

  /// Ends what ``lock()`` began.
  package func unlock() throws(StorageError) { try rollback() }

  /// Rolls back a transaction that couldn't be ended when its body was done.
  package func endLostTransaction() throws(StorageError) {
    if isInTransaction, !isInsideTransaction { try rollback() }
  }

  /// Notifies a server's listeners once the transaction is committed.
  package func announceCommit() { remote?.announceCommit() }

  private func begin(_ kind: TransactionKind) throws(StorageError) {
    if let remote { return try remote.begin(kind) }
    switch kind {
    case .snapshot: try run(.begin)
    // SQLite has one writer at a time.
    case .save, .concurrentSave: try beginImmediate()
    }
  }

  private func commit() throws(StorageError) {
    if let remote { return try remote.commit() }
    try run(.commit)
  }

  private func rollback() throws(StorageError) {
    if let remote { return try remote.rollback() }
    try run(.rollback)
  }
}
