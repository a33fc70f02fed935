import StrataContexts
internal import StrataObservation
import StrataSQLite

/// The transactions of a container's stores, saved by any program, until the container is closed.
final class ContainerHistorySource: HistorySource {
  private let container: ModelContainer
  private let history: ContainerHistory
  private var position: DefaultHistoryToken?
  private var waiting: ArraySlice<DefaultHistoryTransaction> = []
  private var signals: AsyncStream<Void>.Iterator
  private let subscription: ChangeFeed.Subscription
  private let watchers: [StoreWatch.Watcher]
  private let closing: Task<Void, Never>

  init(_ container: ModelContainer, _ start: DefaultHistoryToken) {
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Subscribes before the first read, so that no save in between is missed.
    subscription = container.changes.subscribe { _ in signal.yield() }
    watchers = container.origins.map { $0.watch.begin() }
    closing = container.whenClosed { signal.finish() }
    signals = stream.makeAsyncIterator()
    self.container = container
    history = ContainerHistory(container)
    position = start
  }

  deinit {
    subscription.cancel()
    closing.cancel()
  }

  nonisolated(nonsending) func next() async throws -> DefaultHistoryTransaction? {
    while waiting.isEmpty {
      guard !Task.isCancelled, !container.isClosed else { return nil }
      do {
        waiting = try history.transactions(after: &position, limit: 100, isResumed: true)[...]
      } catch StorageError.closed {
        return nil
      }
      if waiting.isEmpty, await signals.next(isolation: #isolation) == nil { return nil }
    }
    return waiting.popFirst()
  }
}
