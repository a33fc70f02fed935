public import StrataContexts

/// An asynchronous sequence of new transactions, either of one context or of a container's stores.
///
/// ```swift
/// for try await transaction in container.historyUpdates() { … }
/// ```
///
/// A container's sequence includes saves by other containers and processes. Each transaction is
/// read from the history on demand, so a slow reader loses none. `transaction.changeSet` contains
/// the changes by object. The sequence ends when the reading task is cancelled. A container's also ends when the container
/// is closed.
public struct HistoryUpdates: AsyncSequence, Sendable {
  let makeSource: @Sendable () -> any HistorySource

  /// Starts listening for transactions.
  public func makeAsyncIterator() -> Iterator { Iterator(source: makeSource()) }

  /// The iterator of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    let source: any HistorySource

    /// Waits for the next transaction.
    ///
    /// - Returns: nil if the task was cancelled, if the observed context was released, or if the container was closed.
    /// - Throws: `HistoryError/expired(after:cleanedUpTo:consumer:)` if unread transactions were
    ///   cleaned. `StorageError` if reading the history fails.
    nonisolated(nonsending) public func next() async throws -> DefaultHistoryTransaction? {
      try await source.next()
    }
  }
}

/// A source of transactions for ``HistoryUpdates``.
protocol HistorySource {
  nonisolated(nonsending) func next() async throws -> DefaultHistoryTransaction?
}

extension ModelContainer {
  /// The transactions from now on, by this container, other containers and other processes.
  ///
  /// `DefaultHistoryTransaction/isFromThisProcess` tells this process's saves from others'. A save
  /// of this process wakes the reader at once. For other processes' saves the container checks the
  /// file four times a second, which takes some microseconds.
  ///
  /// - Throws: `StorageError` if reading a history fails.
  public func historyUpdates() throws -> HistoryUpdates {
    historyUpdates(after: try ContainerHistory(self).end())
  }

  /// The transactions after a position, and new ones as they are saved.
  public func historyUpdates(after token: DefaultHistoryToken) -> HistoryUpdates {
    HistoryUpdates { ContainerHistorySource(self, token) }
  }
}

extension ModelContext {
  /// The transactions that this context saves from now on, including batches, until it is released.
  ///
  /// Iterate once, on any isolation. Transactions that you haven't read yet take 16 bytes each.
  public func historyUpdates() -> HistoryUpdates {
    let source = ContextHistorySource(self)
    return HistoryUpdates { source }
  }
}
