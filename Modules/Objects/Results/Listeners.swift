/// Streams whose readers wait for the next notification.
struct Listeners {
  private var continuations: [AsyncStream<Void>.Continuation] = []

  /// True if there are no readers. Streams that ended since the last notification still count.
  var isEmpty: Bool { continuations.isEmpty }

  /// Adds a reader. Its stream coalesces notifications that it hasn't read yet.
  mutating func add() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuations.append(continuation)
    return stream
  }

  /// Notifies all readers.
  mutating func notify() {
    continuations.removeAll {
      if case .terminated = $0.yield() { true } else { false }
    }
  }
}
