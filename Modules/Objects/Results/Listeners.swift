/// Who waits for the next news.
struct Listeners {
  private var continuations: [AsyncStream<Void>.Continuation] = []

  /// Whether nobody waits, but for some who went since the last news.
  var isEmpty: Bool { continuations.isEmpty }

  /// Adds somebody, who hears of news by what this gives; of many that come together once.
  mutating func add() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuations.append(continuation)
    return stream
  }

  /// Says that there are news.
  mutating func tell() {
    continuations.removeAll {
      if case .terminated = $0.yield() { true } else { false }
    }
  }
}
