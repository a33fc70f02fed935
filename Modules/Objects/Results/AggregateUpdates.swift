extension AggregateObserver {
  /// The current value, then each new value, until the task is cancelled.
  ///
  /// A slow reader skips values in between, but always gets the last one. Iterate on the observer's
  /// isolation.
  public var updates: AggregateUpdates<Value> { AggregateUpdates(observer: self) }
}

/// An asynchronous sequence of an aggregate observer's values.
public struct AggregateUpdates<Value>: AsyncSequence {
  /// An aggregate value.
  public typealias Element = Value
  /// Never: iterating throws no error.
  public typealias Failure = Never
  let observer: AggregateObserver<Value>

  /// Starts with the current value.
  public func makeAsyncIterator() -> Iterator {
    Iterator(observer: observer, news: observer.listen().makeAsyncIterator())
  }

  /// The iterator of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    let observer: AggregateObserver<Value>
    var news: AsyncStream<Void>.Iterator
    var generation = -1

    /// Waits for the next value. Returns nil if the task is cancelled.
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
