extension AggregateObserver {
  /// The value as it is, and then each other one, for as long as somebody asks. Whoever is slow misses what
  /// there was in between, never the last.
  ///
  /// To be gone through on the observer's isolation.
  public var updates: AggregateUpdates<Value> { AggregateUpdates(observer: self) }
}

/// The value of an observer over time.
public struct AggregateUpdates<Value>: AsyncSequence {
  /// The value at one moment.
  public typealias Element = Value
  /// What never happens.
  public typealias Failure = Never
  let observer: AggregateObserver<Value>

  /// Starts with the value as it is.
  public func makeAsyncIterator() -> Iterator {
    Iterator(observer: observer, news: observer.listen().makeAsyncIterator())
  }

  /// Goes through the values over time.
  public struct Iterator: AsyncIteratorProtocol {
    let observer: AggregateObserver<Value>
    var news: AsyncStream<Void>.Iterator
    var generation = -1

    /// The next value; nil when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Value? {
      var value = observer.value
      while observer.generation == generation {
        guard await news.next(isolation: actor) != nil else { return nil }
        value = observer.value
      }
      generation = observer.generation
      return value
    }
  }
}
