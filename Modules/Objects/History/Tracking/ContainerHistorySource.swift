import StrataContexts
import StrataSQLite

/// The transactions of a container's stores, saved by any program, until the container is closed.
final class ContainerHistorySource: HistorySource {
  private let container: ModelContainer
  private let history: ContainerHistory
  private var position: DefaultHistoryToken?
  private var waiting: ArraySlice<DefaultHistoryTransaction> = []
  private let signals: SaveSignals

  init(_ container: ModelContainer, _ start: DefaultHistoryToken) {
    signals = SaveSignals(container, watching: container.origins)
    self.container = container
    history = ContainerHistory(container)
    position = start
  }

  nonisolated(nonsending) func next() async throws -> DefaultHistoryTransaction? {
    while waiting.isEmpty {
      guard !Task.isCancelled, !container.isClosed else { return nil }
      do {
        waiting = try history.transactions(after: &position, limit: 100, isResumed: true)[...]
      } catch StorageError.closed {
        return nil
      }
      if waiting.isEmpty, await !signals.wait() { return nil }
    }
    return waiting.popFirst()
  }
}
