import StrataContexts
import StrataModel
import StrataStorage

/// The transactions of one context. It queues their numbers and reads the history on demand.
final class ContextHistorySource: HistorySource, Sendable {
  private let saves: AsyncStream<NotedSave>

  init(_ context: ModelContext) {
    let (saves, continuation) = AsyncStream.makeStream(of: NotedSave.self)
    self.saves = saves
    let recorders = context.graphs.map { SaveRecorder($0, context.origin(of: $0), continuation) }
    // The recorders live as long as the stream.
    continuation.onTermination = { _ in withExtendedLifetime(recorders) {} }
  }

  nonisolated(nonsending) func next() async throws -> DefaultHistoryTransaction? {
    var iterator = saves.makeAsyncIterator()
    guard let save = await iterator.next(isolation: #isolation) else { return nil }
    let history = StoreHistory(save.store, save.store.store.makeReader())
    guard let entry = try history.reader.history(only: save.number).first else {
      throw HistoryError.expired(
        after: save.number - 1, cleanedUpTo: try history.reader.historyStart().transaction,
        consumer: nil)
    }
    return history.transaction(entry, token: DefaultHistoryToken([history.name: entry.number]))
  }
}

private struct NotedSave: Sendable {
  let store: ContainerStore
  let number: Int64
}

// Unchecked: used only on its context's isolation. Elsewhere it is only retained.
/// Records the saves of one store's objects.
private final class SaveRecorder: GraphObserver, @unchecked Sendable {
  private weak var graph: ObjectGraph?
  private let store: ContainerStore
  private let saves: AsyncStream<NotedSave>.Continuation

  init(
    _ graph: ObjectGraph, _ store: ContainerStore, _ saves: AsyncStream<NotedSave>.Continuation
  ) {
    self.graph = graph
    self.store = store
    self.saves = saves
    graph.add(self)
  }

  package var interests: Set<GraphInterest> { [.save, .rollback] }

  package func graphDidChange(_ change: GraphChange) {
    switch change {
    case .save(let number?): saves.yield(NotedSave(store: store, number: number))
    // Released contexts drop their changes, which is the last notification.
    case .rollback where graph?.context == nil: saves.finish()
    default: break
    }
  }
}
