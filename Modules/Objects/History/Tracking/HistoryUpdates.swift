public import StrataStack

/// Transactions as they come: of a context's own saves, or of all that is saved to a container's stores, by
/// its contexts, by other containers and by other processes. Ends when the task that waits for the next one
/// is cancelled.
///
///     for try await transaction in container.historyUpdates() { … }
///
/// Each transaction is read from the history when it is asked for, so that nothing is lost while nobody
/// waits. `transaction.changeSet` says what has changed.
public struct HistoryUpdates: AsyncSequence, Sendable {
  let makeSource: @Sendable () -> any HistorySource

  /// Begins to listen.
  public func makeAsyncIterator() -> Iterator { Iterator(source: makeSource()) }

  /// Gives one transaction after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let source: any HistorySource

    /// The next transaction; nil when the task was cancelled, or the context whose saves these are is gone.
    ///
    /// - Throws: `HistoryError/expired(after:cleanedUpTo:consumer:)` where what came meanwhile was cleaned
    ///   away; `StorageError` when the history can't be read.
    nonisolated(nonsending) public func next() async throws -> DefaultHistoryTransaction? {
      try await source.next()
    }
  }
}

/// Where transactions come from, one after the other.
protocol HistorySource {
  nonisolated(nonsending) func next() async throws -> DefaultHistoryTransaction?
}

extension ModelContainer {
  /// The transactions that come from now on, of this container and of all others, here and in other
  /// processes; `DefaultHistoryTransaction/isFromThisProcess` tells them apart.
  ///
  /// This program's own saves wake who waits at once. For other processes' saves it looks at the file four
  /// times a second, for some microseconds.
  ///
  /// - Throws: `StorageError` when a history can't be read.
  public func historyUpdates() throws -> HistoryUpdates {
    historyUpdates(after: try ContainerHistory(self).end())
  }

  /// The transactions behind a place, and those that come.
  public func historyUpdates(after token: DefaultHistoryToken) -> HistoryUpdates {
    HistoryUpdates { ContainerHistorySource(self, token) }
  }
}

extension ModelContext {
  /// The transactions that this context saves from now on, batches included, until it is gone.
  ///
  /// To be gone through once; on any isolation. What is saved while nobody goes through it waits, 16 bytes a
  /// transaction.
  public func historyUpdates() -> HistoryUpdates {
    let source = ContextHistorySource(self)
    return HistoryUpdates { source }
  }
}
