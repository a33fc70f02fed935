internal import Foundation
internal import StrataObservation
public import StrataStack

/// The transactions of a container's stores as they come: of its contexts, of other containers and of other
/// processes. Ends when the task that waits for the next one is cancelled.
///
///     for try await transaction in container.historyUpdates() { … }
///
/// Nothing is lost while nobody waits: each transaction is read from the history when it is asked for. An
/// iterator that waits looks at the file four times a second, for some microseconds, for other processes'
/// saves; this program's own saves wake it at once.
public struct HistoryUpdates: AsyncSequence {
  let container: ModelContainer
  let start: DefaultHistoryToken

  /// Begins to listen.
  public func makeAsyncIterator() -> Iterator { Iterator(container, start) }

  /// Gives one transaction after the other.
  public final class Iterator: AsyncIteratorProtocol {
    private let history: ContainerHistory
    private var place: DefaultHistoryToken?
    private var waiting: ArraySlice<DefaultHistoryTransaction> = []
    private var signals: AsyncStream<Void>.Iterator
    private let subscription: ChangeFeed.Subscription
    private let watchers: [StoreWatch.Watcher]

    fileprivate init(_ container: ModelContainer, _ start: DefaultHistoryToken) {
      let (stream, signal) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      // Listens before the first look, so that nothing falls in between.
      subscription = container.changes.subscribe { _ in signal.yield() }
      watchers = container.origins.map { $0.watch.begin() }
      signals = stream.makeAsyncIterator()
      history = ContainerHistory(container)
      place = start
    }

    deinit { subscription.cancel() }

    /// The next transaction; nil when the task was cancelled.
    ///
    /// - Throws: `HistoryError/expired(after:cleanedUpTo:consumer:)` where what came meanwhile was cleaned
    ///   away; `StorageError` when the history can't be read.
    nonisolated(nonsending) public func next() async throws -> DefaultHistoryTransaction? {
      while waiting.isEmpty {
        guard !Task.isCancelled else { return nil }
        waiting = try history.transactions(after: &place, limit: 100, isResumed: true)[...]
        if waiting.isEmpty, await signals.next(isolation: #isolation) == nil { return nil }
      }
      return waiting.popFirst()
    }
  }
}

extension ModelContainer {
  /// The transactions that come from now on.
  ///
  /// - Throws: `StorageError` when a history can't be read.
  public func historyUpdates() throws -> HistoryUpdates {
    HistoryUpdates(container: self, start: try ContainerHistory(self).end())
  }

  /// The transactions behind a place, and those that come.
  public func historyUpdates(after token: DefaultHistoryToken) -> HistoryUpdates {
    HistoryUpdates(container: self, start: token)
  }
}
