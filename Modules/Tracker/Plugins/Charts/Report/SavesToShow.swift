import Strata

/// Tells that something was saved, once for all that was saved meanwhile: who is busy drawing hears of a
/// thousand saves as of one. Ends when the task is cancelled; throws when the history can't be followed.
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
