import StrataObservation

/// Signals that something was saved in a container's stores, by its contexts, other containers or
/// other processes.
///
/// Subscribe before the first read of the history, so that you miss no save in between. A signal has
/// no content: read the history when you get one. Saves before that share it. The signals end when
/// this object is released or the container is closed.
package final class SaveSignals: Sendable {
  private let stream: AsyncStream<Void>
  private let subscription: ChangeFeed.Subscription
  private let watchers: [StoreWatch.Watcher]
  private let ending: Task<Void, Never>

  /// Subscribes to the saves of a container's contexts, and of others in some stores.
  ///
  /// - Parameter stores: The stores to watch for saves of other containers and processes.
  package init(_ container: ModelContainer, watching stores: [ContainerStore] = []) {
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.stream = stream
    subscription = container.changes.subscribe { _ in signal.yield() }
    watchers = stores.map { $0.watch.begin() }
    ending = Task { [closed = container.core.lifetime.closed] in
      await closed.waitUnlessCancelled()
      signal.finish()
    }
  }

  deinit { ending.cancel() }

  /// Waits for the next signal. Returns false if the task is cancelled or the container is closed.
  nonisolated(nonsending) package func wait() async -> Bool {
    var signals = stream.makeAsyncIterator()
    return await signals.next(isolation: #isolation) != nil
  }

  /// Calls a function after each signal, one call at a time. The function may not retain this
  /// object, otherwise the signals never end.
  package func forEach(_ body: @escaping @Sendable () async -> Void) {
    Task { [stream] in
      for await _ in stream { await body() }
    }
  }
}
