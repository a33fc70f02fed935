import StrataModel
package import StrataSQLite
import StrataSchema
import StrataStorage

// A context shows one state of the store with its own unsaved changes on top. So each read merges
// other contexts' saves first, in the same snapshot.
extension ObjectGraph {
  /// Runs a body that reads the store in a snapshot. It first merges what other contexts have
  /// saved, so that the objects in memory show the state that the body reads. Inside another call
  /// it joins that snapshot.
  ///
  /// Costs about a microsecond, in addition to the body's reads.
  ///
  /// - Throws: ``StorageError`` if the store can't be read, with nothing merged. The body's errors.
  package func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try reading(mayRepeat: false, body)
  }

  /// - Parameter mayRepeat: True if the body changes nothing before its first query has answered. Then the question whether
  ///   others have saved travels to a server together with that query. If they have, the body runs again after the merge.
  private func reading<Result>(mayRepeat: Bool, _ body: () throws -> Result) throws -> Result {
    guard !phase.contains(.reading) else { return try body() }
    verifyArrays()
    defer { deliverNotices() }
    collectIfDue()
    return try snapshot {
      if mayRepeat, follower.canAskWithQuery {
        if let result = try readingIfCurrent(body) { return result }
      } else if try !follower.isBehind(reader) {
        return try body()
      }
      // In the middle of a change the two ends don't agree yet. What is read for it may be newer
      // than the objects in memory until the change is complete. The graph merges then.
      if phase.merges { try mergeHistory() } else { isMergeDue = true }
      return try body()
    }
  }

  /// Merges what others have saved before a save, through its own connection if it is alone on a server.
  func reading(for transaction: StoreTransaction) throws {
    guard transaction.isAlone, transaction.isOnServer, phase.merges, !phase.contains(.reading)
    else { return try reading {} }
    verifyArrays()
    defer { deliverNotices() }
    collectIfDue()
    onUse?()
    try reader.joining(transaction) { try during(.reading) { try mergeHistory(in: transaction) } }
  }

  /// Runs a body whose first query also learns whether others have saved. Returns nil if they have.
  private func readingIfCurrent<Result>(_ body: () throws -> Result) throws -> Result? {
    try reader.expect(follower.position)
    let result: Result
    do {
      result = try body()
    } catch {
      guard try reader.hasInterruptedQuery() else { throw error }
      return nil
    }
    return try reader.isOutdated() ? nil : result
  }

  /// Runs a body that reads the store in a snapshot, as an operation that observers of the store see. Inside another call
  /// it is part of that.
  ///
  /// The body changes nothing before its first query has answered, so that it can run again. On a server that query also
  /// learns whether others have saved, without a round trip of its own.
  ///
  /// - Throws: as ``reading(_:)``.
  package func reading<Result>(
    _ kind: StoreOperation.Kind, of entity: @autoclosure () -> String? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    guard !phase.contains(.reading) else { return try body() }
    let observation = store.observation
    guard observation.isObserved else {
      observation.count(kind)
      return try reading(mayRepeat: true, body)
    }
    return try observation.operation(kind, entity: entity(), author: context?.author) {
      try reading(mayRepeat: true, body)
    }
  }

  /// Runs a body in a snapshot of the store. It merges nothing.
  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    onUse?()
    return try reader.snapshot { try during(.reading, body) }
  }

  /// Runs a change in a snapshot. If the store can't be read, the change is made with the objects
  /// in memory, and missing values are recorded as failures.
  func changing(_ body: () -> Void) {
    var isDone = false
    do {
      try reading {
        isDone = true
        body()
      }
    } catch {
      // Only the snapshot itself throws, before the body or at its end, when everything was read.
      guard !isDone else { return }
      loading.storeError = error
      body()
      loading.storeError = nil
      deliverNotices()
    }
  }

  /// Runs the steps that make both ends of a relationship agree. The graph merges nothing during
  /// them.
  @inline(__always)
  package func relating(_ body: () -> Void) {
    let isOutermost = phase.insert(.changing).inserted
    body()
    guard isOutermost else { return }
    phase.remove(.changing)
    if isMergeDue { mergeLate() }
    if pending.hasAwaking { awakeInserted() }
  }

  private func mergeLate() {
    isMergeDue = false
    // If this fails, the next read merges first and throws.
    try? reading {}
  }
}

/// A notification to an observer or a handler, queued until all related changes are complete.
enum GraphNotice {
  case property(any PersistentModel, PropertyIndex)
  case failure(any Error)
  case fetched(any LifecycleModel)
}

extension ObjectGraph {
  /// Delivers the queued notifications, unless a read, a save or a relationship change is in
  /// progress. Observers may read, change and save anything.
  package func deliverNotices() {
    guard !notices.isEmpty, phase.callsObservers else { return }
    while !notices.isEmpty {
      let due = notices
      notices = []
      for notice in due {
        switch notice {
        case .failure(let error): context?.report(error)
        case .fetched(let model): model.awakeFromFetch()
        case .property(let model, let property):
          let metadata = type(of: model)._$entity.properties[property]
          metadata.willSet(model)
          metadata.didSet(model)
        }
      }
    }
  }
}
