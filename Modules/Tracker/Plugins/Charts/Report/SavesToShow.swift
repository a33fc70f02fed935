import Strata

/// A stream of signals that something was saved.
///
/// Saves during a redraw are merged into one signal. The stream ends when the task is cancelled,
/// and throws if the history can't be followed.
enum SavesToShow {
  static func stream(_ updates: HistoryUpdates) -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          for try await _ in updates { continuation.yield() }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
