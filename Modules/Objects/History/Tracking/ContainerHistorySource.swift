internal import StrataObservation
import StrataStack

/// The transactions of a container's stores, saved by any program.
final class ContainerHistorySource: HistorySource {
  private let history: ContainerHistory
  private var position: DefaultHistoryToken?
  private var waiting: ArraySlice<DefaultHistoryTransaction> = []
  private var signals: AsyncStream<Void>.Iterator
  private let subscription: ChangeFeed.Subscription
  private let watchers: [StoreWatch.Watcher]

  init(_ container: ModelContainer, _ start: DefaultHistoryToken) {
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Subscribes before the first read, so that no save in between is missed.
    subscription = container.changes.subscribe { _ in signal.yield() }
    watchers = container.origins.map { $0.watch.begin() }
    signals = stream.makeAsyncIterator()
    history = ContainerHistory(container)
    position = start
  }

  deinit { subscription.cancel() }

  nonisolated(nonsending) func next() async throws -> DefaultHistoryTransaction? {
    while waiting.isEmpty {
      guard !Task.isCancelled else { return nil }
      waiting = try history.transactions(after: &position, limit: 100, isResumed: true)[...]
      if waiting.isEmpty, await signals.next(isolation: #isolation) == nil { return nil }
    }
    return waiting.popFirst()
  }
}
